import { sql } from 'kysely'
import type { Sql } from '../../storage/database.ts'
import type { DocumentIndex, PreparedText } from '../indexing/document-index.ts'
import { archiveChunks, deleteArchivedChunks } from './note-archive.ts'

/** Writes a note's passages: into the index, or, of an archived note, onto the shelf. */
export async function writePassages(
  documentIndex: DocumentIndex,
  store: Sql,
  organizationId: string,
  key: number,
  prepared: PreparedText,
): Promise<void> {
  const { rows } = await sql<{ audience_id: number; archived_at: Date | null }>`
    select audience_id, archived_at from document where org_id = ${organizationId} and key = ${key}`.execute(
    store,
  )
  const row = rows[0]
  if (!row) throw new Error(`The note ${key} is gone in the middle of its own transaction`)
  const isArchived = row.archived_at !== null
  if (isArchived) await deleteArchivedChunks(store, organizationId, [key])
  await documentIndex.write(store, { organizationId, key, audienceId: row.audience_id }, prepared)
  // In one transaction with the writing: no search ever meets them.
  if (isArchived) await archiveChunks(store, organizationId, [key])
}
