import { readFileSync, statSync } from 'node:fs'
import type { FileReader } from '../../files/file-reader.ts'
import { unreadableMessages } from '../../files/file-text.ts'
import { cleanText } from '../../ingest/clean-text.ts'
import { type PageText, titleFromName } from './read-page.ts'
import type { FileProblem } from './scan-folder.ts'

/** Reads a PDF, an Office file, a mail or another document as a page; `problems` names its parts that cannot be read. */
export async function readDocument(
  reader: Pick<FileReader, 'read'>,
  path: string,
  name: string,
): Promise<{ text: PageText; problems: FileProblem[] }> {
  const read = await reader.read(readFileSync(path), { name })
  const title = cleanText(read.title ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  return {
    text: {
      title: (title || titleFromName(name.replace(/\.[A-Za-z0-9]{1,10}$/, ''))).slice(0, 1024).toWellFormed(),
      content: read.content.replaceAll('\u0000', ' ').toWellFormed(),
      type: read.type,
      id: undefined,
      url: undefined,
      date: read.updatedAt,
      modifiedAt: statSync(path).mtime,
    },
    problems: read.skipped.map((part) => ({ file: part.name, message: unreadableMessages[part.reason] })),
  }
}
