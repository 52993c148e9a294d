import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { withStatementAudiences } from '../../access/current-audiences.ts'
import { editableBy, visibleTo } from '../../access/visibility.ts'
import type { AttachmentBody } from '../../contract/attachments.ts'
import { documentUrl } from '../../document-url.ts'
import { AppError } from '../../errors.ts'
import type { FileReader } from '../../files/file-reader.ts'
import { type SkippedPart, UnreadableFileError } from '../../files/file-text.ts'
import type { Sql } from '../../storage/database.ts'
import { type FileDownload, openFile } from '../files/file-download.ts'
import { isImageType, mediaTypeOf } from '../files/media-type.ts'
import { presentSkipped, readStorableText } from '../files/storable-text.ts'
import { writeDocumentFile } from '../files/stored-file.ts'
import type { IndexedText } from '../indexing/document-index.ts'
import { deleteDocuments } from '../indexing/removed-documents.ts'
import { type DocumentWriteDeps, insertDocument, writeDocument } from '../indexing/write-document.ts'
import { propagateArchiveState, writeNotePassages } from './note-archive.ts'
import { assertCanEdit, findNote, type Note } from './note-row.ts'
import { lockNoteTree } from './note-tree.ts'

export interface Attachments {
  /** Attaches a file to a note. A file that cannot be read is kept, and the result says why. */
  add(
    caller: Caller,
    noteId: string,
    file: { name: string; bytes: Uint8Array },
    signal: AbortSignal,
  ): Promise<AttachmentBody>
  list(caller: Caller, noteId: string): Promise<AttachmentBody[]>
  /** Opens an attachment of a note that the caller can see. */
  open(caller: Caller, id: string): Promise<FileDownload>
  /** Deletes an attachment for good. */
  delete(caller: Caller, id: string): Promise<void>
}

export interface AttachmentsDeps extends DocumentWriteDeps {
  fileReader: Pick<FileReader, 'read'>
  publicUrl: string
  now: () => Date
  newId: () => string
}

/** They are listed all at once. */
const maxAttachmentsPerNote = 200

/**
 * Keeps files attached to notes. An attachment is a document below its note, without an audience of its own: visibility,
 * search, moves, the archive and the trash treat it like a subpage that always inherits.
 */
export function createAttachments(deps: AttachmentsDeps): Attachments {
  const { database, fileReader, publicUrl } = deps
  return {
    async add(caller, noteId, { name, bytes }, signal) {
      // Before the file is read, which can take long; `writeAttachment` checks again.
      await assertCanAttach(database.unrestricted, caller, noteId)
      if (bytes.length === 0)
        throw new AppError('validation', 'The file is empty.', { details: { file: { message: 'is empty' } } })
      const read = await readAttachedFile(fileReader, { name, bytes }, signal)
      return presentAttachment(await writeAttachment(deps, caller, noteId, { name, bytes }, read), publicUrl)
    },

    list: (caller, noteId) =>
      database.readAs(caller, async (store) => {
        const note = await findNote(store, caller, noteId)
        const rows = await selectAttachments(store, caller, note)
        return rows.map((row) => presentAttachment(row, publicUrl))
      }),

    open: (caller, id) => openFile(database, caller, { rootId: null, id }),

    delete: (caller, id) =>
      database.writeAs(caller, async (store) => {
        const { organizationId } = caller
        await lockNoteTree(store, organizationId)
        const { rows } = await sql<{ key: number; can_edit: boolean }>`
          select d.key, ${editableBy(caller, 'd')} as can_edit from document d
          where ${visibleTo(withStatementAudiences(caller), 'd')} and d.is_attachment and d.id = ${id}`.execute(store)
        if (!rows[0]) throw new AppError('not-found', 'Attachment not found.')
        assertCanEdit(caller, { canEdit: rows[0].can_edit })
        await deleteDocuments(store, organizationId, sql`d.key = ${rows[0].key}`, deps.now())
      }),
  }
}

interface AttachmentRow {
  id: string
  note_id: string
  name: string
  media_type: string
  size_bytes: number
  created_at: Date
  is_read: boolean
  skipped: SkippedPart[]
}

interface ReadFile {
  text: IndexedText
  updatedAt: Date | undefined
  skipped: SkippedPart[]
}

/** Reads the text of a file; one that cannot be read has none. Pictures have none by nature, which is nothing to report. */
async function readAttachedFile(
  reader: Pick<FileReader, 'read'>,
  file: { name: string; bytes: Uint8Array },
  signal: AbortSignal | undefined,
): Promise<ReadFile> {
  const withoutText = { text: { title: file.name, content: '', type: 'html' as const }, updatedAt: undefined }
  if (isImageType(mediaTypeOf(file.bytes))) return { ...withoutText, skipped: [] }
  try {
    const { content, type, updatedAt, skipped } = await readStorableText(reader, file, signal)
    return { text: { title: file.name, content, type }, updatedAt, skipped }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    return { ...withoutText, skipped: [{ name: file.name, reason: error.reason }] }
  }
}

function writeAttachment(
  deps: AttachmentsDeps,
  caller: Caller,
  noteId: string,
  { name, bytes }: { name: string; bytes: Uint8Array },
  { text, updatedAt, skipped }: ReadFile,
): Promise<AttachmentRow> {
  const { organizationId } = caller
  const id = deps.newId()
  const hash = createHash('sha256').update(bytes).digest()
  return writeDocument<Note, AttachmentRow>(
    deps,
    { organizationId, rootId: null, id },
    {
      writer: caller,
      async plan(store, { lock }) {
        if (lock) await lockNoteTree(store, organizationId)
        const note = await assertCanAttach(store, caller, noteId)
        return { key: undefined, audienceId: note.audienceId, text, state: note }
      },
      async commit(store, note, prepared) {
        const at = deps.now()
        const key = await insertDocument(store, {
          org_id: organizationId,
          id,
          parent_key: note.key,
          is_attachment: true,
          url: null,
          audience_id: note.audienceId,
          editors: note.editors ?? null,
          created_at: at,
          updated_at: updatedAt ?? at,
          edited_at: at,
          ...prepared!.columns,
        })
        await propagateArchiveState(store, organizationId, key)
        await writeNotePassages(deps.documentIndex, store, { organizationId, key }, prepared!)
        const file = { name, bytes, hash }
        await writeDocumentFile(store, { organizationId, key }, file, { skipped, keepsOriginal: true })
        const [row] = await selectAttachments(store, caller, note, key)
        return row!
      },
    },
  )
}

/** Returns the note if the caller can attach a file to it. */
async function assertCanAttach(store: Sql, caller: Caller, noteId: string): Promise<Note> {
  const note = await findNote(store, caller, noteId)
  assertCanEdit(caller, note)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from document d
    where d.org_id = ${caller.organizationId} and d.parent_key = ${note.key} and d.is_attachment`.execute(store)
  if ((rows[0]?.count ?? 0) >= maxAttachmentsPerNote)
    throw new AppError(
      'conflict',
      `A note can have at most ${maxAttachmentsPerNote} attachments. Delete one first, or use a subpage.`,
    )
  return note
}

async function selectAttachments(store: Sql, caller: Caller, note: Note, key?: number): Promise<AttachmentRow[]> {
  const { rows } = await sql<AttachmentRow>`
    select d.id, ${note.id}::text as note_id, f.name, f.media_type, f.size_bytes, d.created_at, d.content <> '' as is_read,
      f.skipped
    from document d join document_file f on f.org_id = d.org_id and f.document_key = d.key
    where ${visibleTo(withStatementAudiences(caller), 'd')} and d.parent_key = ${note.key} and d.is_attachment
      and ${key === undefined ? sql`true` : sql`d.key = ${key}`}
    order by d.created_at, d.key`.execute(store)
  return rows
}

function presentAttachment(row: AttachmentRow, publicUrl: string): AttachmentBody {
  return {
    id: row.id,
    noteId: row.note_id,
    name: row.name,
    mediaType: row.media_type,
    sizeBytes: row.size_bytes,
    url: documentUrl(publicUrl, { id: row.id, rootId: null, isAttachment: true, url: null }),
    createdAt: row.created_at.toISOString(),
    isRead: row.is_read,
    skipped: presentSkipped(row.skipped),
  }
}
