import { sql } from 'kysely'
import { ensureDefaultAudience } from '../../access/audiences.ts'
import type { Sql } from '../../storage/database.ts'

/**
 * Gives a note and all below it the audience that holds for each: its own, else its parent's, else everyone. Called
 * after a note was made, moved, or given or stripped of an audience of its own.
 */
export async function propagateAudience(store: Sql, organizationId: string, key: number): Promise<void> {
  const fallback = await ensureDefaultAudience(store, organizationId)
  const changed = await sql<{ key: number }>`
    with recursive below (key, audience_id) as (
      select d.key, coalesce(d.own_audience_id, p.audience_id, ${fallback}::bigint)
      from document d left join document p on p.org_id = d.org_id and p.key = d.parent_key
      where d.org_id = ${organizationId} and d.key = ${key}
      union all
      select c.key, coalesce(c.own_audience_id, b.audience_id)
      from document c join below b on c.parent_key = b.key where c.org_id = ${organizationId}
    )
    update document d set audience_id = b.audience_id from below b
    where d.org_id = ${organizationId} and d.key = b.key and d.audience_id <> b.audience_id
    returning d.key`.execute(store)
  const keys = changed.rows.map((row) => row.key)
  if (keys.length === 0) return
  for (const table of ['chunk', 'chunk_vector'] as const) {
    await sql`
      update ${sql.table(table)} c set audience_id = d.audience_id from document d
      where d.org_id = ${organizationId} and d.key = any(${keys}::bigint[])
        and c.org_id = d.org_id and c.document_key = d.key`.execute(store)
  }
}

/** Whether `key` stands below `ancestor` (or is it): a note cannot be moved below itself. */
export async function isSelfOrDescendant(
  store: Sql,
  organizationId: string,
  key: number,
  ancestor: number,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with recursive above (key, parent_key) as (
      select key, parent_key from document where org_id = ${organizationId} and key = ${key}
      union
      select d.key, d.parent_key from document d join above a on d.key = a.parent_key where d.org_id = ${organizationId}
    )
    select exists (select from above where key = ${ancestor}) as found`.execute(store)
  return rows[0]?.found ?? false
}

/**
 * Lets one writer at a time at an organization's tree of notes, on all nodes, until the transaction ends. Two moves at
 * once could otherwise close a circle, and a note could be made below one that has just been shared anew or archived.
 */
export async function lockNoteTree(store: Sql, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`note tree ${organizationId}`}, 0))`.execute(
    store,
  )
}
