import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { findVisible } from '../access/current-audiences.ts'
import { visibleTo } from '../access/visibility.ts'
import type { ReadableContent } from '../contract/history.ts'
import { documentUrl } from '../document-url.ts'
import { AppError } from '../errors.ts'
import type { Database, Sql } from '../storage/database.ts'
import type { NoteFormatter } from './notes/note-format.ts'

export interface ContentReader {
  /** Returns a note or an item in Markdown. Without `rootId`, a note comes before an item with the same id. */
  read(caller: Caller, key: { id: string; rootId?: string | undefined }): Promise<ReadableContent>
}

/** Reads notes and items alike, for callers that have an id from an answer or a search. */
export function createContentReader({
  database,
  format,
  publicUrl,
}: {
  database: Database
  format: NoteFormatter
  publicUrl: string
}): ContentReader {
  return {
    async read(caller, { id, rootId }) {
      const read = async (store: Sql, caller: Caller) => {
        const { rows } = await sql<{
          root_id: string | null
          is_attachment: boolean
          title: string
          url: string | null
          updated_at: Date
          edited_at: Date
          content: string
          type: 'markdown' | 'html'
        }>`
          select d.root_id, d.is_attachment, d.title, d.url, d.updated_at, d.edited_at, d.content, d.content_type as type from document d
          where ${visibleTo(caller, 'd')} and d.id = ${id}
            and ${rootId === undefined ? sql`true` : sql`d.root_id = ${rootId}`}
          order by d.root_id nulls first limit 2`.execute(store)
        return rows.length > 0 ? rows : undefined
      }
      const rows = await database.readAs(caller, (store) => findVisible(caller, (caller) => read(store, caller)))
      const row = rows?.[0]
      if (!rows || !row) throw new AppError('not-found', 'Document not found.')
      if (row.root_id !== null && rows.length > 1) {
        const message = 'is required: several data sources have an item with this id'
        throw new AppError('validation', `rootId ${message}.`, { details: { rootId: { message } } })
      }
      return {
        id,
        ...(row.root_id !== null && { rootId: row.root_id }),
        title: row.title,
        url: documentUrl(publicUrl, { id, rootId: row.root_id, isAttachment: row.is_attachment, url: row.url }),
        updatedAt: row.updated_at.toISOString(),
        lastEditedAt: row.edited_at.toISOString(),
        content: await format(row, 'md'),
      }
    },
  }
}
