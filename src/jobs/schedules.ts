import { sql } from 'kysely'
import type { Sql } from '../storage/database.ts'
import { exponentialBackoff } from './backoff.ts'
import type { JobQueue } from './job-queue.ts'
import { lastRun, nextRun, type Recurrence, validateRecurrence } from './recurrence.ts'

export interface Schedule {
  /** Left out for the service's own. */
  organizationId?: string
  /** One schedule of an organization has it; setting it again changes that one. */
  name: string
  times: Recurrence
  /** What is enqueued at each time. Its payload gets `scheduledFor`, the time that was meant. */
  kind: string
  payload: object
}

export type Schedules = ReturnType<typeof createSchedules>

const scheduleJobKind = 'schedule'

/**
 * A schedule is itself a job, which waits for the next time, enqueues the work under a key made of name and time, and
 * waits again. So the queue has no second thing to look for, several nodes run each time once, and a time that passed
 * while no process ran is made up for: once, however many passed.
 */
export function createSchedules({ jobs, now, sql: service }: { jobs: JobQueue; now: () => Date; sql: Sql }) {
  jobs.register(
    scheduleJobKind,
    async (job) => {
      const { name, times, kind, payload } = job.payload as ScheduleJobPayload
      const scheduledFor = lastRun(times, now()).toISOString()
      await jobs.enqueue(service, {
        organizationId: job.organizationId,
        kind,
        payload: { ...payload, scheduledFor },
        uniqueKey: `${name} ${scheduledFor}`,
      })
      return { runAgainAt: nextRun(times, now()) }
    },
    // A schedule never dies: whatever keeps it from running will pass.
    { backoff: exponentialBackoff({ attempts: Number.POSITIVE_INFINITY, longestMs: 300_000 }) },
  )

  return {
    /** Sets it as part of the caller's transaction. One that is so already keeps the time it waits for. */
    async set(store: Sql, { organizationId = '', name, times, kind, payload }: Schedule): Promise<void> {
      validateRecurrence(times)
      const tick: ScheduleJobPayload = { name, times, kind, payload }
      await sql`
        insert into job (org_id, kind, payload, unique_key, due_at, created_at)
        values (${organizationId}, ${scheduleJobKind}, ${JSON.stringify(tick)}::jsonb, ${name}, ${nextRun(times, now())},
          ${now()})
        on conflict (org_id, kind, unique_key) where unique_key is not null do update
        set payload = excluded.payload, due_at = excluded.due_at, state = 'waiting', lease = null, attempts = 0,
          lost_leases = 0, last_error = null, finished_at = null
        where job.payload <> excluded.payload or job.state in ('done', 'dead')`.execute(store)
    },

    async remove(store: Sql, { organizationId = '', name }: { organizationId?: string; name: string }) {
      await sql`
        delete from job where org_id = ${organizationId} and kind = ${scheduleJobKind} and unique_key = ${name}`.execute(
        store,
      )
    },
  }
}

interface ScheduleJobPayload {
  name: string
  times: Recurrence
  kind: string
  payload: object
}
