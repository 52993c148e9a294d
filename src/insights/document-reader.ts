import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { findVisible } from '../access/current-audiences.ts'
import { ancestorSql } from '../access/document-ancestors.ts'
import { visibleTo } from '../access/visibility.ts'
import type { DocumentWithPassages } from '../contract/history.ts'
import { documentUrl } from '../document-url.ts'
import { AppError } from '../errors.ts'
import type { PassagePages } from '../ingest/passage-pages.ts'
import type { Database, Sql } from '../storage/database.ts'

/** A document and the titles above it, as far up as the caller can see them. */
export interface DocumentLocation {
  key: number
  kind: 'note' | 'item'
  id: string
  rootId: string | null
  isAttachment: boolean
  title: string
  url: string | null
  updatedAt: Date
  path: string[]
}

/** Returns the locations of the documents that the caller can see. */
export async function locateDocuments(
  store: Sql,
  caller: Caller,
  keys: readonly number[],
): Promise<Map<number, DocumentLocation>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{
    key: number
    id: string
    root_id: string | null
    is_attachment: boolean
    title: string
    url: string | null
    updated_at: Date
    source_name: string | null
    above: string[] | null
  }>`
    with recursive ${ancestorSql(caller, keys)}
    select d.key, d.id, d.root_id, d.is_attachment, d.title, d.url, d.updated_at, s.name as source_name,
      (select array_agg(a.title order by a.depth desc) from ancestor a where a.start = d.key and a.depth > 0) as above
    from document d left join data_source s on ${visibleTo(caller, 's')} and s.id = d.root_id
    where ${visibleTo(caller, 'd')} and d.key = any(${[...keys]}::bigint[])`.execute(store)
  return new Map(
    rows.map((row) => [
      row.key,
      {
        key: row.key,
        kind: row.root_id === null && !row.is_attachment ? 'note' : 'item',
        id: row.id,
        rootId: row.root_id,
        isAttachment: row.is_attachment,
        title: row.title,
        url: row.url,
        updatedAt: row.updated_at,
        path: row.root_id === null ? (row.above ?? []) : row.source_name === null ? [] : [row.source_name],
      },
    ]),
  )
}

export interface DocumentReader {
  read(caller: Caller, documentId: string): Promise<DocumentWithPassages>
}

/** Reads documents as indexed: passages with their headings, in order. */
export function createDocumentReader({
  database,
  publicUrl,
}: {
  database: Database
  publicUrl: string
}): DocumentReader {
  return {
    async read(caller, documentId) {
      const key = /^\d{1,15}$/.test(documentId) ? Number(documentId) : 0
      const read = async (store: Sql, caller: Caller) => {
        const location = (await locateDocuments(store, caller, [key])).get(key)
        if (!location) return undefined
        const { rows } = await sql<PassageRow>`
          select d.language, coalesce(c.heading, a.heading) as heading, coalesce(c.body, a.body) as body,
            coalesce(c.pages, a.pages) as pages
          from document d
          left join chunk c on ${visibleTo(caller, 'c')} and c.document_key = d.key
          left join archived_chunk a on a.org_id = d.org_id and a.document_key = d.key and c.key is null
          where ${visibleTo(caller, 'd')} and d.key = ${key}
          order by coalesce(c.ordinal, a.ordinal)`.execute(store)
        return { location, rows }
      }
      const found = await database.readAs(caller, (store) => findVisible(caller, (caller) => read(store, caller)))
      if (!found) throw new AppError('not-found', 'Document not found.')
      const { location, rows } = found
      return {
        documentId,
        kind: location.kind,
        id: location.id,
        rootId: location.rootId,
        title: location.title,
        url: documentUrl(publicUrl, location),
        updatedAt: location.updatedAt.toISOString(),
        language: rows[0]?.language ?? 'en',
        path: location.path,
        passages: rows.filter((row) => row.body !== null).map(presentPassage),
      }
    },
  }
}

interface PassageRow {
  language: string
  heading: string
  body: string
  pages: PassagePages | null
}

function presentPassage({ heading, body, pages }: PassageRow): DocumentWithPassages['passages'][number] {
  const page = pages?.[0]?.[1]
  return { heading, text: body, ...(page !== undefined && { page }) }
}
