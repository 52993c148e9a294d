import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { checkDiskSpace } from './disk-space.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded-database.ts'
import { ignorePoolErrors } from './ignore-pool-errors.ts'
import { migrate } from './migrate.ts'
import { createPipelinedRead, type PipelinedRead } from './pipelined-read.ts'
import { createPostgresPool, type DatabaseTimeouts, defaultTimeouts } from './postgres-pool.ts'
import { withPreparedStatements } from './prepared-statements.ts'
import { openReplica, type Replica } from './replica.ts'
import type { Schema } from './schema.ts'
import { createServerIdentityTracker, type ServerIdentityTracker } from './server-identity.ts'
import { connectionError, requireSupportedServer } from './server-requirements.ts'
import { isSlowServer, throwWriteError } from './storage-error.ts'
import { createTransactions } from './transactions.ts'

export type Sql = Kysely<Schema>

/** The member for whom row-level security filters; without one, no content is visible. */
export interface Reader {
  organizationId: string
  memberId: string
}

export interface Database {
  readonly engine: 'pglite' | 'postgres'
  /** The ranking of terms: BM25 if pg_textsearch is installed, else ts_rank over a tsvector of the same terms. */
  readonly lexical: 'bm25' | 'tsvector'
  /** Bypasses row-level security, one statement at a time: sign-in, settings, writes after a permission check. */
  readonly unrestricted: Sql
  /** Runs such statements on one connection, without limits on their time and on waiting for locks: an index build, for example. */
  withoutTimeout<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Runs several such statements atomically. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** The same on behalf of a member: triggers refuse changes to notes that the member cannot edit. */
  writeAs<T>(writer: Reader, work: (sql: Sql) => Promise<T>): Promise<T>
  /** Reads from one consistent snapshot, unaffected by concurrent writes. */
  snapshot<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Reads as one member under row-level security; on the replica if there is one and it is up to date. */
  readAs<T>(reader: Reader, work: (sql: Sql) => Promise<T>): Promise<T>
  /** The same for a single statement, which the embedded database runs as a pipelined read. */
  readStatementAs<Row>(reader: Reader, statement: RawBuilder<Row>): Promise<Row[]>
  /**
   * Runs `work` after the current transaction commits, outside of it; never if it rolls back, and at once if there is
   * no transaction.
   */
  afterCommit(work: () => void): void
  /**
   * Returns a counter that grows before each statement that can write: while it stays the same, nothing has changed.
   * Undefined if other processes can write.
   */
  writeCount(): number | undefined
  /** Tells whether the server is still the one that cached values were read from. */
  readonly serverIdentity: ServerIdentityTracker
  /** Returns the numbers of reads served by the replica and passed on to the primary; undefined without a replica. */
  replicaReadCounts(): ReturnType<Replica['readCounts']> | undefined
  close(): Promise<void>
}

export interface DatabaseSettings {
  databaseUrl: string
  dataDir: string
  /** The embedded database of that directory, if it is already started; closed together with this one. */
  embeddedDatabase?: EmbeddedDatabase
  /** A streaming replica of that server, for reads. */
  replicaUrl?: string
  onReplicaError?: (error: unknown) => void
  databaseTimeouts?: DatabaseTimeouts
  /** Called when the server does not respond yet, and the start waits for it. */
  onStartWait?: (error: unknown) => void
  /** Called after each statement. */
  onQuery?: (query: ExecutedQuery) => void
}

/** An executed statement, without its parameters: they can hold personal data. */
export interface ExecutedQuery {
  sql: string
  ms: number
  isFailed: boolean
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Opens the embedded database or connects to PostgreSQL, and applies pending migrations. */
export async function openDatabase(
  settings: DatabaseSettings,
  /** Applies only these, to load a backup of an older version. */
  { migrations }: { migrations?: readonly string[] } = {},
): Promise<Database> {
  const backend = settings.databaseUrl ? connectPostgres(settings) : await connectPglite(settings)
  try {
    const client = await connectAtStart(backend, settings.onStartWait)
    try {
      if (backend.engine === 'postgres') await requireSupportedServer(client)
      // A migration, or the wait for another node that runs it, can take long.
      await client.query('set statement_timeout = 0; set lock_timeout = 0')
      await migrate(client, migrations)
      return createDatabase(backend, await detectLexicalRanking(client), settings)
    } finally {
      client.release(backend.engine === 'postgres')
    }
  } catch (error) {
    await backend.close()
    throw error
  }
}

/** How long a start waits for a server that is busy or starts itself. */
const maxStartWaitMs = 60_000

/** A refused connection or password fails at once; a server that is slow, starting or full of connections gets time. */
async function connectAtStart(
  { pool, engine }: DatabaseBackend,
  onWait: (error: unknown) => void = () => {},
): Promise<pg.PoolClient> {
  const deadline = performance.now() + maxStartWaitMs
  for (let attempt = 1; ; attempt++) {
    try {
      return await pool.connect()
    } catch (error) {
      if (!isSlowServer(error) || performance.now() > deadline)
        throw engine === 'postgres' ? connectionError(error) : error
      if (attempt === 1) onWait(error)
      await delay(500)
    }
  }
}

async function detectLexicalRanking(client: pg.ClientBase): Promise<Database['lexical']> {
  const { rows } = await client.query(`select from pg_extension where extname = 'pg_textsearch'`)
  return rows.length > 0 ? 'bm25' : 'tsvector'
}

/** Of one node, to the primary and to the replica each. */
const maxConnections = 16

interface DatabaseBackend {
  engine: Database['engine']
  pool: pg.Pool
  kyselyPool: PostgresPool
  replica?: Replica
  serverIdentity: ServerIdentityTracker
  writeCount(): number | undefined
  /** Set if it is faster than separate begin, statement and commit messages. */
  pipelinedRead?: PipelinedRead
  /** Rejects if the disk is nearly full. */
  checkDiskSpace(): Promise<void>
  close(): Promise<void>
}

function connectPostgres({
  databaseUrl,
  replicaUrl,
  onReplicaError,
  databaseTimeouts: timeouts = defaultTimeouts,
}: DatabaseSettings): DatabaseBackend {
  const serverIdentity = createServerIdentityTracker()
  const connections = createPostgresPool({
    url: databaseUrl,
    maxConnections,
    timeouts,
    onIdentity: serverIdentity.record,
  })
  const { pool } = connections
  const replica = replicaUrl
    ? openReplica({ url: replicaUrl, primary: pool, maxConnections, timeouts, onError: onReplicaError })
    : undefined
  return {
    engine: 'postgres',
    pool,
    kyselyPool: pool,
    replica,
    serverIdentity,
    writeCount: () => undefined,
    checkDiskSpace: async () => {},
    async close() {
      await replica?.close()
      await connections.close()
    },
  }
}

async function connectPglite({ dataDir, embeddedDatabase }: DatabaseSettings): Promise<DatabaseBackend> {
  const embedded = embeddedDatabase ?? (await startEmbeddedDatabase(dataDir))
  try {
    const server = await embedded.server
    const pool = new pg.Pool({
      max: 1,
      idleTimeoutMillis: 0,
      user: 'postgres',
      database: 'postgres',
      ssl: false,
      stream: () => server.connect() as never,
    })
    ignorePoolErrors(pool)
    const kyselyPool = withPreparedStatements(pool)
    return {
      engine: 'pglite',
      pool,
      kyselyPool,
      serverIdentity: createServerIdentityTracker(),
      writeCount: kyselyPool.writeCount,
      pipelinedRead: createPipelinedRead(pool),
      checkDiskSpace: () => checkDiskSpace(dataDir),
      async close() {
        await pool.end()
        await embedded.close()
      },
    }
  } catch (error) {
    await embedded.close()
    throw error
  }
}

function createDatabase(
  backend: DatabaseBackend,
  lexical: Database['lexical'],
  { onQuery, databaseTimeouts: { queryMs, lockMs } = defaultTimeouts }: DatabaseSettings,
): Database {
  const kysely = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: backend.kyselyPool }),
    ...(onQuery && {
      log: ({ level, query, queryDurationMillis }) =>
        onQuery({ sql: query.sql, ms: queryDurationMillis, isFailed: level === 'error' }),
    }),
  })
  const transactions = createTransactions(kysely)
  const { replica, pipelinedRead } = backend
  let closing: Promise<void> | undefined

  function readAs<T>(reader: Reader, work: (sql: Sql) => Promise<T>): Promise<T> {
    const transact = (work: (sql: Sql) => Promise<T>, on?: Sql) => transactions.run(beginReadAs(reader), work, on)
    return replica ? replica.read(transact, work) : transact(work)
  }

  return {
    engine: backend.engine,
    lexical,
    unrestricted: kysely,
    withoutTimeout: (work) =>
      kysely.connection().execute(async (connection) => {
        // Waiting for others is part of the work: building an index concurrently ends with waiting for older snapshots.
        await sql`set statement_timeout = 0`.execute(connection)
        await sql`set lock_timeout = 0`.execute(connection)
        try {
          return await work(connection)
        } finally {
          // A lost connection has nothing to reset.
          await sql`select set_config('statement_timeout', ${`${queryMs}ms`}, false),
            set_config('lock_timeout', ${`${lockMs}ms`}, false)`
            .execute(connection)
            .catch(() => {})
        }
      }),
    async transaction(work) {
      await backend.checkDiskSpace()
      return transactions.run('begin', work)
    },
    async writeAs({ memberId }, work) {
      await backend.checkDiskSpace()
      const begin = `begin; set local lorewell.writer = ${pg.escapeLiteral(memberId)}`
      return transactions.run(begin, work).catch(throwWriteError)
    },
    snapshot: (work) => transactions.run(beginSnapshot, work),
    readAs,
    async readStatementAs(reader, statement) {
      if (!pipelinedRead) return (await readAs(reader, (sql) => statement.execute(sql))).rows
      transactions.requireNone()
      const compiled = statement.compile(kysely)
      const startedAt = performance.now()
      let isFailed = true
      try {
        const rows = await pipelinedRead(beginReadAs(reader), compiled)
        isFailed = false
        return rows
      } finally {
        onQuery?.({ sql: compiled.sql, ms: performance.now() - startedAt, isFailed })
      }
    },
    afterCommit: transactions.afterCommit,
    writeCount: backend.writeCount,
    serverIdentity: backend.serverIdentity,
    replicaReadCounts: () => replica?.readCounts(),
    close() {
      closing ??= backend.close()
      return closing
    },
  }
}

/** A backup can take hours, and wait for its reader. */
const beginSnapshot =
  'begin isolation level repeatable read read only; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0'

/** Lets the statements of the current transaction take as long as they need, and the transaction wait for its input. */
export async function allowLongTransaction(store: Sql): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(store)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(store)
}

/** Holds no locks, so it can be idle for longer than a transaction that writes. Turns off JIT: compiling these queries takes longer than running them. */
function beginReadAs({ organizationId, memberId }: Reader): string {
  return `begin read only; set local jit = off; set local idle_in_transaction_session_timeout = '60s'; set local role lorewell_reader; set local lorewell.org = ${pg.escapeLiteral(organizationId)}; set local lorewell.member = ${pg.escapeLiteral(memberId)}`
}
