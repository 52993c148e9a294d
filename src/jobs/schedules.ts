import { sql } from 'kysely'
import type { Sql } from '../storage/database.ts'
import { exponentialBackoff } from './backoff.ts'
import type { JobQueue } from './job-queue.ts'
import { lastRun, nextRun, type Recurrence, validateRecurrence } from './recurrence.ts'

export interface Schedule {
  /** Absent for the service's own schedules. */
  organizationId?: string
  /** Unique within the organization; setting it again changes the schedule. */
  name: string
  times: Recurrence
  /** The job enqueued at each time. `scheduledFor`, the nominal time, is added to its payload. */
  kind: string
  payload: object
}

export type Schedules = ReturnType<typeof createSchedules>

const scheduleJobKind = 'schedule'

/**
 * Runs jobs on a schedule. A schedule is itself a job: it waits for the next time, enqueues its job under a unique key of
 * name and time, and waits again. So the queue polls for one thing only, several nodes run each time once, and times
 * missed while no process ran are made up for once.
 */
export function createSchedules({ jobs, now, sql: unrestricted }: { jobs: JobQueue; now: () => Date; sql: Sql }) {
  jobs.register(
    scheduleJobKind,
    async (job) => {
      const { name, times, kind, payload } = job.payload as ScheduleJobPayload
      const scheduledFor = lastRun(times, now()).toISOString()
      await jobs.enqueue(unrestricted, {
        organizationId: job.organizationId,
        kind,
        payload: { ...payload, scheduledFor },
        uniqueKey: `${name} ${scheduledFor}`,
      })
      return { runAgainAt: nextRun(times, now()) }
    },
    // A schedule is retried forever.
    { backoff: exponentialBackoff({ attempts: Number.POSITIVE_INFINITY, maxMs: 300_000 }) },
  )

  return {
    /** Sets a schedule within the caller's transaction. An unchanged one keeps its next run. */
    async set(store: Sql, { organizationId = '', name, times, kind, payload }: Schedule): Promise<void> {
      validateRecurrence(times)
      const job: ScheduleJobPayload = { name, times, kind, payload }
      await sql`
        insert into job (org_id, kind, payload, unique_key, due_at, created_at)
        values (${organizationId}, ${scheduleJobKind}, ${JSON.stringify(job)}::jsonb, ${name}, ${nextRun(times, now())},
          ${now()})
        on conflict (org_id, kind, unique_key) where unique_key is not null do update
        set payload = excluded.payload, due_at = excluded.due_at, state = 'waiting', lease = null, attempts = 0,
          lost_leases = 0, last_error = null, finished_at = null
        where job.payload <> excluded.payload or job.state in ('done', 'dead')`.execute(store)
    },

    /** Lets no schedule wait for longer than until its next time, as after a clock that was ahead. Called at every start. */
    async correctTimes(): Promise<void> {
      const { rows } = await sql<{ organizationId: string; id: number; payload: ScheduleJobPayload; dueAt: Date }>`
        select org_id as "organizationId", id, payload, due_at as "dueAt" from job
        where kind = ${scheduleJobKind} and state = 'waiting' and due_at > ${now()}`.execute(unrestricted)
      for (const { organizationId, id, payload, dueAt } of rows) {
        const next = nextRun(payload.times, now())
        if (next >= dueAt) continue
        await sql`
          update job set due_at = ${next}
          where org_id = ${organizationId} and id = ${id} and state = 'waiting' and due_at = ${dueAt}`.execute(
          unrestricted,
        )
      }
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
