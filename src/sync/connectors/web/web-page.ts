import { walkTags } from '../../../ingest/walk-tags.ts'

export interface WebPage {
  title: string | undefined
  /** The address that the page itself gives as its own. */
  canonical: string | undefined
  links: string[]
  isIndexed: boolean
  followsLinks: boolean
  /** HTML of the main part, without navigation. */
  content: string
}

const maxLinks = 2000
/** Repeated on every page, so it would be found for any question. */
const boilerplateTags = new Set(['nav', 'footer', 'script', 'style', 'noscript', 'template'])

/** Reads what a crawler needs of a page. `robots` is the value of the X-Robots-Tag header. */
export function readWebPage(html: string, address: string, robots: string | null): WebPage {
  const links = new Set<string>()
  const directives = [robots ?? '']
  const titles: Record<string, string> = {}
  const boilerplate = createRangeFinder((tag) => boilerplateTags.has(tag))
  const main = createRangeFinder((tag, attributes) => tag === 'main' || attributes.role === 'main')
  let openTitle: string | undefined
  let canonical: string | undefined
  let base = address

  walkTags(html, {
    open(tag, attributes, start) {
      boilerplate.open(tag, attributes, start)
      main.open(tag, attributes, start)
      const { href, rel = '', name = '', content = '' } = attributes
      if (tag === 'base' && href) base = resolve(href, address) ?? address
      if (tag === 'link' && /\bcanonical\b/i.test(rel) && href) canonical ??= resolve(href, base)
      if (tag === 'meta' && /^(robots|lorewell)$/i.test(name)) directives.push(content)
      if (tag === 'a' && href && !/\bnofollow\b/i.test(rel) && links.size < maxLinks) {
        const link = resolve(href, base)
        if (link) links.add(link)
      }
      if ((tag === 'title' || tag === 'h1') && titles[tag] === undefined) {
        openTitle = tag
        titles[tag] = ''
      }
    },
    close(tag, _start, end) {
      boilerplate.close(tag, end)
      main.close(tag, end)
      if (tag === openTitle) openTitle = undefined
    },
    text(text) {
      if (openTitle && (titles[openTitle]?.length ?? 0) < 1000) titles[openTitle] += text
    },
  })
  const has = (word: string) => directives.some((text) => new RegExp(`\\b(${word}|none)\\b`, 'i').test(text))
  return {
    title: [titles.title, titles.h1].map((text) => text?.replace(/\s+/g, ' ').trim()).find(Boolean),
    canonical,
    links: [...links],
    isIndexed: !has('noindex'),
    followsLinks: !has('nofollow'),
    content: cut(html, main.ranges[0] ?? [0, html.length], boilerplate.ranges),
  }
}

type Range = [start: number, end: number]

/** Finds the outermost elements of a kind; one that is never closed is none. */
function createRangeFinder(isKind: (tag: string, attributes: Readonly<Record<string, string>>) => boolean) {
  const ranges: Range[] = []
  let current: { tag: string; start: number; depth: number } | undefined
  return {
    ranges,
    open(tag: string, attributes: Readonly<Record<string, string>>, start: number) {
      if (current) current.depth += current.tag === tag ? 1 : 0
      else if (isKind(tag, attributes)) current = { tag, start, depth: 1 }
    },
    close(tag: string, end: number) {
      if (current?.tag !== tag) return
      current.depth -= 1
      if (current.depth > 0) return
      ranges.push([current.start, end])
      current = undefined
    },
  }
}

function cut(html: string, [from, to]: Range, removed: readonly Range[]): string {
  const parts: string[] = []
  let position = from
  for (const [start, end] of removed) {
    if (start < position || end > to) continue
    parts.push(html.slice(position, start))
    position = end
  }
  return parts.concat(html.slice(position, to)).join(' ')
}

function resolve(href: string, base: string): string | undefined {
  return URL.canParse(href.trim(), base) ? new URL(href.trim(), base).href : undefined
}
