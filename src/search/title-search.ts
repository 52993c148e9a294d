import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { withStatementAudiences } from '../access/current-audiences.ts'
import { editableBy, visibleTo } from '../access/visibility.ts'
import { documentUrl } from '../document-url.ts'
import { cleanText } from '../ingest/clean-text.ts'
import type { Database } from '../storage/database.ts'
import { isNote } from '../storage/is-note.ts'
import { accentForms, beginsWithText, containsText } from '../storage/like-pattern.ts'
import { locateDocuments } from './document-locations.ts'

export interface TitleHit {
  id: string
  /** Undefined for a note or a file attached to one. */
  rootId: string | undefined
  title: string
  url: string
  /** The notes above it that the caller can see, outermost first; of an item, the name of its data source. */
  path: string[]
  updatedAt: Date
}

export interface TitleQuery {
  /** Each word must occur in the title; empty: any title. */
  query: string
  /** Only these notes, in this order. */
  noteIds?: readonly string[] | undefined
  /** Files attached to notes are neither. */
  kind?: 'note' | 'item' | undefined
  /** Only notes that the caller can edit. */
  editableOnly?: boolean
  limit: number
}

export type TitleSearch = (caller: Caller, query: TitleQuery) => Promise<TitleHit[]>

/** More words find nothing else, and each costs a comparison per title. */
const maxWords = 8

/** Finds documents by the beginnings of words of their titles, for lists that narrow while someone types. */
export function createTitleSearch({ database, publicUrl }: { database: Database; publicUrl: string }): TitleSearch {
  return async (requester, { query, noteIds, kind, editableOnly, limit }) => {
    const caller = withStatementAudiences(requester)
    const words = (query.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, maxWords)
    if (words.length === 0 && query.trim() !== '') return []
    const conditions: RawBuilder<unknown>[] = [visibleTo(caller, 'd'), sql`d.archived_at is null`]
    for (const word of words) conditions.push(containsText('d.title', word))
    if (noteIds) conditions.push(sql`${isNote('d')} and d.id = any(${[...noteIds]}::text[])`)
    if (kind === 'note' || editableOnly) conditions.push(isNote('d'))
    if (kind === 'item') conditions.push(sql`d.root_id is not null`)
    if (editableOnly) conditions.push(editableBy(caller, 'd'))
    // A word has letters, marks and digits only, so it is no pattern of its own.
    const beginsWords = words.map((word) => {
      const patterns = accentForms(word).map((form) => `\\m${form}`)
      return sql`(d.title ~* any(${patterns}::text[]))::int`
    })
    const order = [
      ...(noteIds ? [sql`array_position(${[...noteIds]}::text[], d.id)`] : []),
      ...(beginsWords.length > 0 ? [sql`${sql.join(beginsWords, sql` + `)} desc`] : []),
      ...(words.length > 0 ? [sql`(${beginsWithText('d.title', query)}) desc`] : []),
      sql`(d.root_id is not null)`,
      sql`d.updated_at desc`,
      sql`d.key`,
    ]
    const located = await database.readAs(caller, async (store) => {
      const { rows } = await sql<{ key: number }>`
        select d.key from document d where ${sql.join(conditions, sql` and `)}
        order by ${sql.join(order)} limit ${limit}`.execute(store)
      const keys = rows.map(({ key }) => key)
      const locations = await locateDocuments(store, caller, keys)
      return keys.flatMap((key) => locations.get(key) ?? [])
    })
    return located.map((document) => ({
      id: document.id,
      rootId: document.rootId ?? undefined,
      title: cleanText(document.title),
      url: documentUrl(publicUrl, document),
      path: document.path.map(cleanText),
      updatedAt: document.updatedAt,
    }))
  }
}
