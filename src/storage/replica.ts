import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { ignorePoolErrors } from './ignore-pool-errors.ts'
import type { Schema } from './schema.ts'
import { toStorageError } from './storage-error.ts'

export interface Replica {
  readonly sql: Kysely<Schema>
  /** Not after it was found behind or gone: it is left alone for a moment. */
  isAvailable(): boolean
  /** Up to where the primary has written: whoever reads from there on sees everything that was committed by now. */
  primaryPosition(): Promise<WalPosition>
  /** Inside a transaction on the replica: returns once that has everything up to the position, or throws. */
  waitForPosition(connection: Kysely<Schema>, position: WalPosition): Promise<void>
  /** Whether what was thrown is the replica's own trouble, which the primary does not have. */
  shouldRetryOnPrimary(error: unknown): boolean
  /** How many reads it served, and how many it left to the primary. */
  readCounts(): { served: number; passedOn: number }
  close(): Promise<void>
}

interface WalPosition {
  lsn: string
  cluster: string
  database: string
}

/** So long a read waits for the replica; usually it is there within a millisecond or two. */
const maxReplayWaitMs = 30
const lagCooldownMs = 250
const failureCooldownMs = 5_000

/**
 * Reads content from a streaming replica, and never sees less there than the primary would have shown: each read first
 * asks the primary how far it has written, and goes to the replica only when that has replayed as much. A deleted note,
 * a taken-away permission and a fresh text therefore hold with the next request, whichever node or connection it comes
 * by, without anybody keeping track of who wrote what.
 */
export function openReplica({
  url,
  primary,
  maxConnections,
  onTrouble = () => {},
}: {
  url: string
  primary: pg.Pool
  maxConnections: number
  /** Told once when it goes away, until it is back. */
  onTrouble?: (error: unknown) => void
}): Replica {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    application_name: 'lorewell',
    connectionTimeoutMillis: 1_000,
  })
  ignorePoolErrors(pool)
  let restUntil = 0
  let isTold = false
  const counts = { served: 0, passedOn: 0 }

  const ask = async (): Promise<WalPosition> => {
    const { rows } = await primary.query<WalPosition>(walPositionQuery)
    return rows[0] as WalPosition
  }
  let asking: Promise<unknown> = Promise.resolve()
  let next: Promise<WalPosition> | undefined
  /** One question for all who came while the one before it was under way; never an answer to an earlier question. */
  const primaryPosition = (): Promise<WalPosition> => {
    next ??= asking.then(() => {
      next = undefined
      const asked = ask()
      asking = asked.catch(() => {})
      return asked
    })
    return next
  }

  return {
    sql: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }),
    isAvailable() {
      if (performance.now() >= restUntil) return true
      counts.passedOn += 1
      return false
    },
    primaryPosition,
    async waitForPosition(connection, { lsn, cluster, database }) {
      const deadline = performance.now() + maxReplayWaitMs
      for (let pauseMs = 1; ; pauseMs *= 2) {
        const { rows } = await sql<{ isThere: boolean | null }>`
          select pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn and current_database() = ${database}
            and (select system_identifier::text from pg_control_system()) = ${cluster} as "isThere"`.execute(
          connection,
        )
        if (rows[0]?.isThere) break
        if (performance.now() + pauseMs > deadline) throw new ReplicaLagError()
        await wait(pauseMs)
      }
      counts.served += 1
      isTold = false
    },
    shouldRetryOnPrimary(error) {
      const isBehind = error instanceof ReplicaLagError
      if (!isBehind && !isReplicaFailure(error)) return false
      restUntil = performance.now() + (isBehind ? lagCooldownMs : failureCooldownMs)
      counts.passedOn += 1
      if (!isBehind && !isTold) {
        isTold = true
        onTrouble(error)
      }
      return true
    },
    readCounts: () => ({ ...counts }),
    close: () => pool.end(),
  }
}

/**
 * A commit that others see is written out before, so what is written out covers it; but where commits do not wait for
 * the disk, only what is inserted does.
 */
const walPositionQuery = `
  select (case current_setting('synchronous_commit')
      when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)::text as lsn,
    (select system_identifier::text from pg_control_system()) as cluster, current_database() as database`

class ReplicaLagError extends Error {
  override readonly name = 'ReplicaLagError'
}

/**
 * It cannot be reached, it ended the query because what it reads was removed by what it has to replay (40001), or it is
 * not a copy of this store (no such database, role or table).
 */
function isReplicaFailure(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return (
    toStorageError(error) !== undefined ||
    ['40001', '3D000', '28000', '28P01', '22023'].includes(String(code))
  )
}
