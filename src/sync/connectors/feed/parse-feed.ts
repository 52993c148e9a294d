import { Parser } from 'htmlparser2'
import { escapeHtml } from '../../../files/html-writer.ts'
import { parseJson } from '../../../parse-json.ts'

export interface FeedEntry {
  id: string
  title: string
  url: string | undefined
  updatedAt: string | undefined
  html: string
}

const maxDepth = 100
const maxEntries = 10_000
const entryTags = new Set(['item', 'entry'])
/** Elements of an entry, in the order in which they are preferred. */
const idTags = ['guid', 'id']
const contentTags = ['content:encoded', 'content', 'description', 'summary', 'media:description']
const dateTags = ['updated', 'pubdate', 'published', 'dc:date', 'dcterms:modified']

/** Parses RSS, Atom or JSON Feed; undefined if it is none of them. */
export function parseFeed(text: string): FeedEntry[] | undefined {
  return text.trimStart().startsWith('{') ? parseJsonFeed(text) : parseXmlFeed(text)
}

/** Parses RSS 0.9 to 2.0 and Atom (RFC 4287). Elements count by name, so that mixtures and small errors do no harm. */
function parseXmlFeed(text: string): FeedEntry[] | undefined {
  const entries: FeedEntry[] = []
  let isFeed = false
  let depth = 0
  let fields: Map<string, string> | undefined
  let field: { name: string; depth: number; isMarkup: boolean } | undefined
  const add = (name: string, value: string) => fields?.set(name, (fields.get(name) ?? '') + value)

  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        depth += 1
        if (depth > maxDepth) throw new Error('The feed is nested too deeply')
        const name = tag.toLowerCase()
        if (name === 'rss' || name === 'feed' || name === 'rdf:rdf') isFeed = true
        if (entryTags.has(name) && !fields) {
          fields = new Map()
          if (attributes['rdf:about']) fields.set('about', attributes['rdf:about'])
        } else if (field) {
          if (field.isMarkup) add(field.name, `<${name}>`)
        } else if (fields) {
          field = { name, depth, isMarkup: attributes.type === 'xhtml' }
          if (name === 'link' && attributes.href) {
            if ((attributes.rel ?? 'alternate') === 'alternate' && !fields.has('link'))
              fields.set('link', attributes.href)
          } else if (attributes.type === 'text' || attributes.type === 'html')
            fields.set(`${name} type`, attributes.type)
        }
      },
      ontext(content) {
        if (field) add(field.name, field.isMarkup ? escapeHtml(content) : content)
      },
      onclosetag(tag) {
        const name = tag.toLowerCase()
        if (field && depth > field.depth && field.isMarkup) add(field.name, `</${name}>`)
        if (field?.depth === depth) field = undefined
        depth -= 1
        if (fields && !field && entryTags.has(name)) {
          if (entries.length < maxEntries) entries.push(toEntry(fields))
          fields = undefined
        }
      },
    },
    { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false, decodeEntities: true },
  )
  parser.end(text)
  return isFeed ? entries : undefined
}

function toEntry(fields: ReadonlyMap<string, string>): FeedEntry {
  const first = (names: readonly string[]) => names.map((name) => fields.get(name)?.trim()).find(Boolean)
  const url = first(['link', 'about'])
  const contentTag = contentTags.find((name) => fields.get(name)?.trim())
  const content = contentTag ? (fields.get(contentTag) ?? '') : ''
  const title = plainText(first(['title']) ?? '')
  return {
    id: first(idTags) ?? url ?? title,
    title,
    url: url ?? (/^https?:/.test(first(idTags) ?? '') ? first(idTags) : undefined),
    updatedAt: first(dateTags),
    html: contentTag && fields.get(`${contentTag} type`) === 'text' ? `<p>${escapeHtml(content)}</p>` : content,
  }
}

/** Parses JSON Feed 1.1 (jsonfeed.org). */
function parseJsonFeed(text: string): FeedEntry[] | undefined {
  const feed = parseJson(text)
  if (!isObject(feed) || !String(feed.version).includes('jsonfeed.org') || !Array.isArray(feed.items)) return undefined
  return feed.items
    .slice(0, maxEntries)
    .filter(isObject)
    .map((item) => {
      const field = (name: string) => (typeof item[name] === 'string' ? (item[name] as string) : undefined)
      const url = field('url') ?? field('external_url')
      const written = field('content_text') ?? field('summary') ?? ''
      return {
        id: String(item.id ?? url ?? ''),
        title: field('title') ?? '',
        url,
        updatedAt: field('date_modified') ?? field('date_published'),
        html: field('content_html') ?? `<p>${escapeHtml(written)}</p>`,
      }
    })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Titles may hold markup that was escaped once more. */
function plainText(html: string): string {
  return html
    .replace(/<[^<>]{0,200}>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
