import { sql } from 'kysely'
import type { Principal } from '../access/audiences.ts'
import { hashContent, type IndexedText } from '../content/indexing/document-index.ts'
import { isCommitted } from '../content/indexing/staged-documents.ts'
import type { NoteInput } from '../content/notes/note-upsert.ts'
import type { Sql } from '../storage/database.ts'
import { isNote } from '../storage/is-note.ts'

/** A stored note or item without its text. */
export interface StoredDocument {
  title: string
  url: string | null
  contentHash: Buffer
  updatedAt: Date
  parentId: string | undefined
  /** Undefined if it inherits the audience of its parent. */
  audience: Principal[] | undefined
  /** Whether a member wrote its text, not an import or a file. */
  isWrittenByMember: boolean
}

/** The stored entries of an organization, by the names that a file uses. */
export interface StoredOrganization {
  /** Member ids by email. */
  members: Map<string, string>
  /** Group ids by name. */
  teams: Map<string, string>
  dataSources: Set<string>
  notes: Map<string, StoredDocument>
}

export async function readStoredOrganization(store: Sql, organizationId: string): Promise<StoredOrganization> {
  const members = await store
    .selectFrom('member')
    .select(['email', 'id'])
    .where('org_id', '=', organizationId)
    .execute()
  const teams = await store.selectFrom('team').select(['name', 'id']).where('org_id', '=', organizationId).execute()
  const sources = await store.selectFrom('data_source').select('id').where('org_id', '=', organizationId).execute()
  return {
    members: new Map(members.map((row) => [row.email, row.id])),
    teams: new Map(teams.map((row) => [row.name, row.id])),
    dataSources: new Set(sources.map((row) => row.id)),
    notes: await readStoredDocuments(store, organizationId, null),
  }
}

/** Returns the notes of an organization (`rootId` null) or the items of one data source, by id. */
export async function readStoredDocuments(
  store: Sql,
  organizationId: string,
  rootId: string | null,
): Promise<Map<string, StoredDocument>> {
  const audiences = await readAudiences(store, organizationId)
  const rows = await store
    .selectFrom('document')
    .leftJoin('document as parent', (join) =>
      join.onRef('parent.org_id', '=', 'document.org_id').onRef('parent.key', '=', 'document.parent_key'),
    )
    .select([
      'document.id',
      'document.title',
      'document.url',
      'document.content_hash',
      'document.updated_at',
      'document.own_audience_id',
      'document.edited_by',
      'parent.id as parent_id',
    ])
    .where('document.org_id', '=', organizationId)
    .where(rootId === null ? isNote('document') : sql<boolean>`document.root_id = ${rootId}`)
    .where(isCommitted('document'))
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        title: row.title,
        url: row.url,
        contentHash: row.content_hash,
        updatedAt: row.updated_at,
        parentId: row.parent_id ?? undefined,
        audience: row.own_audience_id === null ? undefined : (audiences.get(row.own_audience_id) ?? []),
        isWrittenByMember: row.edited_by !== null,
      },
    ]),
  )
}

async function readAudiences(store: Sql, organizationId: string): Promise<Map<number, Principal[]>> {
  const rows = await store
    .selectFrom('audience_principal')
    .select(['audience_id', 'principal'])
    .where('org_id', '=', organizationId)
    .orderBy('principal')
    .execute()
  const audiences = new Map<number, Principal[]>()
  for (const { audience_id: id, principal } of rows) {
    audiences.set(id, [...(audiences.get(id) ?? []), principal])
  }
  return audiences
}

/** Returns whether title and content are unchanged; then the stored date is kept, too. */
export function isSameText(text: IndexedText, stored: StoredDocument | undefined): stored is StoredDocument {
  return stored !== undefined && stored.title === text.title && stored.contentHash.equals(hashContent(text))
}

/** Returns whether writing this note would change nothing; comparing with the preloaded notes saves a query per note. */
export function isSameNote(note: NoteInput, stored: StoredDocument | undefined): boolean {
  return (
    isSameText(note, stored) &&
    stored.url === (note.url ?? null) &&
    stored.parentId === note.parentId &&
    stored.updatedAt.getTime() === note.updatedAt.getTime() &&
    (stored.audience === undefined) === (note.audience === undefined) &&
    [...(stored.audience ?? [])].sort().join('\n') === [...(note.audience ?? [])].sort().join('\n')
  )
}
