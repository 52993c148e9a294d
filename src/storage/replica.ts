import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { createPostgresPool, type DatabaseTimeouts } from './postgres-pool.ts'
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
  timeline: number
  cluster: string
  database: string
}

/** The longest wait for replay; usually the replica catches up within a millisecond or two. */
const maxReplayWaitMs = 30
/** The primary can answer instead, so a short wait is enough. */
const maxConnectMs = 1_000
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
  timeouts,
  onError = () => {},
}: {
  url: string
  primary: pg.Pool
  maxConnections: number
  timeouts: DatabaseTimeouts
  /** Called once per outage. */
  onError?: (error: unknown) => void
}): Replica {
  const { pool, close } = createPostgresPool({
    url,
    maxConnections,
    timeouts: { ...timeouts, connectMs: Math.min(timeouts.connectMs, maxConnectMs) },
  })
  const replica = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  /** The replica's replay position at an earlier moment. */
  let replayed: string | undefined
  let cooldownUntil = 0
  let isOutageReported = false
  const counts = { served: 0, passedOn: 0 }

  const queryPosition = async (): Promise<WalPosition> => {
    const { rows } = await primary.query<WalPosition>(walPositionQuery)
    return rows[0] as WalPosition
  }
  const queryReplayed = async (): Promise<string> => {
    const { rows } = await pool.query<{ lsn: string | null }>('select pg_last_wal_replay_lsn()::text as lsn')
    if (!rows[0]?.lsn) throw new ReplicaLagError()
    return rows[0].lsn
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

  /**
   * Throws if the replica had replayed more at an earlier moment than the primary has now: the primary was restored, or
   * replaced by a server that lagged behind this one.
   */
  function requireOwnHistory(earlier: string, { lsn }: WalPosition): void {
    if (!isAhead(earlier, lsn)) return
    replayed = undefined
    throw new ReplicaLagError()
  }

  /** Starts a cooldown after lag or a failure of the replica. */
  function pause(error: unknown): undefined {
    const isLag = error instanceof ReplicaLagError
    cooldownUntil = performance.now() + (isLag ? lagCooldownMs : failureCooldownMs)
    if (isLag || isOutageReported) return undefined
    isOutageReported = true
    onError(error)
    return undefined
  }

  return {
    async read(transact, work) {
      const earlier =
        performance.now() >= cooldownUntil ? (replayed ?? (await queryReplayed().catch(pause))) : undefined
      if (earlier) {
        const position = await primaryPosition()
        try {
          requireOwnHistory(earlier, position)
          return await transact(async (connection) => {
            replayed = await waitForReplay(connection, position)
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
    close,
  }
}

/** Returns the replica's position once it has replayed up to the given one; throws if that takes too long. */
async function waitForReplay(
  connection: Kysely<Schema>,
  { lsn, timeline, cluster, database }: WalPosition,
): Promise<string> {
  const deadline = performance.now() + maxReplayWaitMs
  for (let pauseMs = 1; ; pauseMs *= 2) {
    const { rows } = await sql<{ replayed: string; isReplayed: boolean | null }>`
      select pg_last_wal_replay_lsn()::text as replayed, pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn and current_database() = ${database}
        and (select system_identifier::text from pg_control_system()) = ${cluster}
        and ${timeline} = (
          select greatest(c.timeline_id, r.min_recovery_end_timeline) from pg_control_checkpoint() c, pg_control_recovery() r
        ) as "isReplayed"`.execute(connection)
    if (rows[0]?.isReplayed) return rows[0].replayed
    if (performance.now() + pauseMs > deadline) throw new ReplicaLagError()
    await wait(pauseMs)
  }
}

/** Visible commits are flushed, so the flush position covers them; with asynchronous commit only the insert position does. */
const walPositionQuery = `
  select (case current_setting('synchronous_commit')
      when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)::text as lsn,
    ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline,
    (select system_identifier::text from pg_control_system()) as cluster, current_database() as database`

/** Compares two WAL positions, `X/Y` in hexadecimal. */
function isAhead(one: string, other: string): boolean {
  const toNumber = (lsn: string) => {
    const [high = '0', low = '0'] = lsn.split('/')
    return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
  }
  return toNumber(one) > toNumber(other)
}

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
