import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Sql } from '../storage/database.ts'
import { exponentialBackoff } from './backoff.ts'
import { createJobAdmin, type JobSummary } from './job-admin.ts'
import { createJobRunner, type JobHandler, type JobKindOptions } from './job-runner.ts'
import { createJobStore, type NewJob } from './job-store.ts'

export interface JobQueueDeps {
  database: Database
  now: () => Date
  random: () => number
  log: FastifyBaseLogger
  /** How often to look for work that another process enqueued or whose time has come. */
  pollMs?: number
  /** This process, and this queue in it; two queues must not share one. */
  processName?: string
  queueName?: string
}

export type JobQueue = ReturnType<typeof createJobQueue>

const defaultJobKindOptions: JobKindOptions = {
  concurrency: 4,
  // More would be faster, but the embedded database has one session, and who searches waits for each claim: see docs/quality.md.
  prefetch: 8,
  leaseMs: 60_000,
  timeoutMs: 10 * 60_000,
  backoff: exponentialBackoff({ attempts: 10 }),
}

/**
 * The queue: work that must happen even if this process ends now. Each job is run at least once, by any one of the
 * processes on the database; a failed one is tried again after growing pauses, and kept as dead when that did not help.
 */
export function createJobQueue({
  database,
  now,
  random,
  log,
  pollMs = 1000,
  processName = `${process.pid}.${Math.round(performance.timeOrigin)}`,
  queueName = randomUUID(),
}: JobQueueDeps) {
  const store = createJobStore(database)
  const runner = createJobRunner({
    store,
    holder: `${processName}/${queueName}`,
    now,
    random,
    log,
    onRoom: wake,
  })
  const admin = createJobAdmin({ database, now })
  let isWoken = false
  let wakeUp = () => {}
  let running: Promise<void> | undefined
  let isStopping = false
  /** Times in a row that the queue could not be read. */
  let failures = 0

  /** Only sets a sign for the loop: who calls it does not wait for the claim. */
  function wake(): void {
    isWoken = true
    wakeUp()
  }

  async function loop(): Promise<void> {
    while (!isStopping) {
      isWoken = false
      try {
        await runner.claim()
        failures = 0
      } catch (err) {
        failures += 1
        log.error({ err }, 'the queue could not be read; it is tried again')
      }
      await nap(pollMs * (1 + random() / 4))
      // Jobs that end together make room together.
      await nextTurn()
    }
  }

  async function giveBack(): Promise<void> {
    try {
      await runner.releaseQueued()
    } catch (err) {
      log.error({ err }, 'jobs could not be given back; their leases have to run out')
    }
  }

  function nap(pauseMs: number): Promise<void> {
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

    /** Before the start: who works on jobs of a kind, and how. */
    register(kind: string, handler: JobHandler, options: Partial<JobKindOptions> = {}): void {
      runner.register(kind, handler, { ...defaultJobKindOptions, ...options })
    },

    /** Part of the caller's transaction. It begins as soon as that is committed, or at its time. */
    async enqueue(sql: Sql, job: NewJob): Promise<{ isNew: boolean }> {
      const id = await store.insert(sql, job, now())
      if (id !== undefined && (!job.dueAt || job.dueAt <= now())) database.afterCommit(wake)
      return { isNew: id !== undefined }
    },

    wake,

    /** One failure is no state: the next look follows within a second or so. */
    state(): 'stopped' | 'running' | 'failing' {
      if (!running) return 'stopped'
      return failures > 2 ? 'failing' : 'running'
    },

    async start(): Promise<void> {
      if (running) throw new Error('The queue runs already')
      isStopping = false
      if (database.engine === 'pglite') await store.reclaimOrphanedJobs(processName, now())
      running = loop()
    },

    /** Takes nothing more, lets what runs end within the grace, and gives back the rest. */
    async stop({ graceMs = 10_000 }: { graceMs?: number } = {}): Promise<void> {
      isStopping = true
      const timer = setTimeout(() => runner.abortRunning(), graceMs)
      await giveBack()
      wake()
      await running
      running = undefined
      // What a claim that was under way brought in.
      await giveBack()
      await runner.waitUntilIdle()
      clearTimeout(timer)
    },

    /** Works off everything that is due, without the loop: for commands, and for tests that set the clock. */
    async drain(): Promise<void> {
      while ((await runner.claim()) > 0 || !runner.isIdle()) await runner.waitUntilIdle()
    },

    /** Makes the leases of running jobs last; the runner does so by itself at a third of their length. */
    renewLeases: runner.renew,

    deleteExpired: () => store.deleteExpired(now()),
  }
}
