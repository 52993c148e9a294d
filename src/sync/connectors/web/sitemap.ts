import { gunzipSync } from 'node:zlib'
import { walkTags } from '../../../ingest/walk-tags.ts'

export interface SitemapEntry {
  url: string
  /** As it is written: compared, not computed with. */
  lastModified: string | undefined
}

export interface Sitemap {
  pages: SitemapEntry[]
  /** Further sitemaps, of an index. */
  sitemaps: string[]
  /** Whether its end is there. */
  isWhole: boolean
}

/** The protocol's own limits: 50,000 addresses in 50 MB (sitemaps.org). */
const maxUnpackedBytes = 52_428_800
const maxEntries = 50_000

/** Parses a sitemap, a sitemap index or a list of addresses, packed or not. Undefined if it is none of them. */
export function parseSitemap(bytes: Uint8Array): Sitemap | undefined {
  const text = unpack(bytes)
  if (text === undefined) return undefined
  if (!/<(urlset|sitemapindex)\b/i.test(text)) return parseList(text)
  const isWhole = /<\/(urlset|sitemapindex)\s*>|<(urlset|sitemapindex)\b[^<>]*\/>/i.test(text)
  const sitemap: Sitemap = { pages: [], sitemaps: [], isWhole }
  let container: 'url' | 'sitemap' | undefined
  let field: string | undefined
  let values: Record<string, string> = {}
  walkTags(text, {
    open(tag) {
      const name = localName(tag)
      if (name === 'url' || name === 'sitemap') {
        container = name
        values = {}
      } else field = name === 'loc' || name === 'lastmod' ? tag : undefined
    },
    close(tag) {
      const name = localName(tag)
      if (name === container) {
        const url = values.loc?.trim()
        const count = sitemap.pages.length + sitemap.sitemaps.length
        if (url && count < maxEntries) {
          if (container === 'sitemap') sitemap.sitemaps.push(url)
          else sitemap.pages.push({ url, lastModified: values.lastmod?.trim() || undefined })
        }
        container = undefined
      }
      field = undefined
    },
    text(text) {
      // Elements of extensions, such as image:loc, are not addresses of pages.
      if (container && field && !field.includes('image') && !field.includes('video')) {
        const name = localName(field)
        values[name] = (values[name] ?? '') + text
      }
    },
  })
  return sitemap
}

function localName(tag: string): string {
  return tag.slice(tag.indexOf(':') + 1)
}

function unpack(bytes: Uint8Array): string | undefined {
  try {
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
    return new TextDecoder().decode(isPacked ? gunzipSync(bytes, { maxOutputLength: maxUnpackedBytes }) : bytes)
  } catch {
    return undefined
  }
}

function parseList(text: string): Sitemap | undefined {
  const lines = text.split(/\s+/).filter(Boolean).slice(0, maxEntries)
  const isList = lines.length > 0 && lines.every((line) => /^https?:\/\//i.test(line))
  if (!isList) return undefined
  return { pages: lines.map((url) => ({ url, lastModified: undefined })), sitemaps: [], isWhole: true }
}
