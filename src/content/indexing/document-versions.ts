import { type RawBuilder, sql } from 'kysely'
import { isNotStaged } from '../../access/visibility.ts'
import type { Sql } from '../../storage/database.ts'
import { headingSeparator } from './heading-path.ts'

/**
 * Saves the stored text of a document as a version and deletes versions beyond `maxVersions`. Does nothing if
 * neither title nor content change. Must run in the transaction of the write, before its passages are written: the plain
 * text of the version comes from the stored ones.
 */
export async function saveVersion(
  store: Sql,
  { organizationId, key }: { organizationId: string; key: number },
  next: { title: string; content_hash: Buffer },
  { maxVersions, at }: { maxVersions: number; at: Date },
): Promise<void> {
  const { rows } = await sql`
    update document d set changed_at = ${at} where d.org_id = ${organizationId} and d.key = ${key}
      and (d.title <> ${next.title} or d.content_hash <> ${next.content_hash})
    returning d.key`.execute(store)
  if (rows.length === 0 || maxVersions === 0) return
  await sql`
    insert into document_version
      (org_id, document_key, title, content, content_type, plain, written_at, replaced_at, written_by)
    select d.org_id, d.key, d.title, d.content, d.content_type, coalesce(
        (select string_agg(${plainTextSql('c')}, E'\n' order by c.ordinal) from chunk c
          where c.org_id = d.org_id and c.document_key = d.key and ${isNotStaged('c')}),
        (select string_agg(${plainTextSql('a')}, E'\n' order by a.ordinal) from archived_chunk a
          where a.org_id = d.org_id and a.document_key = d.key),
        ''), d.edited_at, ${at}, d.edited_by
    from document d
    where d.org_id = ${organizationId} and d.key = ${key}`.execute(store)
  await deleteSurplus(store, sql`org_id = ${organizationId} and document_key = ${key}`, maxVersions)
}

/** Texts that stood for less are those of one person who types, saved at every pause. */
const briefMinutes = 10
/** They are kept however briefly they stood: something can have been deleted by mistake. */
const recentVersions = 3

/** Deletes the brief versions first, so that a minute of typing keeps the text of yesterday; then the oldest. */
async function deleteSurplus(store: Sql, ofDocument: RawBuilder<unknown>, maxVersions: number): Promise<void> {
  await sql`
    with ranked as (
      select id, row_number() over (order by id desc) > ${recentVersions}
        and replaced_at - written_at < make_interval(mins => ${briefMinutes}) as is_brief
      from document_version where ${ofDocument}
    )
    delete from document_version where ${ofDocument} and id in (
      select id from ranked order by is_brief desc, id
      limit (select greatest(count(*) - ${maxVersions}, 0) from ranked))`.execute(store)
}

/** Returns SQL for a passage as plain text: its headings and its body, each on a line. */
function plainTextSql(alias: string): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<string>`concat_ws(E'\n', nullif(replace(${column('heading')}, ${headingSeparator}, E'\n'), ''), ${column('body')})`
}
