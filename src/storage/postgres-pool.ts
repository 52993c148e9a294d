import pg from 'pg'
import { ignorePoolErrors } from './ignore-pool-errors.ts'
import { identityExpression } from './server-identity.ts'
import { createSilentConnectionEviction } from './silent-connections.ts'

export interface DatabaseTimeouts {
  /** To open a connection, and for a reply of the server to a check. */
  connectMs: number
  /** For one statement; migrations, backups, restores, index builds and removals of data sources have no limit. */
  queryMs: number
  /** For a lock that another transaction holds. */
  lockMs: number
  /** Between two statements of a transaction that can write. A frozen node holds locks no longer than this. */
  idleTransactionMs: number
}

export const defaultTimeouts: DatabaseTimeouts = {
  connectMs: 3_000,
  queryMs: 60_000,
  lockMs: 10_000,
  idleTransactionMs: 5_000,
}

export interface PostgresPool {
  pool: pg.Pool
  close(): Promise<void>
}

/** The longest wait for a connection while all of them are in use. */
const maxPoolWaitMs = 10_000
/** The server gives up a client that has been unreachable for about 20 seconds, and releases its locks. */
const serverKeepalive = { tcp_keepalives_idle: '10', tcp_keepalives_interval: '3', tcp_keepalives_count: '3' }

/** Opens a pool of connections that fail instead of waiting without end. */
export function createPostgresPool({
  url,
  maxConnections,
  timeouts,
  onIdentity = () => {},
}: {
  url: string
  maxConnections: number
  timeouts: DatabaseTimeouts
  /** Called with the server's identity, for each new connection. */
  onIdentity?: (identity: string) => void
}): PostgresPool {
  const settings = { connectionString: url, application_name: 'lorewell' }
  const connectionTimeoutMillis = timeouts.connectMs
  const eviction = createSilentConnectionEviction({
    connect: () => new pg.Client({ ...settings, connectionTimeoutMillis }),
    timeoutMs: timeouts.connectMs,
  })
  // The pool's own timeout covers the wait for a free connection.
  class PooledClient extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      super({ ...options, connectionTimeoutMillis })
    }
  }
  const pool = new pg.Pool({
    ...settings,
    max: maxConnections,
    Client: PooledClient,
    connectionTimeoutMillis: maxPoolWaitMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    async onConnect(client) {
      const forget = eviction.watch(client as pg.Client)
      client.on('end', forget)
      const { rows } = await client.query<{ identity: string; pid: number }>(sessionQuery(timeouts))
      eviction.setBackend(client as pg.Client, rows[0]?.pid)
      onIdentity(rows[0]?.identity ?? '')
    },
  })
  ignorePoolErrors(pool)
  return {
    pool,
    async close() {
      await pool.end()
      eviction.close()
    },
  }
}

/** Sets the timeouts by a statement, not by start-up parameters, which poolers refuse. */
function sessionQuery({ queryMs, lockMs, idleTransactionMs }: DatabaseTimeouts): pg.QueryConfig {
  const parameters = Object.entries({
    statement_timeout: `${queryMs}ms`,
    lock_timeout: `${lockMs}ms`,
    idle_in_transaction_session_timeout: `${idleTransactionMs}ms`,
    ...serverKeepalive,
  })
  const assignments = parameters.map(([name], index) => `set_config('${name}', $${index + 1}, false)`)
  return {
    text: `select ${assignments.join(', ')}, pg_backend_pid() as pid, ${identityExpression} as identity`,
    values: parameters.map(([, value]) => value),
  }
}
