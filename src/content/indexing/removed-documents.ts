import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../../storage/database.ts'

/**
 * Deletes documents, and writes down that there were so many: not which. What was deleted is found by nothing any more,
 * so not even its name may be kept; that something is gone may be told to those who could see it.
 */
export async function deleteDocuments(
  store: Sql,
  organizationId: string,
  which: RawBuilder<unknown>,
  at: Date,
): Promise<{ ownAudienceIds: number[] }> {
  const { rows } = await sql<{ own_audience_id: number | null }>`
    with gone as (
      delete from document d where d.org_id = ${organizationId} and ${which}
      returning d.org_id, d.key, d.audience_id, d.own_audience_id, d.root_id, d.parent_key, d.created_at
    ), noted as (
      insert into removed_document (org_id, key, audience_id, root_id, parent_key, created_at, removed_at)
      select org_id, key, audience_id, root_id, parent_key, created_at, ${at}::timestamptz from gone
    )
    select own_audience_id from gone where own_audience_id is not null`.execute(store)
  return { ownAudienceIds: rows.flatMap((row) => row.own_audience_id ?? []) }
}
