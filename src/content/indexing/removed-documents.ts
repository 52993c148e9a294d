import { type RawBuilder, sql } from 'kysely'
import { dayMs } from '../../durations.ts'
import type { Database, Sql } from '../../storage/database.ts'

const retentionDays = 366

/**
 * Deletes the documents matching `which` (a condition on `d`) and records that they were deleted, without id, title or
 * text: digests can then report the number of deletions to people who could see them, and nothing else is kept. Attachments
 * count as part of their note.
 */
export async function deleteDocuments(
  store: Sql,
  organizationId: string,
  which: RawBuilder<unknown>,
  at: Date,
): Promise<{ ownAudienceIds: number[] }> {
  const { rows } = await sql<{ own_audience_id: number | null }>`
    with deleted as (
      delete from document d where d.org_id = ${organizationId} and ${which}
      returning d.org_id, d.key, d.audience_id, d.own_audience_id, d.root_id, d.is_attachment, d.parent_key, d.created_at
    ), recorded as (
      insert into removed_document (org_id, key, audience_id, root_id, parent_key, created_at, removed_at)
      select org_id, key, audience_id, root_id, parent_key, created_at, ${at}::timestamptz from deleted
      where not is_attachment
    )
    select own_audience_id from deleted where own_audience_id is not null`.execute(store)
  return { ownAudienceIds: rows.flatMap((row) => row.own_audience_id ?? []) }
}

export async function deleteExpiredRemovals(database: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - retentionDays * dayMs)
  await sql`delete from removed_document where removed_at < ${oldest}`.execute(database.unrestricted)
}
