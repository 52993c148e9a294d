import { readFileSync, statSync } from 'node:fs'
import { htmlHeading, htmlTitle } from '../../ingest/html-title.ts'
import { markdownTitle } from '../../ingest/markdown-title.ts'
import { readableTitle } from '../../ingest/readable-title.ts'
import { parseYamlFrontMatter } from '../front-matter.ts'
import { readConfluencePage } from './confluence-page.ts'
import { withoutExtension } from './scan-folder.ts'

/** The content of a file before its links are rewritten. */
export interface PageText {
  title: string
  content: string
  type: 'markdown' | 'html'
  /** From the front matter. */
  id: string | undefined
  url: string | undefined
  date: Date | undefined
  /** Undefined if there is no file. */
  modifiedAt: Date | undefined
}

/** Reads a page. `name` is the title if neither front matter nor content has one. */
export function readPage(path: string, name: string, maxFileBytes: number): PageText {
  const { size, mtime } = statSync(path)
  if (size > maxFileBytes) throw new Error(`is larger than ${maxFileBytes} bytes`)
  const text = decodeUtf8(readFileSync(path))
  const { fields, content } = parseYamlFrontMatter(text)
  const type = /\.html?$/i.test(path) ? 'html' : 'markdown'
  const exported = type === 'html' ? readConfluencePage(content) : undefined
  const found =
    exported?.title || (type === 'html' ? (htmlTitle(content) ?? htmlHeading(content)) : markdownTitle(content))
  return {
    title: (titleText(fieldText(fields.title)) ?? titleText(found) ?? titleFromName(name))
      .slice(0, 1024)
      .toWellFormed(),
    content: exported?.content ?? content,
    type,
    id: fieldText(fields.id),
    url: fieldText(fields.url),
    date: dateFromFields(fields) ?? exported?.date,
    modifiedAt: mtime,
  }
}

function decodeUtf8(bytes: Buffer): string {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error('is not UTF-8 text')
  }
  if (text.includes('\u0000')) throw new Error('contains NUL characters')
  return text
}

/** Turns "On_call-rota.md" into "On call rota". Removes the 32 hexadecimal digits that Notion appends and Confluence's number. */
export function titleFromName(name: string): string {
  const words = withoutExtension(name)
    .replace(/[ -][0-9a-f]{32}$|_\d{5,}$/, '')
    .replace(/[-_\s]+/g, ' ')
    .trim()
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}

function titleText(title: string | undefined): string | undefined {
  return readableTitle(title ?? '').trim() || undefined
}

/** Names that site generators and wikis give to the date of a page, the last change before the first publication. */
const dateFields = [
  'updatedAt',
  'updated_at',
  'updated',
  'lastUpdated',
  'last_updated',
  'last_update',
  'last_modified_at',
  'last_modified',
  'lastModified',
  'modified',
  'lastmod',
  'last_reviewed',
  'last_reviewed_on',
  'date',
]

function dateFromFields(fields: Record<string, unknown>): Date | undefined {
  for (const name of dateFields) {
    const text = fieldText(dateValue(fields[name]))
    if (!text || !/^\d{4}-\d{2}-\d{2}/.test(text)) continue
    const date = new Date(text)
    if (!Number.isNaN(date.getTime())) return date
  }
  return undefined
}

/** Docusaurus nests it: `last_update: { date: 2024-05-01, author: Ida }`. */
function dateValue(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'date' in value ? value.date : value
}

function fieldText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
