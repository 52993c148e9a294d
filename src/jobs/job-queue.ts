import { randomUUID } from 'node:crypto'
import { setImmediate as nextTick } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Sql } from '../storage/database.ts'
import { exponentialBackoff } from './backoff.ts'
import { createJobAdmin, type JobSummary } from './job-admin.ts'
import { createJobRunner, type JobHandler, type JobKindOptions } from './job-runner.ts'
import { createJobStore, type JobSelection, type NewJob } from './job-store.ts'

export interface JobQueueDeps {
  database: Database
  now: () => Date
  random: () => number
  log: FastifyBaseLogger
  /** Jobs of other purposes are left to other nodes. Absent: this node runs all. */
  purpose?: JobKindOptions['purpose'] | undefined
  /** Interval to look for jobs that are due or that another process enqueued. */
  pollMs?: number
  /** Name this process and this queue in it; unique per queue. */
  processName?: string
  queueName?: string
}

export type JobQueue = ReturnType<typeof createJobQueue>

const defaultJobKindOptions: JobKindOptions = {
  purpose: 'background',
  concurrency: 4,
  // More would be faster, but the embedded database has one session, and searches wait for each claim (docs/quality.md).
  prefetch: 8,
  leaseMs: 60_000,
  timeoutMs: 10 * 60_000,
  backoff: exponentialBackoff({ attempts: 10 }),
}

/**
 * Creates the job queue, for work that must happen even if this process ends now. Each job runs at least once, in one of
 * the processes on the database. A failed job is retried with growing pauses, then kept as dead.
 */
export function createJobQueue({
  database,
  now,
  random,
  log,
  purpose,
  pollMs = 1000,
  processName = `${process.pid}.${Math.round(performance.timeOrigin)}`,
  queueName = randomUUID(),
}: JobQueueDeps) {
  const store = createJobStore(database)
  const runner = createJobRunner({
    store,
    leasePrefix: `${processName}/${queueName}`,
    now,
    random,
    log,
    onCapacity: wake,
  })
  const admin = createJobAdmin({ database, now })
  let isWoken = false
  let wakeUp = () => {}
  let running: Promise<void> | undefined
  let isStopping = false
  /** Consecutive failures to read the queue. */
  let failures = 0

  /** Signals the loop; the caller does not wait for the claim. */
  function wake(): void {
    isWoken = true
    wakeUp()
  }

  async function loop(only: JobSelection | undefined): Promise<void> {
    while (!isStopping) {
      isWoken = false
      try {
        await runner.claim(only)
        failures = 0
      } catch (err) {
        failures += 1
        log.error({ err }, 'the job queue could not be read; retrying')
      }
      await sleep(pollMs * (1 + random() / 4))
      // Jobs that finish together free their slots together.
      await nextTick()
    }
  }

  async function releaseQueued(): Promise<void> {
    try {
      await runner.releaseQueued()
    } catch (err) {
      log.error({ err }, 'jobs could not be released; they run when their leases expire')
    }
  }

  function sleep(pauseMs: number): Promise<void> {
    if (isWoken || isStopping) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pauseMs)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    list: admin.list,
    countByState: admin.countByState,

    async retry(organizationId: string, id: number): Promise<JobSummary> {
      const job = await admin.retry(organizationId, id)
      wake()
      return job
    },

    /** Registers the handler for a kind of job. Call it before `start`. */
    register(kind: string, handler: JobHandler, options: Partial<JobKindOptions> = {}): void {
      const registered = { ...defaultJobKindOptions, ...options }
      if (!purpose || registered.purpose === purpose) runner.register(kind, handler, registered)
    },

    /** Enqueues within the caller's transaction. The job starts once that commits, or at `dueAt`. */
    async enqueue(sql: Sql, job: NewJob): Promise<{ isNew: boolean }> {
      const id = await store.insert(sql, job, now())
      if (id !== undefined && (!job.dueAt || job.dueAt <= now())) database.afterCommit(wake)
      return { isNew: id !== undefined }
    },

    /** Enqueues the one job with this unique key, or makes it due at another time, unless it is running. */
    async setDue(sql: Sql, job: NewJob & { uniqueKey: string }): Promise<void> {
      await store.setDue(sql, job, now())
      if (!job.dueAt || job.dueAt <= now()) database.afterCommit(wake)
    },

    /** Removes the job with this unique key, unless it is running. */
    remove: store.remove,

    wake,

    /** Reports failing only after several failures: the queue is read again within a second or so. */
    state(): 'stopped' | 'running' | 'failing' {
      if (!running) return 'stopped'
      return failures > 2 ? 'failing' : 'running'
    },

    /** Starts the loop; with `only`, it runs those jobs alone and leaves the rest to a server. */
    async start({ only }: { only?: JobSelection } = {}): Promise<void> {
      if (running) throw new Error('The queue is already running')
      isStopping = false
      if (database.engine === 'pglite') await store.reclaimOrphanedJobs(processName, now())
      await store.correctTimes(now())
      running = loop(only)
    },

    /** Stops claiming, lets running jobs finish within the grace period, and releases the rest. */
    async stop({ graceMs = 10_000 }: { graceMs?: number } = {}): Promise<void> {
      isStopping = true
      const timer = setTimeout(() => runner.abortRunning(), graceMs)
      await releaseQueued()
      wake()
      await running
      running = undefined
      // Jobs that a claim in progress brought in.
      await releaseQueued()
      await runner.waitUntilIdle()
      clearTimeout(timer)
    },

    /** Runs everything that is due, without the loop: for commands, and for tests that set the clock. */
    async drain(): Promise<void> {
      while ((await runner.claim()) > 0 || !runner.isIdle()) await runner.waitUntilIdle()
    },

    /** Renews the leases of running jobs. The runner does so automatically after a third of their duration. */
    renewLeases: runner.renew,

    deleteExpired: store.deleteExpired,
  }
}
