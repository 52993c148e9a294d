import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { isNotStaged } from '../../access/visibility.ts'
import { AppError } from '../../errors.ts'
import type { Database, Sql } from '../../storage/database.ts'
import { findNote } from '../notes/note-row.ts'

export interface VersionSummary {
  id: string
  title: string
  writtenAt: Date
  replacedAt: Date
}

export interface VersionWithContent extends VersionSummary {
  content: string
  type: 'markdown' | 'html'
}

/**
 * Keeps the text that a document has now, before it is written over, and lets go of those beyond the last `keep`. Part
 * of the caller's transaction, and called before the passages are written. Where neither title nor content differ,
 * nothing is written.
 */
export async function saveVersion(
  store: Sql,
  { organizationId, key }: { organizationId: string; key: number },
  next: { title: string; contentHash: Buffer },
  { keep, at }: { keep: number; at: Date },
): Promise<void> {
  const { rows } = await sql`
    update document d set changed_at = ${at} where d.org_id = ${organizationId} and d.key = ${key}
      and (d.title <> ${next.title} or d.content_hash <> ${next.contentHash})
    returning d.key`.execute(store)
  if (rows.length === 0 || keep === 0) return
  await sql`
    insert into document_version
      (org_id, document_key, title, content, content_type, plain, written_at, replaced_at)
    select d.org_id, d.key, d.title, d.content, d.content_type, coalesce(
        (select string_agg(${plainTextSql('c')}, E'\n' order by c.ordinal) from chunk c
          where c.org_id = d.org_id and c.document_key = d.key and ${isNotStaged('c')}),
        (select string_agg(${plainTextSql('a')}, E'\n' order by a.ordinal) from archived_chunk a
          where a.org_id = d.org_id and a.document_key = d.key),
        ''), d.edited_at, ${at}
    from document d
    where d.org_id = ${organizationId} and d.key = ${key}`.execute(store)
  await sql`
    delete from document_version where org_id = ${organizationId} and document_key = ${key} and id <= (
      select id from document_version where org_id = ${organizationId} and document_key = ${key}
      order by id desc offset ${keep} limit 1)`.execute(store)
}

/** A passage with the headings it stands under, each on a line. */
export function plainTextSql(alias: string): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<string>`concat_ws(E'\n', nullif(replace(${column('heading')}, ' › ', E'\n'), ''), ${column('body')})`
}

/** The kept versions of a note, for those who may see the note. */
export function createNoteVersions({ database }: { database: Database }) {
  return {
    /** Newest first. */
    listVersions: (caller: Caller, noteId: string): Promise<VersionSummary[]> =>
      database.readAs(caller, async (store) => {
        const { key } = await findNote(store, caller, noteId)
        const { rows } = await sql<VersionRow>`
          select id, title, written_at, replaced_at from document_version
          where org_id = ${caller.organizationId} and document_key = ${key} order by id desc`.execute(store)
        return rows.map(toVersionSummary)
      }),

    getVersion: (caller: Caller, noteId: string, versionId: string): Promise<VersionWithContent> =>
      database.readAs(caller, async (store) => {
        const { key } = await findNote(store, caller, noteId)
        const id = /^\d{1,15}$/.test(versionId) ? Number(versionId) : 0
        const { rows } = await sql<VersionRow & { content: string; content_type: 'markdown' | 'html' }>`
          select id, title, written_at, replaced_at, content, content_type from document_version
          where org_id = ${caller.organizationId} and document_key = ${key} and id = ${id}`.execute(store)
        const row = rows[0]
        if (!row) throw new AppError('not-found', 'This version is not kept.')
        return { ...toVersionSummary(row), content: row.content, type: row.content_type }
      }),
  }
}

interface VersionRow {
  id: number
  title: string
  written_at: Date
  replaced_at: Date
}

function toVersionSummary(row: VersionRow): VersionSummary {
  return {
    id: String(row.id),
    title: row.title,
    writtenAt: row.written_at,
    replacedAt: row.replaced_at,
  }
}
