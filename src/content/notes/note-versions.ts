import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { AppError } from '../../errors.ts'
import type { Database } from '../../storage/database.ts'
import { findNote } from './note-row.ts'

export interface VersionSummary {
  id: string
  title: string
  writtenAt: Date
  replacedAt: Date
  /** Undefined for imports and deleted members. */
  writtenBy: { id: string; name: string } | undefined
}

export interface VersionWithContent extends VersionSummary {
  content: string
  type: 'markdown' | 'html'
}

/** Reads the stored versions of a note, for callers who can see the note. */
export function createNoteVersions({ database }: { database: Database }) {
  return {
    /** Returns the versions, newest first. */
    listVersions: (caller: Caller, noteId: string): Promise<VersionSummary[]> =>
      database.readAs(caller, async (store) => {
        const { key } = await findNote(store, caller, noteId)
        const { rows } = await sql<VersionRow>`
          select ${versionColumns} from document_version
          where org_id = ${caller.organizationId} and document_key = ${key} order by id desc`.execute(store)
        return rows.map(toVersionSummary)
      }),

    getVersion: (caller: Caller, noteId: string, versionId: string): Promise<VersionWithContent> =>
      database.readAs(caller, async (store) => {
        const { key } = await findNote(store, caller, noteId)
        const id = /^\d{1,15}$/.test(versionId) ? Number(versionId) : 0
        const { rows } = await sql<VersionRow & { content: string; content_type: 'markdown' | 'html' }>`
          select ${versionColumns}, content, content_type from document_version
          where org_id = ${caller.organizationId} and document_key = ${key} and id = ${id}`.execute(store)
        const row = rows[0]
        if (!row) throw new AppError('not-found', 'Version not found. Older versions are deleted automatically.')
        return { ...toVersionSummary(row), content: row.content, type: row.content_type }
      }),
  }
}

const versionColumns = sql`id, title, written_at, replaced_at, written_by,
  case when written_by is not null then member_name(org_id, written_by) end as author_name`

interface VersionRow {
  id: number
  title: string
  written_at: Date
  replaced_at: Date
  written_by: string | null
  author_name: string | null
}

function toVersionSummary(row: VersionRow): VersionSummary {
  return {
    id: String(row.id),
    title: row.title,
    writtenAt: row.written_at,
    replacedAt: row.replaced_at,
    writtenBy:
      row.written_by === null || row.author_name === null ? undefined : { id: row.written_by, name: row.author_name },
  }
}
