import { sql } from 'kysely'
import type { JobQueue } from '../jobs/job-queue.ts'
import { pendingPassageIndexName } from '../search/lexical/lexical-engine.ts'
import type { Database, Sql } from '../storage/database.ts'

const jobKind = 'index-passages'
/** Passages per transaction. */
const batchSize = 200
/** Less than the time limit of a job. */
const maxRunMs = 5 * 60_000

interface Position {
  organizationId: string
  key: number
}

/**
 * Adds the passages that a large store had before the upgrade to the lexical index of the database, in the background. Its
 * position is stored with every batch, so any process can continue.
 */
export function createPassageIndexing({
  database,
  jobs,
  now,
}: {
  database: Database
  jobs: JobQueue
  now: () => Date
}) {
  /** Returns false at the end. */
  const indexBatch = () =>
    database.transaction(async (store) => {
      const after = await readPosition(store)
      if (!after) return false
      // Locked: a passage that is deleted before its terms are committed would leave them behind.
      const { rows } = await sql<{ org_id: string; key: number }>`
        select c.org_id, c.key from chunk c where (c.org_id, c.key) > (${after.organizationId}, ${after.key}::bigint)
        order by c.org_id, c.key limit ${batchSize} for key share`.execute(store)
      const last = rows.at(-1)
      await sql`
        insert into passage_terms (org_id, chunk_key, document_key, audience_id, length, keys)
        select c.org_id, c.key, c.document_key, c.audience_id, cardinality(string_to_array(c.terms, ' ')),
          passage_term_keys(c.audience_id, c.terms)
        from unnest(${rows.map((row) => row.org_id)}::text[], ${rows.map((row) => row.key)}::bigint[]) as n (org_id, key)
        join chunk c on c.org_id = n.org_id and c.key = n.key
        on conflict do nothing`.execute(store)
      await (last
        ? sql`update service_value set value = ${JSON.stringify({ organizationId: last.org_id, key: last.key })}::jsonb
            where name = ${pendingPassageIndexName}`
        : sql`delete from service_value where name = ${pendingPassageIndexName}`
      ).execute(store)
      return last !== undefined
    })

  jobs.register(
    jobKind,
    async (_job, { signal }) => {
      const startedAt = now().getTime()
      while (await indexBatch())
        if (signal.aborted || now().getTime() - startedAt > maxRunMs) return { runAgainAt: now() }
      return undefined
    },
    { concurrency: 1, prefetch: 0 },
  )

  return {
    /** Enqueues the job if there is anything to do. Called at every start. */
    async schedule(): Promise<void> {
      if (!(await readPosition(database.unrestricted))) return
      const day = now().toISOString().slice(0, 10)
      await jobs.enqueue(database.unrestricted, { kind: jobKind, payload: {}, uniqueKey: `${jobKind} ${day}` })
    },
  }
}

async function readPosition(store: Sql): Promise<Position | undefined> {
  const { rows } = await sql<{ value: Partial<Position> }>`
    select value from service_value where name = ${pendingPassageIndexName}`.execute(store)
  return rows[0] && { organizationId: '', key: 0, ...rows[0].value }
}
