import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { findVisible } from '../access/current-audiences.ts'
import { visibleTo } from '../access/visibility.ts'
import type { DocumentWithPassages } from '../contract/history.ts'
import { documentUrl } from '../document-url.ts'
import { AppError } from '../errors.ts'
import type { PassagePages } from '../ingest/passage-pages.ts'
import { locateDocuments } from '../search/document-locations.ts'
import type { Database, Sql } from '../storage/database.ts'

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
