import { sql } from 'kysely'
import { AppError } from '../errors.ts'
import type { Database } from '../storage/database.ts'

export type JobState = 'waiting' | 'running' | 'done' | 'dead'

/** A job as admins see it, without its payload: that can hold a colleague's question. */
export interface JobSummary {
  id: number
  kind: string
  state: JobState
  failures: number
  lastError: string | null
  createdAt: Date
  /** Next attempt of a waiting job. */
  dueAt: Date
  finishedAt: Date | null
}

export function createJobAdmin({ database, now }: { database: Database; now: () => Date }) {
  return {
    /** Returns an organization's jobs, newest first. */
    async list(
      organizationId: string,
      { state, before, limit }: { state?: JobState | undefined; before?: number | undefined; limit: number },
    ): Promise<JobSummary[]> {
      const { rows } = await sql<JobSummary>`
        select ${summaryColumns} from job
        where org_id = ${organizationId}
          and (${state ?? null}::text is null or state = ${state ?? null})
          and (${before ?? null}::bigint is null or id < ${before ?? null})
        order by id desc limit ${limit}`.execute(database.unrestricted)
      return rows
    },

    /** Counts the jobs of all organizations. */
    async countByState(): Promise<{ state: JobState; count: number }[]> {
      const { rows } = await sql<{ state: JobState; count: number }>`
        select state, count(*) as count from job group by state`.execute(database.unrestricted)
      return rows
    },

    /** Restarts a dead job with all its attempts. */
    async retry(organizationId: string, id: number): Promise<JobSummary> {
      const { rows } = await sql<JobSummary>`
        update job set state = 'waiting', attempts = 0, lost_leases = 0, due_at = ${now()}, finished_at = null
        where org_id = ${organizationId} and id = ${id} and state = 'dead'
        returning ${summaryColumns}`.execute(database.unrestricted)
      if (rows[0]) return rows[0]
      const known = await sql<{ state: JobState }>`
        select state from job where org_id = ${organizationId} and id = ${id}`.execute(database.unrestricted)
      const state = known.rows[0]?.state
      throw state === undefined
        ? new AppError('not-found', `There is no job with the id ${id}.`)
        : new AppError('conflict', `Only a dead job can be retried; this one is ${state}.`)
    },
  }
}

const summaryColumns = sql`id, kind, state, attempts as failures, last_error as "lastError", created_at as "createdAt",
  due_at as "dueAt", finished_at as "finishedAt"`
