import { sql } from 'kysely'
import { ingestVersion } from '../ingest/ingest-document.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { type DocumentRef, isCommitted } from './indexing/staged-documents.ts'
import { type DocumentWriteDeps, updateDocument, writeDocument } from './indexing/write-document.ts'
import { writeNotePassages } from './notes/note-archive.ts'

const jobKind = 'reindex'
const batchSize = 20
/** Less than the time limit of a job. */
const maxRunMs = 5 * 60_000

interface Position {
  organizationId: string
  key: number
}

/**
 * Cuts documents into passages again after an upgrade that reads text in another way. Runs in the background, one document
 * at a time. Content, dates and versions stay; passages whose text stays the same keep their vectors.
 */
export function createReindexing(deps: DocumentWriteDeps & { jobs: JobQueue; now: () => Date }) {
  const { database, documentIndex, jobs, now } = deps

  async function findOutdated(after: Position): Promise<(DocumentRef & Position)[]> {
    const { rows } = await sql<{ org_id: string; key: number; root_id: string | null; id: string }>`
      select d.org_id, d.key, d.root_id, d.id from document d
      where (d.org_id, d.key) > (${after.organizationId}, ${after.key}::bigint)
        and d.ingest_version is distinct from ${ingestVersion}::smallint and ${isCommitted('d')}
      order by d.org_id, d.key limit ${batchSize}`.execute(database.unrestricted)
    return rows.map((row) => ({ organizationId: row.org_id, key: row.key, rootId: row.root_id, id: row.id }))
  }

  function reindex({ organizationId, key, rootId, id }: DocumentRef & Position): Promise<void> {
    return writeDocument<undefined, void>(
      deps,
      { organizationId, rootId, id },
      {
        async plan(store, { lock }) {
          const query = store
            .selectFrom('document')
            .select(['title', 'content', 'content_type', 'audience_id', 'ingest_version'])
            .where('org_id', '=', organizationId)
            .where('key', '=', key)
            .where(isCommitted('document'))
          const stored = await (lock ? query.forUpdate() : query).executeTakeFirst()
          if (!stored || stored.ingest_version === ingestVersion) return { result: undefined }
          const { title, content, content_type: type, audience_id: audienceId } = stored
          return { key, audienceId, text: { title, content, type }, state: undefined }
        },
        async commit(store, _state, text) {
          const document = { organizationId, key }
          await updateDocument(store, document, {}, text, { maxVersions: 0, at: now() })
          await writeNotePassages(documentIndex, store, document, text!)
        },
      },
    )
  }

  jobs.register(
    jobKind,
    async (_job, { signal }) => {
      const startedAt = now().getTime()
      let after: Position = { organizationId: '', key: 0 }
      for (;;) {
        const outdated = await findOutdated(after)
        if (outdated.length === 0) return undefined
        for (const document of outdated) {
          if (signal.aborted || now().getTime() - startedAt > maxRunMs) return { runAgainAt: now() }
          await reindex(document)
          after = document
        }
      }
    },
    { concurrency: 1, prefetch: 0 },
  )

  return {
    /** Enqueues the job if there is anything to do. Called at every start. */
    async schedule(): Promise<void> {
      const { rows } = await mayBeOutdated.execute(database.unrestricted)
      if (rows[0]?.may_be_outdated !== true) return
      const day = now().toISOString().slice(0, 10)
      await jobs.enqueue(database.unrestricted, { kind: jobKind, payload: {}, uniqueKey: `${ingestVersion} ${day}` })
    },
  }
}

/** Whether there may be outdated documents, by three lookups in an index: a start must not read every document. */
export const mayBeOutdated = sql<{ may_be_outdated: boolean | null }>`
  select exists (select from document where ingest_version is null)
    or (select min(ingest_version) from document) <> ${ingestVersion}::smallint
    or (select max(ingest_version) from document) <> ${ingestVersion}::smallint as may_be_outdated`
