import { sql } from 'kysely'
import { dayMs } from '../durations.ts'
import type { Database, Sql } from '../storage/database.ts'

/** A job that a handler works on. */
export interface Job<Payload = unknown> {
  /** '' for the service's own work. */
  organizationId: string
  id: number
  kind: string
  payload: Payload
  /** Failed attempts before this one. */
  failures: number
}

export interface NewJob {
  /** Left out for the service's own work. */
  organizationId?: string
  kind: string
  payload: object
  /** Left out: at once. */
  dueAt?: Date
  /** The same key again, for the same organization and kind, enqueues nothing. */
  uniqueKey?: string
}

/** A claimed job, held under a lease that nobody else has. */
export interface ClaimedJob extends Job {
  lease: string
  lostLeases: number
}

export interface ClaimQuota {
  kind: string
  freeSlots: number
  leaseMs: number
}

/** Longer than anyone enqueues the same unique key again. */
const doneRetentionDays = 7
const deadRetentionDays = 30

/**
 * The queue's statements. It is a table of our own: pg-boss brings its own schema, polls with several statements and
 * enqueues through connections of its own unless each call is bridged, while the work here needs one table, five
 * statements and the caller's transaction. PGlite's single session rules out libraries that hold connections.
 *
 * Times come from the process, not the database, so that tests can set the clock. Nodes whose clocks differ by less
 * than a lease are safe: a lease is renewed at a third of its length.
 */
export function createJobStore(database: Database) {
  return {
    /** Part of the caller's transaction: the job exists exactly if what it belongs to does. */
    async insert(store: Sql, job: NewJob, now: Date): Promise<number | undefined> {
      const { rows } = await sql<{ id: number }>`
        insert into job (org_id, kind, payload, unique_key, due_at, created_at)
        values (${job.organizationId ?? ''}, ${job.kind}, ${JSON.stringify(job.payload)}::jsonb,
          ${job.uniqueKey ?? null}, ${job.dueAt ?? now}, ${now})
        on conflict (org_id, kind, unique_key) where unique_key is not null do nothing
        returning id`.execute(store)
      return rows[0]?.id
    },

    /** Takes what is due, as much of each kind as there is room for. Without due work it writes nothing. */
    async claim(lanes: readonly ClaimQuota[], lease: string, now: Date): Promise<ClaimedJob[]> {
      const { rows } = await sql<ClaimedJob>`
        with due as materialized (
          select j.org_id, j.id, lane.lease_ms
          from unnest(${lanes.map((lane) => lane.kind)}::text[], ${lanes.map((lane) => lane.freeSlots)}::int[],
            ${lanes.map((lane) => lane.leaseMs)}::int[]) as lane (kind, free, lease_ms)
          cross join lateral (
            select org_id, id from job
            where kind = lane.kind and state in ('waiting', 'running') and due_at <= ${now}
            order by due_at, id limit lane.free for update skip locked
          ) j
        )
        update job set state = 'running', lease = ${lease},
          lost_leases = lost_leases + case state when 'running' then 1 else 0 end,
          due_at = ${now}::timestamptz + due.lease_ms * interval '1 millisecond'
        from due where job.org_id = due.org_id and job.id = due.id
        returning job.org_id as "organizationId", job.id, kind, payload, attempts as failures, lease,
          lost_leases as "lostLeases"`.execute(database.unrestricted)
      return rows.sort((a, b) => a.id - b.id)
    },

    /** Ends jobs that went well. Those with a key are remembered, without what they were about. */
    async complete(jobs: readonly ClaimedJob[], now: Date): Promise<void> {
      await sql`
        with held as (${leaseRows(jobs)}),
          forgotten as (
            delete from job using held
            where job.org_id = held.org_id and job.id = held.id and job.lease = held.lease and unique_key is null
          )
        update job set state = 'done', payload = '{}', lease = null, finished_at = ${now}
        from held
        where job.org_id = held.org_id and job.id = held.id and job.lease = held.lease
          and unique_key is not null`.execute(database.unrestricted)
    },

    /** Puts a job back: after a failure (with its error), or for a further run at its time (with none). */
    async reschedule(job: ClaimedJob, dueAt: Date, error: string | undefined): Promise<void> {
      await sql`
        update job set state = 'waiting', lease = null, lost_leases = 0, due_at = ${dueAt},
          attempts = case when ${error === undefined} then 0 else attempts + 1 end, last_error = ${error ?? null}
        where ${ownsLease(job)}`.execute(database.unrestricted)
    },

    async markDead(job: ClaimedJob, error: string, isAttempt: boolean, now: Date): Promise<void> {
      await sql`
        update job set state = 'dead', lease = null, attempts = attempts + ${isAttempt ? 1 : 0}::int,
          last_error = ${error}, finished_at = ${now}
        where ${ownsLease(job)}`.execute(database.unrestricted)
    },

    /** Gives back what was not finished, as if it had never been taken. */
    async release(jobs: readonly ClaimedJob[], now: Date): Promise<void> {
      await sql`
        with held as (${leaseRows(jobs)})
        update job set state = 'waiting', lease = null, due_at = ${now} from held
        where job.org_id = held.org_id and job.id = held.id and job.lease = held.lease`.execute(
        database.unrestricted,
      )
    },

    /** Makes the leases last; returns the jobs that are still held. */
    async renew(jobs: readonly ClaimedJob[], leaseMsOf: (kind: string) => number, now: Date) {
      const until = jobs.map((job) => new Date(now.getTime() + leaseMsOf(job.kind)))
      const { rows } = await sql<{ id: number }>`
        with held as (${leaseRows(jobs)}),
          until as (select * from unnest(${jobs.map((job) => job.id)}::bigint[], ${until}::timestamptz[]) as u (id, at))
        update job set due_at = until.at from held join until on until.id = held.id
        where job.org_id = held.org_id and job.id = held.id and job.lease = held.lease
        returning job.id`.execute(database.unrestricted)
      return new Set(rows.map((row) => row.id))
    },

    /**
     * The embedded database belongs to one process at a time: a lease that another one left is the lease of a dead
     * process, and need not run out first.
     */
    async reclaimOrphanedJobs(holder: string, now: Date): Promise<void> {
      await sql`
        update job set due_at = ${now}
        where state = 'running' and due_at > ${now} and not starts_with(lease, ${`${holder}/`})`.execute(
        database.unrestricted,
      )
    },

    async deleteExpired(now: Date): Promise<void> {
      const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
      await sql`
        delete from job where (state = 'done' and finished_at < ${daysAgo(doneRetentionDays)})
          or (state = 'dead' and finished_at < ${daysAgo(deadRetentionDays)})`.execute(database.unrestricted)
    },
  }
}

export type JobStore = ReturnType<typeof createJobStore>

function leaseRows(jobs: readonly ClaimedJob[]) {
  return sql`select * from unnest(${jobs.map((job) => job.organizationId)}::text[],
    ${jobs.map((job) => job.id)}::bigint[], ${jobs.map((job) => job.lease)}::text[]) as h (org_id, id, lease)`
}

/** Whoever lost the lease meanwhile has no say any more. */
function ownsLease(job: ClaimedJob) {
  return sql`org_id = ${job.organizationId} and id = ${job.id} and lease = ${job.lease}`
}
