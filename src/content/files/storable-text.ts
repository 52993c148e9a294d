import type { IndexedFile } from '../../contract/files.ts'
import type { FileReader } from '../../files/file-reader.ts'
import { type FileText, type SkippedPart, unreadableMessages } from '../../files/file-text.ts'
import { cleanText } from '../../ingest/clean-text.ts'
import type { SentFile } from './stored-file.ts'

const maxTitleLength = 1024

/** Reads a file into text that the database can store. Throws UnreadableFileError. */
export async function readStorableText(
  reader: Pick<FileReader, 'read'>,
  { name, bytes }: Pick<SentFile, 'name' | 'bytes'>,
  signal: AbortSignal | undefined,
): Promise<FileText> {
  const { title, content, ...text } = await reader.read(bytes, { name, ...(signal && { signal }) })
  const ownTitle = cleanText(title ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxTitleLength)
    .toWellFormed()
  return {
    ...text,
    ...(ownTitle !== '' && { title: ownTitle }),
    content: content.replaceAll('\u0000', ' ').toWellFormed(),
    skipped: text.skipped.map((part) => ({ ...part, name: cleanText(part.name) })),
  }
}

/** Presents skipped parts with their reasons as sentences. */
export function presentSkipped(skipped: readonly SkippedPart[]): IndexedFile['skipped'] {
  return skipped.map((part) => ({ ...part, message: unreadableMessages[part.reason] }))
}
