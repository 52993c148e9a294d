import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { dayMs } from '../durations.ts'
import { AppError } from '../errors.ts'
import { exponentialBackoff } from '../jobs/backoff.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Sql } from '../storage/database.ts'
import { withAbort } from './abortable.ts'
import type { Connection, ConnectionKey, ConnectionStore } from './connection-store.ts'
import { type AnyConnector, OriginError } from './connector.ts'
import type { OriginOpener } from './origin-opener.ts'
import { type RunEnd, RunStoppedError, type SyncAttempt } from './run-store.ts'
import { runSync, type SyncRunDeps } from './sync-run.ts'

const jobKind = 'sync'
/** The queue renews the lease meanwhile; a first run over a slow line takes hours. */
const maxRunMs = 24 * 3600_000
const cancellationPollMs = 2000
const connectTimeoutMs = 5 * 60_000
/** A connection without a schedule is not tried more often after failures. */
const backoff = exponentialBackoff({ initialMs: 30_000, maxMs: 3600_000, attempts: 10 })
const maxPauseMs = 3600_000
/** An origin that asks for more, or for a date by another clock, is tried again before. */
const maxRetryAfterMs = dayMs

/**
 * Runs connections as jobs: one job per connection, so that it runs once at a time over all nodes, and continues after a
 * crash. The job stays in the queue and waits for the next time.
 */
export function createSyncJobs(
  deps: SyncRunDeps & {
    jobs: JobQueue
    connections: ConnectionStore
    openOrigin: OriginOpener['open']
    findConnector: (kind: string) => AnyConnector | undefined
    newId: () => string
    random: () => number
    log: FastifyBaseLogger
  },
) {
  const { database, jobs, connections, runs, openOrigin, findConnector, newId, now, random, log } = deps

  jobs.register(
    jobKind,
    async (job, { signal }) => {
      const key = { organizationId: job.organizationId, id: (job.payload as { connectionId: string }).connectionId }
      const begun = await runs.begin(key, newId())
      const connection = begun && (await connections.find(key))
      if (!connection) return undefined
      const { end, retryAfterMs } = begun.isCancelled
        ? { end: { outcome: 'cancelled' } satisfies RunEnd, retryAfterMs: 0 }
        : await attemptRun(connection, begun, signal)
      if (signal.aborted) return undefined
      if (!end) return planned(key)
      const failures = end.outcome === 'failed' ? connection.failures + 1 : 0
      // The schedule as it is now: it can have changed during the run.
      const nextRunAt = nextRun((await connections.find(key)) ?? connection, failures, retryAfterMs)
      if (!(await runs.end(begun.attempt, { ...end, failures, nextRunAt }))) return planned(key)
      return nextRunAt && { runAgainAt: nextRunAt }
    },
    {
      concurrency: 2,
      prefetch: 0,
      timeoutMs: maxRunMs,
      backoff: exponentialBackoff({ attempts: Number.POSITIVE_INFINITY, maxMs: 300_000 }),
      async onDead({ organizationId, payload }) {
        const id = (payload as { connectionId: string }).connectionId
        const error =
          'The server stopped several times during this run. Look for the cause in its log, then sync again.'
        await connections.update(
          database.unrestricted,
          { organizationId, id },
          { state: 'idle', outcome: 'failed', error },
        )
      },
    },
  )

  /** Returns when a superseded job runs again. It has no effect if another attempt has the job. */
  async function planned(key: ConnectionKey): Promise<{ runAgainAt: Date } | undefined> {
    const nextRunAt = (await connections.find(key))?.nextRunAt
    return nextRunAt ? { runAgainAt: nextRunAt } : undefined
  }

  /** Returns how the attempt ended; no end if another attempt took over or the service stops. */
  async function attemptRun(
    connection: Connection,
    { attempt, start, counts }: NonNullable<Awaited<ReturnType<typeof runs.begin>>>,
    signal: AbortSignal,
  ): Promise<{ end?: RunEnd; retryAfterMs: number }> {
    const controller = new AbortController()
    const stop = AbortSignal.any([signal, controller.signal])
    const poll = setInterval(() => {
      runs.saveProgress(attempt, counts).catch((error: unknown) => {
        if (error instanceof RunStoppedError) controller.abort(error)
      })
    }, cancellationPollMs)
    try {
      const reader = await connect(connection, stop)
      try {
        const { audienceId, allowsRemovals, rootId } = await loadTarget(connection)
        const target = { attempt, rootId, audienceId, start, counts, allowsRemovals, signal: stop }
        const { warning } = await runSync(deps, reader, target)
        return { end: { outcome: 'done', ...(warning && { error: toStoredError(warning) }) }, retryAfterMs: 0 }
      } finally {
        await reader.close().catch((err: unknown) => log.warn({ err }, 'an origin could not be closed'))
      }
    } catch (error) {
      // Deleted meanwhile, perhaps with its data source: there is nothing left to write to, or to report to.
      if (!(await connections.find(connection))) return { retryAfterMs: 0 }
      return describeFailure(error, attempt, signal)
    } finally {
      clearInterval(poll)
    }
  }

  async function connect(connection: Connection, signal: AbortSignal) {
    const connector = findConnector(connection.kind)
    if (!connector) throw new OriginError(`This version of Lorewell has no connections of the kind ${connection.kind}.`)
    const secrets = await connections.readSecrets(connection)
    if (!secrets)
      throw new OriginError(
        'The secrets of this connection cannot be decrypted with the key of the server. Enter them again.',
      )
    const settings = connector.settings.safeParse({ ...connection.settings, ...secrets })
    if (!settings.success)
      throw new OriginError('The settings of this connection are no longer valid. Enter them again.')
    return withAbort(() => openOrigin(connector, connection, settings.data, { signal }), {
      signal,
      stallMs: connectTimeoutMs,
    })
  }

  async function loadTarget({ organizationId, rootId, allowsRemovals }: Connection) {
    const { audience_id: audienceId } = await database.unrestricted
      .selectFrom('data_source')
      .select('audience_id')
      .where('org_id', '=', organizationId)
      .where('id', '=', rootId)
      .executeTakeFirstOrThrow()
    return { rootId, audienceId, allowsRemovals }
  }

  function describeFailure(error: unknown, attempt: SyncAttempt, signal: AbortSignal) {
    if (signal.aborted || (error instanceof RunStoppedError && error.reason === 'superseded'))
      return { retryAfterMs: 0 }
    if (error instanceof RunStoppedError) return { end: { outcome: 'cancelled' } satisfies RunEnd, retryAfterMs: 0 }
    const isExpected = error instanceof OriginError || error instanceof AppError
    if (!isExpected) log.error({ err: error, connection: attempt.id }, 'a connection failed')
    const message = isExpected ? error.message : 'An unexpected error occurred. The log of the server says more.'
    const retryAfterMs = error instanceof OriginError ? (error.retryAfterMs ?? 0) : 0
    return { end: { outcome: 'failed', error: toStoredError(message) } satisfies RunEnd, retryAfterMs }
  }

  function nextRun({ everyMinutes }: Connection, failures: number, retryAfterMs: number): Date | undefined {
    const after = (ms: number) => new Date(now().getTime() + ms)
    if (failures === 0) return everyMinutes === null ? undefined : after(everyMinutes * 60_000)
    const pauseMs = backoff(failures, random) ?? (everyMinutes === null ? undefined : maxPauseMs)
    return pauseMs === undefined ? undefined : after(Math.max(pauseMs, Math.min(retryAfterMs, maxRetryAfterMs)))
  }

  /** Returns the longest time from now until the next run of a connection that has none under way. */
  function longestWaitMs({ state, everyMinutes, failures }: Connection): number {
    if (state === 'idle') return (everyMinutes ?? 0) * 60_000
    return failures > 0 ? maxRetryAfterMs : 0
  }

  const jobOf = ({ organizationId, id }: ConnectionKey) => ({
    organizationId,
    kind: jobKind,
    payload: { connectionId: id },
    uniqueKey: id,
  })

  return {
    /** Starts a run now, unless one is running. With `allowsRemovals`, it removes everything that is no longer listed. */
    async start(store: Sql, key: ConnectionKey, { allowsRemovals = false } = {}): Promise<void> {
      await sql`
        update connection set state = case state when 'running' then state else 'waiting' end, is_cancelled = false,
          next_run_at = ${now()}, allows_removals = allows_removals or ${allowsRemovals}
        where org_id = ${key.organizationId} and id = ${key.id}`.execute(store)
      await jobs.setDue(store, jobOf(key))
    },

    /** Plans the next run after the schedule was changed. */
    async plan(store: Sql, key: ConnectionKey, nextRunAt: Date | null): Promise<void> {
      if (nextRunAt) await jobs.setDue(store, { ...jobOf(key), dueAt: nextRunAt })
      else await jobs.remove(store, jobOf(key))
    },

    /** Lets no connection wait for longer than it can have to, as after a clock that was ahead. Called at every start. */
    async correctTimes(): Promise<void> {
      for (const connection of await connections.listDue()) {
        const latest = new Date(now().getTime() + longestWaitMs(connection))
        if (connection.state === 'running' || !connection.nextRunAt || connection.nextRunAt <= latest) continue
        await database.transaction(async (store) => {
          await connections.update(store, connection, { nextRunAt: latest })
          await this.plan(store, connection, latest)
        })
      }
    },

    /** Stops a run, or the next attempt of a failed one. What is written so far stays. */
    async cancel(connection: Connection): Promise<void> {
      await database.transaction(async (store) => {
        if (connection.state === 'running') return connections.update(store, connection, { isCancelled: true })
        const nextRunAt = nextRun(connection, 0, 0) ?? null
        await connections.update(store, connection, { state: 'idle', failures: 0, nextRunAt })
        await this.plan(store, connection, nextRunAt)
      })
    },

    /** Removes the job of a deleted connection. One that is running ends by itself. */
    forget: (store: Sql, key: ConnectionKey): Promise<void> => jobs.remove(store, jobOf(key)),
  }
}

function toStoredError(message: string): string {
  return message.slice(0, 1000).toWellFormed()
}
