import { sql } from 'kysely'
import { dayMs } from '../durations.ts'
import type { Database, Sql } from '../storage/database.ts'

/** A job as its handler gets it. */
export interface Job<Payload = unknown> {
  /** '' for the service's own jobs. */
  organizationId: string
  id: number
  kind: string
  payload: Payload
  /** Failed attempts before this one. */
  failures: number
}

export interface NewJob {
  /** Absent for the service's own jobs. */
  organizationId?: string
  kind: string
  payload: object
  /** Absent: now. */
  dueAt?: Date
  /** A key that the organization and kind already has enqueues nothing. */
  uniqueKey?: string
}

/** A job claimed under a lease of its own. */
export interface ClaimedJob extends Job {
  lease: string
  lostLeases: number
}

/** Jobs of one organization that a command waits for. */
export interface JobSelection {
  organizationId: string
  kind: string
  uniqueKeys: readonly string[]
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
 * The queue's statements, one per method. Why not pg-boss: it brings its own schema, polls with several statements, and
 * enqueues on its own connections unless each call is bridged; this queue needs one table and the caller's transaction.
 * PGlite's single session rules out libraries that hold connections.
 *
 * Times come from the process, not the database, so that tests can set the clock. Nodes whose clocks differ by less than
 * a lease are safe: a lease is renewed after a third of its duration.
 */
export function createJobStore(database: Database) {
  return {
    /** Inserts within the caller's transaction. Returns undefined if the unique key exists. */
    async insert(store: Sql, job: NewJob, now: Date): Promise<number | undefined> {
      const { rows } = await sql<{ id: number }>`
        insert into job (org_id, kind, payload, unique_key, due_at, created_at)
        values (${job.organizationId ?? ''}, ${job.kind}, ${JSON.stringify(job.payload)}::jsonb,
          ${job.uniqueKey ?? null}, ${job.dueAt ?? now}, ${now})
        on conflict (org_id, kind, unique_key) where unique_key is not null do nothing
        returning id`.execute(store)
      return rows[0]?.id
    },

    /** Inserts a job with a unique key, or makes it due at another time; one that is running stays as it is. */
    async setDue(store: Sql, job: NewJob & { uniqueKey: string }, now: Date): Promise<void> {
      await sql`
        insert into job (org_id, kind, payload, unique_key, due_at, created_at)
        values (${job.organizationId ?? ''}, ${job.kind}, ${JSON.stringify(job.payload)}::jsonb, ${job.uniqueKey},
          ${job.dueAt ?? now}, ${now})
        on conflict (org_id, kind, unique_key) where unique_key is not null do update
        set payload = excluded.payload, due_at = excluded.due_at, state = 'waiting', lease = null, attempts = 0,
          lost_leases = 0, last_error = null, finished_at = null
        where job.state <> 'running'`.execute(store)
    },

    /** Deletes a job unless it is running. */
    async remove(
      store: Sql,
      { organizationId, kind, uniqueKey }: Pick<NewJob, 'organizationId' | 'kind' | 'uniqueKey'>,
    ) {
      await sql`
        delete from job where org_id = ${organizationId ?? ''} and kind = ${kind} and unique_key = ${uniqueKey}
          and state <> 'running'`.execute(store)
    },

    /** Claims due jobs, up to the free slots of each kind; with `only`, those alone. Writes nothing if none is due. */
    async claim(quotas: readonly ClaimQuota[], lease: string, now: Date, only?: JobSelection): Promise<ClaimedJob[]> {
      const selection = only
        ? sql`and org_id = ${only.organizationId} and kind = ${only.kind} and unique_key = any(${[...only.uniqueKeys]}::text[])`
        : sql``
      const { rows } = await sql<ClaimedJob>`
        with due as materialized (
          select j.org_id, j.id, quota.lease_ms
          from unnest(${quotas.map((quota) => quota.kind)}::text[], ${quotas.map((quota) => quota.freeSlots)}::int[],
            ${quotas.map((quota) => quota.leaseMs)}::int[]) as quota (kind, free, lease_ms)
          cross join lateral (
            select org_id, id from job
            where kind = quota.kind and state in ('waiting', 'running') and due_at <= ${now} ${selection}
            order by due_at, id limit quota.free for update skip locked
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

    /** Finishes successful jobs. Keeps those with a unique key, without their payload. */
    async complete(jobs: readonly ClaimedJob[], now: Date): Promise<void> {
      await sql`
        with claimed as (${leaseRows(jobs)}),
          deleted as (
            delete from job using claimed
            where job.org_id = claimed.org_id and job.id = claimed.id and job.lease = claimed.lease and unique_key is null
          )
        update job set state = 'done', payload = '{}', lease = null, finished_at = ${now}
        from claimed
        where job.org_id = claimed.org_id and job.id = claimed.id and job.lease = claimed.lease
          and unique_key is not null`.execute(database.unrestricted)
    },

    /** Reschedules a job, after a failure (with its error) or for its next run (without). */
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

    /** Releases unfinished jobs, as if they had never been claimed. */
    async release(jobs: readonly ClaimedJob[], now: Date): Promise<void> {
      await sql`
        with claimed as (${leaseRows(jobs)})
        update job set state = 'waiting', lease = null, due_at = ${now} from claimed
        where job.org_id = claimed.org_id and job.id = claimed.id and job.lease = claimed.lease`.execute(
        database.unrestricted,
      )
    },

    /** Extends the leases. Returns the ids of the jobs whose lease still holds. */
    async renew(jobs: readonly ClaimedJob[], leaseMsOf: (kind: string) => number, now: Date) {
      const until = jobs.map((job) => new Date(now.getTime() + leaseMsOf(job.kind)))
      const { rows } = await sql<{ id: number }>`
        with claimed as (${leaseRows(jobs)}),
          until as (select * from unnest(${jobs.map((job) => job.id)}::bigint[], ${until}::timestamptz[]) as u (id, at))
        update job set due_at = until.at from claimed join until on until.id = claimed.id
        where job.org_id = claimed.org_id and job.id = claimed.id and job.lease = claimed.lease
        returning job.id`.execute(database.unrestricted)
      return new Set(rows.map((row) => row.id))
    },

    /**
     * Makes jobs of other processes due at once. Only for the embedded database: it belongs to one process at a time, so
     * another process's lease is that of a dead one.
     */
    async reclaimOrphanedJobs(processName: string, now: Date): Promise<void> {
      await sql`
        update job set due_at = ${now}
        where state = 'running' and due_at > ${now} and not starts_with(lease, ${`${processName}/`})`.execute(
        database.unrestricted,
      )
    },

    /**
     * Makes jobs due that wait for a time of a clock that was ahead: no pause between attempts is so long, and a job without a
     * key isn't planned for later. Times that were planned are corrected by those who planned them.
     */
    async correctTimes(now: Date): Promise<void> {
      await sql`
        update job set due_at = ${now}
        where state = 'waiting' and due_at > ${new Date(now.getTime() + dayMs)}
          and (attempts > 0 or unique_key is null or due_at <= created_at)`.execute(database.unrestricted)
    },

    async deleteExpired(at: Date): Promise<void> {
      const daysAgo = (days: number) => new Date(at.getTime() - days * dayMs)
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

/** Matches the job only while its lease is ours. */
function ownsLease(job: ClaimedJob) {
  return sql`org_id = ${job.organizationId} and id = ${job.id} and lease = ${job.lease}`
}
