import { sql } from 'kysely'
import { ensureDefaultAudience } from '../../access/audiences.ts'
import type { Sql } from '../../storage/database.ts'

/**
 * Updates the effective audience and editors of a note and its subpages: their own, else those of the parent, else the
 * default audience and everyone who can see the note. Call it after a note was moved or its own lists were set or dropped.
 */
export async function propagateAccess(store: Sql, organizationId: string, key: number): Promise<void> {
  const fallback = await ensureDefaultAudience(store, organizationId)
  const changed = await sql<{ key: number }>`
    with recursive subtree (key, audience_id, editors) as (
      select d.key, coalesce(d.own_audience_id, p.audience_id, ${fallback}::bigint), coalesce(d.own_editors, p.editors)
      from document d left join document p on p.org_id = d.org_id and p.key = d.parent_key
      where d.org_id = ${organizationId} and d.key = ${key}
      union all
      select c.key, coalesce(c.own_audience_id, b.audience_id), coalesce(c.own_editors, b.editors)
      from document c join subtree b on c.parent_key = b.key where c.org_id = ${organizationId}
    )
    update document d set audience_id = b.audience_id, editors = b.editors from subtree b
    where d.org_id = ${organizationId} and d.key = b.key
      and (d.audience_id <> b.audience_id or d.editors is distinct from b.editors)
    returning d.key`.execute(store)
  const keys = changed.rows.map((row) => row.key)
  if (keys.length === 0) return
  for (const table of ['chunk', 'chunk_vector'] as const) {
    await sql`
      update ${sql.table(table)} c set audience_id = d.audience_id from document d
      where d.org_id = ${organizationId} and d.key = any(${keys}::bigint[])
        and c.org_id = d.org_id and c.document_key = d.key and c.audience_id <> d.audience_id`.execute(store)
  }
}

/** Returns whether `key` is `ancestor` or one of its subpages, at any depth. */
export async function isSelfOrDescendant(
  store: Sql,
  organizationId: string,
  key: number,
  ancestor: number,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with recursive ancestors (key, parent_key) as (
      select key, parent_key from document where org_id = ${organizationId} and key = ${key}
      union
      select d.key, d.parent_key from document d join ancestors a on d.key = a.parent_key where d.org_id = ${organizationId}
    )
    select exists (select from ancestors where key = ${ancestor}) as found`.execute(store)
  return rows[0]?.found ?? false
}

/**
 * Locks the note tree of an organization, on all nodes, until the transaction ends. Otherwise two concurrent moves could
 * form a cycle, and a new subpage could miss a change of its parent's audience or archive state.
 */
export async function lockNoteTree(store: Sql, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`note tree ${organizationId}`}, 0))`.execute(store)
}
