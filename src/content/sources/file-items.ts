import { createHash } from 'node:crypto'
import type { Caller } from '../../access/caller.ts'
import { isInAudience } from '../../access/visibility.ts'
import type { FileFields, IndexedFile } from '../../contract/files.ts'
import { parseDateTime } from '../../contract/text.ts'
import { documentUrl } from '../../document-url.ts'
import { AppError } from '../../errors.ts'
import type { FileReader } from '../../files/file-reader.ts'
import { type FileText, type SkippedPart, UnreadableFileError } from '../../files/file-text.ts'
import type { Sql } from '../../storage/database.ts'
import { type FileDownload, openFile } from '../files/file-download.ts'
import { presentSkipped, readStorableText } from '../files/storable-text.ts'
import { fileReaderVersion, type SentFile, writeDocumentFile } from '../files/stored-file.ts'
import type { IndexedText } from '../indexing/document-index.ts'
import { isCommitted } from '../indexing/staged-documents.ts'
import { type DocumentWriteDeps, updateDocument, writeDocument } from '../indexing/write-document.ts'
import { listingKeyFor } from './content-listing.ts'
import type { DataSources } from './data-sources.ts'
import { insertItem } from './insert-item.ts'
import type { StablePagination } from './stable-pagination.ts'

export interface FileItems {
  /** Creates or updates an item from a file. The same file is not read again. */
  index(
    caller: Caller,
    fields: FileFields,
    file: { name: string; bytes: Uint8Array },
    signal?: AbortSignal,
  ): Promise<IndexedFile>
  /** Opens the stored original of an item that the caller can see. */
  open(caller: Caller, item: { rootId: string; id: string }): Promise<FileDownload>
}

export interface FileItemsDeps extends DocumentWriteDeps {
  dataSources: DataSources
  pagination: StablePagination
  fileReader: Pick<FileReader, 'read'>
  publicUrl: string
  now: () => Date
  /** Versions kept of each item. */
  maxVersions: number
}

/** Keeps files as items of data sources: their text, which file it was, and the original unless it has an address. */
export function createFileItems(deps: FileItemsDeps): FileItems {
  const { database, dataSources, pagination, fileReader, publicUrl } = deps

  return {
    async index(caller, fields, { name, bytes }, signal) {
      const { rootId, id } = fields
      const { organizationId } = caller
      await dataSources.findForWriting(caller, rootId)
      const file: SentFile = { name, bytes, hash: createHash('sha256').update(bytes).digest() }
      const item = { organizationId, rootId, id }
      for (;;) {
        const stored = await findStored(database.unrestricted, item, { lock: false })
        const text = isRead(caller, stored, file) ? undefined : await readText(fileReader, file, signal)
        const written = await dataSources.write(caller, rootId, ({ audienceId }) =>
          writeItem(deps, caller, { ...item, audienceId }, fields, file, text),
        )
        // Otherwise another writer replaced the file that would have been kept, so this one has to be read.
        if (!written) continue
        await pagination.reset(listingKeyFor(caller, rootId))
        const { title, url, updatedAt, skipped } = written
        return {
          source: {
            id,
            title,
            url: documentUrl(publicUrl, { id, rootId, isAttachment: false, url }),
            updatedAt: updatedAt.toISOString(),
          },
          skipped: presentSkipped(skipped),
        }
      }
    },

    open: (caller, item) => openFile(database, caller, item),
  }
}

interface ItemRef {
  organizationId: string
  rootId: string
  id: string
}

interface WrittenItem {
  title: string
  url: string | null
  updatedAt: Date
  skipped: readonly SkippedPart[]
}

type StoredItem = Awaited<ReturnType<typeof findStored>>

/** Writes the item; without a text, that of the stored one stays. Returns undefined if the stored one is of another file. */
function writeItem(
  { documentIndex, now, maxVersions, ...deps }: FileItemsDeps,
  caller: Caller,
  item: ItemRef & { audienceId: number },
  fields: FileFields,
  file: SentFile,
  read: FileText | undefined,
): Promise<WrittenItem | undefined> {
  const { organizationId, audienceId } = item
  const url = fields.url ?? null
  return writeDocument<{ stored: StoredItem; result: WrittenItem }, WrittenItem | undefined>(
    { ...deps, documentIndex },
    item,
    {
      async plan(store, { lock }) {
        const stored = await findStored(store, item, { lock })
        if (!read && !isRead(caller, stored, file)) return { result: undefined }
        const result: WrittenItem = {
          title: fields.title ?? read?.title ?? (read ? file.name : (stored?.title ?? file.name)),
          url,
          updatedAt: dateOf(fields) ?? (read ? (read.updatedAt ?? now()) : (stored?.updated_at ?? now())),
          skipped: read?.skipped ?? (stored?.skipped as SkippedPart[] | undefined) ?? [],
        }
        const isSameFile = stored !== undefined && isRead(caller, stored, file)
        const text = chooseText(result.title, read, stored)
        const isSameText = isSameFile && stored.title === result.title
        const isSameAddress = stored?.url === url && stored.name === file.name
        if (isSameText && isSameAddress && stored.updated_at.getTime() === result.updatedAt.getTime()) return { result }
        return {
          key: stored?.key,
          audienceId: stored?.audience_id ?? audienceId,
          text: isSameText ? undefined : text,
          state: { stored, result },
        }
      },
      async commit(store, { stored, result }, text) {
        const at = now()
        const columns = { url, updated_at: result.updatedAt, edited_at: at }
        const key = stored?.key ?? (await insertItem(store, item, at, { ...columns, ...text!.columns }))
        if (stored) await updateDocument(store, { organizationId, key }, columns, text, { maxVersions, at })
        // An item of a connection can have readers of its own.
        const passages = { organizationId, key, audienceId: stored?.audience_id ?? audienceId }
        if (text) await documentIndex.write(store, passages, text)
        const { skipped } = result
        await writeDocumentFile(store, { organizationId, key }, file, { skipped, keepsOriginal: url === null })
        return result
      },
    },
  )
}

async function findStored(store: Sql, { organizationId, rootId, id }: ItemRef, { lock }: { lock: boolean }) {
  const query = store
    .selectFrom('document as d')
    .leftJoin('document_file as f', (join) =>
      join.onRef('f.org_id', '=', 'd.org_id').onRef('f.document_key', '=', 'd.key'),
    )
    .select(['d.key', 'd.title', 'd.content', 'd.content_type', 'd.url', 'd.updated_at', 'd.audience_id'])
    .select(['f.name', 'f.hash', 'f.reader_version', 'f.skipped'])
    .where('d.org_id', '=', organizationId)
    .where('d.root_id', '=', rootId)
    .where('d.id', '=', id)
    .where(isCommitted('d'))
  return (lock ? query.forUpdate('d') : query).executeTakeFirst()
}

/**
 * Tells whether the text of the stored item is that of the file, as read by the current code. Not of an item that the caller
 * can't see: the response would have its title and date.
 */
function isRead(caller: Caller, stored: StoredItem, file: SentFile): boolean {
  if (!stored || !isInAudience(caller, stored.audience_id)) return false
  return stored.hash?.equals(file.hash) === true && stored.reader_version === fileReaderVersion
}

function chooseText(title: string, read: FileText | undefined, stored: StoredItem): IndexedText {
  if (read) return { title, content: read.content, type: read.type }
  return { title, content: stored?.content ?? '', type: stored?.content_type ?? 'html' }
}

function dateOf({ updatedAt }: FileFields): Date | undefined {
  return updatedAt === undefined ? undefined : parseDateTime(updatedAt)
}

/** Reads a file into text that can be stored; fails with the reason if it cannot be read. */
async function readText(
  reader: Pick<FileReader, 'read'>,
  file: SentFile,
  signal: AbortSignal | undefined,
): Promise<FileText> {
  try {
    return await readStorableText(reader, file, signal)
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    throw new AppError('file-not-readable', error.message, {
      details: { file: { message: error.message, value: error.reason } },
    })
  }
}
