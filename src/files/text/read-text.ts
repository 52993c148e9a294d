import { htmlTitle } from '../../ingest/html-title.ts'
import { markdownTitle } from '../../ingest/markdown-title.ts'
import { separateMessages } from '../../ingest/message-heads.ts'
import { readTranscript } from '../../ingest/read-transcript.ts'
import { decodeText } from '../decode-text.ts'
import { type FileText, type FormatReader, UnreadableFileError } from '../file-text.ts'
import { escapeHtml } from '../html-writer.ts'
import { textToHtml } from './text-to-html.ts'

/** Reads prose, subtitles and chats. */
export const readText: FormatReader = async (bytes) =>
  asHtml(textToHtml(separateMessages(readTranscript(decodeNonEmpty(bytes)))))

/** Reads code, data and logs, whose line breaks and indentation matter. */
export const readCode: FormatReader = async (bytes) =>
  asHtml(`<pre><code>${escapeHtml(decodeNonEmpty(bytes))}</code></pre>`)

export const readMarkdown: FormatReader = async (bytes) => {
  const content = decodeNonEmpty(bytes)
  return {
    type: 'markdown',
    content,
    skipped: [],
    ...titled(markdownTitle(content)),
  }
}

export const readHtml: FormatReader = async (bytes) => {
  const content = decodeNonEmpty(bytes, declaredCharset(bytes))
  return { ...asHtml(content), ...titled(htmlTitle(content)) }
}

function decodeNonEmpty(bytes: Uint8Array, declared?: string): string {
  const text = decodeText(bytes, declared).replace(/\r\n?/g, '\n')
  if (text.trim() === '') throw new UnreadableFileError('empty')
  return text
}

/** The encoding that a page names within its first kilobyte, as browsers look for it. */
export function declaredCharset(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  return /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(start)?.[1] ?? /<\?xml[^>]+encoding="([\w-]+)"/.exec(start)?.[1]
}

function titled(title: string | undefined): { title?: string } {
  const text = title?.replace(/\s+/g, ' ').trim()
  return text ? { title: text } : {}
}

function asHtml(content: string): FileText {
  return { type: 'html', content, skipped: [] }
}
