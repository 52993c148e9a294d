import { exponentialBackoff } from '../jobs/backoff.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { needsVectorIndex } from '../search/vector/vector-index-selector.ts'
import type { Database } from '../storage/database.ts'
import { createVectorIndex } from '../storage/vector-index.ts'

const jobKind = 'index-vectors'
/** 100,000 vectors took 209 s on two busy cores; large stores take hours. */
const timeoutMs = 24 * 3600_000
const checkIntervalMs = 10 * 60_000

/**
 * Creates the approximate vector index of the database, in the background and while the service runs, when the vectors
 * don't fit into memory. Not on the embedded database, whose only session would be busy for minutes.
 */
export function createVectorIndexing({
  database,
  jobs,
  now,
  maxExact,
  onError,
}: {
  database: Database
  jobs: JobQueue
  now: () => Date
  /** Up to this many vectors are compared exactly. */
  maxExact?: number
  onError: (error: unknown) => void
}) {
  let checkedAt = Number.NEGATIVE_INFINITY
  jobs.register(
    jobKind,
    async () => {
      if (await needsVectorIndex(database, { maxExact })) await createVectorIndex(database)
      return undefined
    },
    { concurrency: 1, prefetch: 0, timeoutMs, backoff: exponentialBackoff({ attempts: 3 }) },
  )

  /** Enqueues the job if the index is needed and missing. */
  async function schedule(): Promise<void> {
    if (!(await needsVectorIndex(database, { maxExact }))) return
    const day = now().toISOString().slice(0, 10)
    await jobs.enqueue(database.unrestricted, { kind: jobKind, payload: {}, uniqueKey: `${jobKind} ${day}` })
  }

  return {
    schedule,
    /** The same, for every search that the database compares vectors for: looks every ten minutes. */
    request(): void {
      const at = now().getTime()
      if (database.engine === 'pglite' || at - checkedAt < checkIntervalMs) return
      checkedAt = at
      schedule().catch(onError)
    },
  }
}
