import type { FastifyBaseLogger } from 'fastify'
import type { Backoff } from './backoff.ts'
import type { ClaimedJob, Job, JobStore } from './job-store.ts'

/** Nothing: the job is done. Otherwise: run it once more at that time, or bury it without further attempts. */
export type JobOutcome = undefined | { runAgainAt: Date } | { giveUp: string }

/**
 * Works on one job. It may be called again for a job that it finished, after a crash: it must find out by itself what
 * has been done. What it throws counts as a failed attempt.
 */
export type JobHandler = (job: Job, context: { signal: AbortSignal }) => Promise<JobOutcome>

export interface JobKindOptions {
  /** How many of this kind run at once in this process. */
  concurrency: number
  /** How many more are claimed along with those, to be run next: many short jobs then cost few statements. */
  prefetch: number
  leaseMs: number
  /** An attempt that takes longer has failed. */
  timeoutMs: number
  backoff: Backoff
  /** Called before a job becomes dead, maybe more than once. */
  onDead?: ((job: Job, error: string) => Promise<void>) | undefined
}

interface JobKindState extends JobKindOptions {
  handler: JobHandler
  /** Claimed and not yet run. */
  queue: ClaimedJob[]
  running: number
  /** Claimed and not yet written down as ended. */
  claimed: number
  /** The last claim filled it, so more may be due. */
  mayHaveMoreDue: boolean
}

type AbortReason = 'timeout' | 'stopping' | 'lease lost'

/** A job that took its process with it so often is not tried again by itself. */
export const maxLostLeases = 25
const maxErrorLength = 1000

/** Claims due jobs, runs them, and writes down how they ended. When it claims is decided by its owner. */
export function createJobRunner({
  store,
  holder,
  now,
  random,
  log,
  onRoom,
}: {
  store: JobStore
  /** Leads every lease of this process. */
  holder: string
  now: () => Date
  random: () => number
  log: FastifyBaseLogger
  /** There is room again where there was none: a claim may find more. */
  onRoom: () => void
}) {
  const lanes = new Map<string, JobKindState>()
  const held = new Map<ClaimedJob, AbortController>()
  let finished: { job: ClaimedJob; resolve: () => void; reject: (error: unknown) => void }[] = []
  let claims = 0
  let heartbeat: NodeJS.Timeout | undefined
  const whenIdle: (() => void)[] = []

  async function claim(): Promise<number> {
    const open = [...lanes]
      .filter(([, lane]) => hasCapacity(lane))
      .map(([kind, lane]) => ({ kind, freeSlots: capacity(lane) - lane.claimed, leaseMs: lane.leaseMs }))
    if (open.length === 0) return 0
    // Taken before the statement, so that two claims at once cannot fill the same room twice.
    for (const { kind, freeSlots } of open) laneOf(kind).claimed += freeSlots
    let jobs: ClaimedJob[] = []
    try {
      claims += 1
      jobs = await store.claim(open, `${holder}/${claims}`, now())
    } finally {
      for (const { kind, freeSlots } of open) {
        const count = jobs.filter((job) => job.kind === kind).length
        laneOf(kind).claimed -= freeSlots - count
        laneOf(kind).mayHaveMoreDue = count === freeSlots
      }
    }
    for (const job of jobs) {
      held.set(job, new AbortController())
      laneOf(job.kind).queue.push(job)
    }
    for (const { kind } of open) runNext(laneOf(kind))
    keepLeases()
    return jobs.length
  }

  function runNext(lane: JobKindState): void {
    while (lane.running < lane.concurrency) {
      const job = lane.queue.shift()
      if (!job) return
      void run(job, lane)
    }
  }

  async function run(job: ClaimedJob, lane: JobKindState): Promise<void> {
    const interruption = held.get(job) as AbortController
    try {
      if (job.lostLeases > maxLostLeases) {
        await bury(job, `The process ended ${job.lostLeases} times while it worked on this.`, false)
      } else {
        await settle(job, await attempt(job, lane, interruption))
      }
    } catch (error) {
      await settleFailure(job, error, interruption.signal).catch((err: unknown) =>
        log.error({ err, job: job.id, kind: job.kind }, 'the end of a job could not be written down'),
      )
    }
    letGo(job)
  }

  /** The next job begins as soon as the handler is through, not when its end is written down. */
  async function attempt(
    job: ClaimedJob,
    lane: JobKindState,
    interruption: AbortController,
  ): Promise<JobOutcome> {
    const timer = setTimeout(() => interruption.abort('timeout' satisfies AbortReason), lane.timeoutMs)
    timer.unref()
    lane.running += 1
    try {
      return await runAbortable(job, lane.handler, interruption.signal)
    } finally {
      clearTimeout(timer)
      lane.running -= 1
      runNext(lane)
    }
  }

  function letGo(job: ClaimedJob): void {
    const lane = laneOf(job.kind)
    held.delete(job)
    lane.claimed -= 1
    if (lane.mayHaveMoreDue && hasCapacity(lane)) onRoom()
    if (held.size > 0) return
    clearInterval(heartbeat)
    heartbeat = undefined
    for (const resolve of whenIdle.splice(0)) resolve()
  }

  async function settle(job: ClaimedJob, outcome: JobOutcome): Promise<void> {
    if (outcome === undefined) return complete(job)
    if ('runAgainAt' in outcome) return store.reschedule(job, outcome.runAgainAt, undefined)
    return bury(job, outcome.giveUp, true)
  }

  async function settleFailure(job: ClaimedJob, error: unknown, signal: AbortSignal): Promise<void> {
    if (signal.aborted && signal.reason === ('lease lost' satisfies AbortReason)) return
    if (signal.aborted && signal.reason === ('stopping' satisfies AbortReason)) {
      return store.release([job], now())
    }
    const { backoff, timeoutMs } = laneOf(job.kind)
    const failures = job.failures + 1
    const pauseMs = backoff(failures, random)
    const message = signal.aborted
      ? `It took longer than ${timeoutMs / 1000} seconds.`
      : storedErrorMessage(error)
    log.warn({ err: error, job: job.id, kind: job.kind, failures }, 'an attempt of a job failed')
    if (pauseMs === undefined) return bury(job, message, true)
    return store.reschedule(job, new Date(now().getTime() + pauseMs), message)
  }

  async function bury(job: ClaimedJob, error: string, isAttempt: boolean): Promise<void> {
    log.error({ job: job.id, kind: job.kind, reason: error }, 'a job was given up; an admin can retry it')
    await laneOf(job.kind)
      .onDead?.(job, error)
      .catch((err: unknown) => log.error({ err, job: job.id, kind: job.kind }, 'a dead job was not told of'))
    await store.markDead(job, error.slice(0, maxErrorLength), isAttempt, now())
  }

  /** Jobs that end in the same turn of the loop are written down by one statement. */
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

  function keepLeases(): void {
    if (heartbeat || held.size === 0) return
    const shortest = Math.min(...[...lanes.values()].map((lane) => lane.leaseMs))
    heartbeat = setInterval(() => {
      renew().catch((err: unknown) => log.warn({ err }, 'the leases of running jobs could not be renewed'))
    }, shortest / 3)
    heartbeat.unref()
  }

  async function renew(): Promise<void> {
    const jobs = [...held.keys()]
    if (jobs.length === 0) return
    const kept = await store.renew(jobs, (kind) => laneOf(kind).leaseMs, now())
    for (const job of jobs) if (!kept.has(job.id)) held.get(job)?.abort('lease lost' satisfies AbortReason)
  }

  function laneOf(kind: string): JobKindState {
    const lane = lanes.get(kind)
    if (!lane) throw new Error(`Nobody handles jobs of the kind ${kind}`)
    return lane
  }

  return {
    register(kind: string, handler: JobHandler, options: JobKindOptions): void {
      if (lanes.has(kind)) throw new Error(`Jobs of the kind ${kind} have a handler already`)
      lanes.set(kind, { ...options, handler, queue: [], running: 0, claimed: 0, mayHaveMoreDue: false })
    },
    /** Starts what is due and fits in; returns how many that were. */
    claim,
    renew,
    isIdle: () => held.size === 0,
    waitUntilIdle: (): Promise<void> =>
      held.size === 0 ? Promise.resolve() : new Promise((resolve) => whenIdle.push(resolve)),
    /** Gives back what was claimed ahead and has not begun. */
    async releaseQueued(): Promise<void> {
      const jobs = [...lanes.values()].flatMap((lane) => lane.queue.splice(0))
      if (jobs.length === 0) return
      await store.release(jobs, now()).finally(() => {
        for (const job of jobs) letGo(job)
      })
    },
    /** Ends what runs and gives it back. */
    abortRunning(): void {
      for (const interruption of held.values()) interruption.abort('stopping' satisfies AbortReason)
    },
  }
}

function capacity(lane: JobKindOptions): number {
  return lane.concurrency + lane.prefetch
}

/** Not for each single job that ends: half of what is claimed ahead must be used up. */
function hasCapacity(lane: JobKindState): boolean {
  return lane.claimed < capacity(lane) && lane.queue.length <= lane.prefetch / 2
}

/** What the handler does, or a rejection as soon as it is interrupted, whether it listens or not. */
function runAbortable(job: Job, handler: JobHandler, signal: AbortSignal): Promise<JobOutcome> {
  return new Promise((resolve, reject) => {
    const interrupt = () => reject(new Error(`Interrupted: ${String(signal.reason)}`))
    if (signal.aborted) return interrupt()
    signal.addEventListener('abort', interrupt, { once: true })
    // In a function of its own, so that what a handler throws before its first await counts like the rest.
    const working = (async () => handler(job, { signal }))()
    working.then(resolve, reject).finally(() => signal.removeEventListener('abort', interrupt))
  })
}

function storedErrorMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  // PostgreSQL keeps no NUL and no half of a surrogate pair.
  return message.replaceAll('\u0000', '').slice(0, maxErrorLength).toWellFormed()
}
