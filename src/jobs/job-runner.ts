import type { FastifyBaseLogger } from 'fastify'
import type { Backoff } from './backoff.ts'
import type { ClaimedJob, Job, JobSelection, JobStore } from './job-store.ts'

/** Undefined: the job is done. Otherwise: run it again at that time, or mark it dead without further attempts. */
export type JobOutcome = undefined | { runAgainAt: Date } | { giveUp: string }

/**
 * Runs one job. After a crash it can be called again for a job that it finished, so it must be idempotent. An error counts
 * as a failed attempt.
 */
export type JobHandler = (job: Job, context: { signal: AbortSignal }) => Promise<JobOutcome>

export interface JobKindOptions {
  /** Jobs that answer requests run on nodes that serve them, all others on workers. */
  purpose: 'answering' | 'background'
  /** Jobs of this kind that run at once in this process. */
  concurrency: number
  /** Further jobs claimed to run next: many short jobs then need few statements. */
  prefetch: number
  leaseMs: number
  /** An attempt that takes longer fails. */
  timeoutMs: number
  backoff: Backoff
  /** Called before a job is marked dead, possibly more than once. */
  onDead?: ((job: Job, error: string) => Promise<void>) | undefined
}

interface JobKindState extends JobKindOptions {
  handler: JobHandler
  /** Claimed and not yet run. */
  queue: ClaimedJob[]
  running: number
  /** Claimed, and their end not yet stored. */
  claimed: number
  /** The last claim filled all free slots. */
  mayHaveMoreDue: boolean
}

type AbortReason = 'timeout' | 'stopping' | 'lease lost'

/** A job whose process ended this often is not retried automatically. */
export const maxLostLeases = 25
const maxErrorLength = 1000

/** Claims due jobs, runs them, and stores their outcome. The queue decides when to claim. */
export function createJobRunner({
  store,
  leasePrefix,
  now,
  random,
  log,
  onCapacity,
}: {
  store: JobStore
  /** Start of every lease of this process. */
  leasePrefix: string
  now: () => Date
  random: () => number
  log: FastifyBaseLogger
  /** Called when slots are free again after a claim that filled them: more jobs can be due. */
  onCapacity: () => void
}) {
  const kinds = new Map<string, JobKindState>()
  const claimedJobs = new Map<ClaimedJob, AbortController>()
  let finished: { job: ClaimedJob; resolve: () => void; reject: (error: unknown) => void }[] = []
  let claims = 0
  let heartbeat: NodeJS.Timeout | undefined
  const whenIdle: (() => void)[] = []

  async function claim(only?: JobSelection): Promise<number> {
    const quotas = [...kinds]
      .filter(([, kindState]) => hasCapacity(kindState))
      .map(([kind, kindState]) => ({
        kind,
        freeSlots: capacity(kindState) - kindState.claimed,
        leaseMs: kindState.leaseMs,
      }))
    if (quotas.length === 0) return 0
    // Reserved before the statement, so that two claims at once cannot fill the same slots.
    for (const { kind, freeSlots } of quotas) stateOf(kind).claimed += freeSlots
    let jobs: ClaimedJob[] = []
    try {
      claims += 1
      jobs = await store.claim(quotas, `${leasePrefix}/${claims}`, now(), only)
    } finally {
      for (const { kind, freeSlots } of quotas) {
        const count = jobs.filter((job) => job.kind === kind).length
        stateOf(kind).claimed -= freeSlots - count
        stateOf(kind).mayHaveMoreDue = count === freeSlots
      }
    }
    for (const job of jobs) {
      claimedJobs.set(job, new AbortController())
      stateOf(job.kind).queue.push(job)
    }
    for (const { kind } of quotas) runNext(stateOf(kind))
    startHeartbeat()
    return jobs.length
  }

  function runNext(kindState: JobKindState): void {
    while (kindState.running < kindState.concurrency) {
      const job = kindState.queue.shift()
      if (!job) return
      void run(job, kindState)
    }
  }

  async function run(job: ClaimedJob, kindState: JobKindState): Promise<void> {
    const controller = claimedJobs.get(job) as AbortController
    try {
      if (job.lostLeases > maxLostLeases) {
        await giveUp(job, `The process ended ${job.lostLeases} times while it ran this job.`, false)
      } else {
        await settle(job, await attempt(job, kindState, controller))
      }
    } catch (error) {
      await settleFailure(job, error, controller.signal).catch((err: unknown) =>
        log.error(
          { err, job: job.id, kind: job.kind },
          'the outcome of a job could not be stored; it runs again when its lease expires',
        ),
      )
    }
    removeClaimed(job)
  }

  /** Starts the next job as soon as the handler returns, before the outcome is stored. */
  async function attempt(job: ClaimedJob, kindState: JobKindState, controller: AbortController): Promise<JobOutcome> {
    const timer = setTimeout(() => controller.abort('timeout' satisfies AbortReason), kindState.timeoutMs)
    timer.unref()
    kindState.running += 1
    try {
      return await runAbortable(job, kindState.handler, controller.signal)
    } finally {
      clearTimeout(timer)
      kindState.running -= 1
      runNext(kindState)
    }
  }

  function removeClaimed(job: ClaimedJob): void {
    const kindState = stateOf(job.kind)
    claimedJobs.delete(job)
    kindState.claimed -= 1
    if (kindState.mayHaveMoreDue && hasCapacity(kindState)) onCapacity()
    if (claimedJobs.size > 0) return
    clearInterval(heartbeat)
    heartbeat = undefined
    for (const resolve of whenIdle.splice(0)) resolve()
  }

  async function settle(job: ClaimedJob, outcome: JobOutcome): Promise<void> {
    if (outcome === undefined) return complete(job)
    if ('runAgainAt' in outcome) return store.reschedule(job, outcome.runAgainAt, undefined)
    return giveUp(job, outcome.giveUp, true)
  }

  async function settleFailure(job: ClaimedJob, error: unknown, signal: AbortSignal): Promise<void> {
    if (signal.aborted && signal.reason === ('lease lost' satisfies AbortReason)) return
    if (signal.aborted && signal.reason === ('stopping' satisfies AbortReason)) {
      return store.release([job], now())
    }
    const { backoff, timeoutMs } = stateOf(job.kind)
    const failures = job.failures + 1
    const pauseMs = backoff(failures, random)
    const message = signal.aborted ? `It took longer than ${timeoutMs / 1000} seconds.` : storedErrorMessage(error)
    log.warn({ err: error, job: job.id, kind: job.kind, failures }, 'a job failed')
    if (pauseMs === undefined) return giveUp(job, message, true)
    return store.reschedule(job, new Date(now().getTime() + pauseMs), message)
  }

  async function giveUp(job: ClaimedJob, error: string, isAttempt: boolean): Promise<void> {
    log.error({ job: job.id, kind: job.kind, reason: error }, 'a job is dead; an admin can retry it')
    await stateOf(job.kind)
      .onDead?.(job, error)
      .catch((err: unknown) => log.error({ err, job: job.id, kind: job.kind }, 'the onDead handler of a job failed'))
    await store.markDead(job, error.slice(0, maxErrorLength), isAttempt, now())
  }

  /** Stores jobs that finish in the same turn of the event loop with one statement. */
  function complete(job: ClaimedJob): Promise<void> {
    return new Promise((resolve, reject) => {
      finished.push({ job, resolve, reject })
      if (finished.length > 1) return
      setImmediate(() => {
        const batch = finished
        finished = []
        store
          .complete(
            batch.map((entry) => entry.job),
            now(),
          )
          .then(
            () => batch.forEach((entry) => void entry.resolve()),
            (error: unknown) => batch.forEach((entry) => void entry.reject(error)),
          )
      })
    })
  }

  function startHeartbeat(): void {
    if (heartbeat || claimedJobs.size === 0) return
    const shortest = Math.min(...[...kinds.values()].map((kindState) => kindState.leaseMs))
    heartbeat = setInterval(() => {
      renew().catch((err: unknown) => log.warn({ err }, 'the leases of running jobs could not be renewed'))
    }, shortest / 3)
    heartbeat.unref()
  }

  async function renew(): Promise<void> {
    const jobs = [...claimedJobs.keys()]
    if (jobs.length === 0) return
    const renewed = await store.renew(jobs, (kind) => stateOf(kind).leaseMs, now())
    for (const job of jobs) if (!renewed.has(job.id)) claimedJobs.get(job)?.abort('lease lost' satisfies AbortReason)
  }

  function stateOf(kind: string): JobKindState {
    const kindState = kinds.get(kind)
    if (!kindState) throw new Error(`Jobs of kind ${kind} have no handler`)
    return kindState
  }

  return {
    register(kind: string, handler: JobHandler, options: JobKindOptions): void {
      if (kinds.has(kind)) throw new Error(`Jobs of kind ${kind} already have a handler`)
      kinds.set(kind, { ...options, handler, queue: [], running: 0, claimed: 0, mayHaveMoreDue: false })
    },
    /** Starts due jobs as far as slots are free. Returns their number. */
    claim,
    renew,
    isIdle: () => claimedJobs.size === 0,
    waitUntilIdle: (): Promise<void> =>
      claimedJobs.size === 0 ? Promise.resolve() : new Promise((resolve) => whenIdle.push(resolve)),
    /** Releases claimed jobs that have not started. */
    async releaseQueued(): Promise<void> {
      const jobs = [...kinds.values()].flatMap((kindState) => kindState.queue.splice(0))
      if (jobs.length === 0) return
      await store.release(jobs, now()).finally(() => {
        for (const job of jobs) removeClaimed(job)
      })
    },
    /** Aborts running jobs, which releases them. */
    abortRunning(): void {
      for (const controller of claimedJobs.values()) controller.abort('stopping' satisfies AbortReason)
    },
  }
}

function capacity(kindState: JobKindOptions): number {
  return kindState.concurrency + kindState.prefetch
}

/** Tells whether to claim more: only when half of the prefetched jobs have started, not after every job. */
function hasCapacity(kindState: JobKindState): boolean {
  return kindState.claimed < capacity(kindState) && kindState.queue.length <= kindState.prefetch / 2
}

/** Runs the handler. Rejects as soon as the signal aborts, even if the handler ignores it. */
function runAbortable(job: Job, handler: JobHandler, signal: AbortSignal): Promise<JobOutcome> {
  return new Promise((resolve, reject) => {
    const interrupt = () => reject(new Error(`Interrupted: ${String(signal.reason)}`))
    if (signal.aborted) return interrupt()
    signal.addEventListener('abort', interrupt, { once: true })
    // The async function turns a synchronous throw of the handler into a rejection.
    const result = (async () => handler(job, { signal }))()
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', interrupt))
  })
}

function storedErrorMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  // PostgreSQL stores neither NUL nor lone surrogates.
  return message.replaceAll('\u0000', '').slice(0, maxErrorLength).toWellFormed()
}
