import { parseFrontMatter } from '../ingest/front-matter.ts'
import { renderMarkdown } from '../ingest/markdown-blocks.ts'
import { toCommonMark } from '../ingest/markdown-dialects.ts'
import { type FileText, type ReadContext, type SkippedPart, UnreadableFileError } from './file-text.ts'
import { escapeHtml } from './html-writer.ts'

export interface InnerFile {
  /** Path or name within the outer file. */
  name: string
  sizeBytes: number
  read(): Promise<Uint8Array>
}

/**
 * Reads attachments or the files of an archive into one section each, headed by its name. A file that cannot be read is
 * listed with the reason and does not stop the others.
 */
export async function readInnerFiles(
  files: Iterable<InnerFile>,
  { limits, readInner }: Pick<ReadContext, 'limits' | 'readInner'>,
  { headingLevel, lengthBefore = 0 }: { headingLevel: number; lengthBefore?: number },
): Promise<{ sections: string[]; skipped: SkippedPart[] }> {
  const sections: string[] = []
  const skipped: SkippedPart[] = []
  let length = lengthBefore
  for (const file of files) {
    try {
      if (file.sizeBytes > limits.fileBytes) throw new UnreadableFileError('too-large')
      const text = await readInner(await file.read(), file.name)
      const heading = `<h${headingLevel}>${escapeHtml(file.name)}</h${headingLevel}>`
      const section = `<section>${heading}\n${embedText(text, headingLevel)}</section>`
      if (length + section.length > limits.textLength) throw new UnreadableFileError('too-large')
      length += section.length
      sections.push(section)
      skipped.push(...text.skipped.map(({ name, reason }) => ({ name: `${file.name}/${name}`, reason })))
    } catch (error) {
      const reason = error instanceof UnreadableFileError ? error.reason : 'damaged'
      skipped.push({ name: file.name, reason })
    }
  }
  return { sections, skipped }
}

/**
 * Returns a text as HTML for use inside another document: its headings stand below `headingLevel`. Its pages lose their
 * numbers, which would be taken for pages of the outer file.
 */
export function embedText({ type, content }: FileText, headingLevel: number): string {
  const html =
    type === 'markdown'
      ? renderMarkdown(toCommonMark(parseFrontMatter(content).body))
      : headStyles(content) + htmlBody(content)
  return html
    .replace(/<(\/?)h([1-6])\b/gi, (_tag, slash: string, level: string) => {
      return `<${slash}h${Math.min(6, Number(level) + headingLevel)}`
    })
    .replace(/<section data-page="[^"]*">/g, '<section>')
}

/** Returns the style sheets before the body: they tell which text of a page is struck out, or stands out as headings do. */
function headStyles(html: string): string {
  const bodyStart = html.search(/<body\b/i)
  const head = bodyStart < 0 ? '' : html.slice(0, bodyStart)
  const lower = head.toLowerCase()
  let styles = ''
  for (let start = lower.indexOf('<style'); start >= 0; ) {
    const end = lower.indexOf('</style>', start)
    if (end < 0 || lower.length !== head.length) break
    styles += head.slice(start, end + '</style>'.length)
    start = lower.indexOf('<style', end)
  }
  return styles
}

/** Returns the inside of the body, or everything if there is no body. */
export function htmlBody(html: string): string {
  const start = /<body\b[^<>]*>/i.exec(html)
  if (!start) return html
  const from = start.index + start[0].length
  const end = html.toLowerCase().lastIndexOf('</body')
  return html.slice(from, end < from ? undefined : end)
}
