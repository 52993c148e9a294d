import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { ignorePoolErrors } from './ignore-pool-errors.ts'
import type { Schema } from './schema.ts'
import { toStorageError } from './storage-error.ts'

export interface Replica {
  /**
   * Runs a read on the replica once that has caught up with the primary; on the primary if it lags or fails.
   * `transact` runs the read in a transaction on the given connection, by default on the primary.
   */
  read<T>(transact: Transact<T>, work: (sql: Kysely<Schema>) => Promise<T>): Promise<T>
  /** Returns the numbers of reads served by the replica and passed on to the primary. */
  readCounts(): { served: number; passedOn: number }
  close(): Promise<void>
}

type Transact<T> = (work: (sql: Kysely<Schema>) => Promise<T>, on?: Kysely<Schema>) => Promise<T>

interface WalPosition {
  lsn: string
  cluster: string
  database: string
}

/** The longest wait for replay; usually the replica catches up within a millisecond or two. */
const maxReplayWaitMs = 30
const lagCooldownMs = 250
const failureCooldownMs = 5_000

/**
 * Reads from a streaming replica with read-your-writes consistency: each read first gets the primary's WAL position and
 * uses the replica only after that has replayed up to it. A deleted note or a revoked permission therefore takes effect
 * with the next request, on any node and connection, without session tracking.
 */
export function openReplica({
  url,
  primary,
  maxConnections,
  onError = () => {},
}: {
  url: string
  primary: pg.Pool
  maxConnections: number
  /** Called once per outage. */
  onError?: (error: unknown) => void
}): Replica {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    application_name: 'lorewell',
    connectionTimeoutMillis: 1_000,
  })
  ignorePoolErrors(pool)
  const replica = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  let cooldownUntil = 0
  let isOutageReported = false
  const counts = { served: 0, passedOn: 0 }

  const queryPosition = async (): Promise<WalPosition> => {
    const { rows } = await primary.query<WalPosition>(walPositionQuery)
    return rows[0] as WalPosition
  }
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<WalPosition> | undefined
  /** Batches: callers that arrive during a query share the next one, never the result of the running one. */
  const primaryPosition = (): Promise<WalPosition> => {
    next ??= running.then(() => {
      next = undefined
      const query = queryPosition()
      running = query.catch(() => {})
      return query
    })
    return next
  }

  /** Starts a cooldown after lag or a failure of the replica. */
  function pause(error: unknown): void {
    const isLag = error instanceof ReplicaLagError
    cooldownUntil = performance.now() + (isLag ? lagCooldownMs : failureCooldownMs)
    if (isLag || isOutageReported) return
    isOutageReported = true
    onError(error)
  }

  return {
    async read(transact, work) {
      if (performance.now() >= cooldownUntil) {
        const position = await primaryPosition()
        try {
          return await transact(async (connection) => {
            await waitForReplay(connection, position)
            counts.served += 1
            isOutageReported = false
            return work(connection)
          }, replica)
        } catch (error) {
          if (!isReplicaFailure(error)) throw error
          pause(error)
        }
      }
      counts.passedOn += 1
      return transact(work)
    },
    readCounts: () => ({ ...counts }),
    close: () => pool.end(),
  }
}

/** Returns once the replica has replayed up to the position; throws if that takes too long. */
async function waitForReplay(connection: Kysely<Schema>, { lsn, cluster, database }: WalPosition): Promise<void> {
  const deadline = performance.now() + maxReplayWaitMs
  for (let pauseMs = 1; ; pauseMs *= 2) {
    const { rows } = await sql<{ isReplayed: boolean | null }>`
      select pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn and current_database() = ${database}
        and (select system_identifier::text from pg_control_system()) = ${cluster} as "isReplayed"`.execute(connection)
    if (rows[0]?.isReplayed) return
    if (performance.now() + pauseMs > deadline) throw new ReplicaLagError()
    await wait(pauseMs)
  }
}

/** Visible commits are flushed, so the flush position covers them; with asynchronous commit only the insert position does. */
const walPositionQuery = `
  select (case current_setting('synchronous_commit')
      when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)::text as lsn,
    (select system_identifier::text from pg_control_system()) as cluster, current_database() as database`

class ReplicaLagError extends Error {
  override readonly name = 'ReplicaLagError'
}

/**
 * Returns whether the primary can serve the read instead: the replica lags, is unreachable, canceled the query because
 * of a replay conflict (40001), or is not a copy of this store (no such database, role or table).
 */
function isReplicaFailure(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return (
    error instanceof ReplicaLagError ||
    toStorageError(error) !== undefined ||
    ['40001', '3D000', '28000', '28P01', '22023'].includes(String(code))
  )
}
