import { createHash } from 'node:crypto'
import {
  type ConnectorDeps,
  type OriginChange,
  type OriginContent,
  OriginError,
  type OriginItem,
} from '../../connector.ts'
import { fileContent, idFromPath, titleFromPath, tooLarge, versionOf } from '../file-item.ts'
import { decodeBody, mediaType } from '../http-body.ts'
import type { HttpAnswer, HttpClient } from '../http-client.ts'
import { createVariantLimit, decodePath, normalizeAddress } from './page-address.ts'
import type { CachedPage, PageCache } from './page-cache.ts'
import type { RobotsRules } from './robots-txt.ts'
import { parseSitemap, type SitemapEntry } from './sitemap.ts'
import { readWebPage } from './web-page.ts'

export interface CrawlOptions {
  start: string
  discovery: 'sitemap or links' | 'sitemap' | 'links'
  sitemaps: readonly string[]
  robots: RobotsRules
  isIncluded: (url: URL) => boolean
  isSameSite: (url: URL) => boolean
  maxPages: number
  maxDepth: number
  client: HttpClient
  cache: PageCache
  deps: ConnectorDeps
}

const maxSitemaps = 200
/** A site that fails so often in a row is down. */
const maxFailuresInRow = 10
const saveInterval = 200
const maxCachedLinks = 300
/** Larger bodies are requested again when they are read: many items wait to be read at once. */
const maxHeldBytes = 256 * 1024

/** Lists the pages of a site, breadth first. */
export async function* crawl(options: CrawlOptions): AsyncGenerator<OriginChange> {
  const { cache, maxPages, maxDepth } = options
  const entries = options.discovery === 'links' ? [] : await readSitemaps(options)
  if (options.discovery === 'sitemap' && entries.length === 0) {
    throw new OriginError('The site has no sitemap with pages of this host. Enter its address, or find pages by links.')
  }
  const followsLinks = entries.length === 0
  const frontier = createFrontier(options)
  if (followsLinks) frontier.add(options.start, 0)
  for (const { url, lastModified } of entries) frontier.add(url, 0, lastModified)

  const listed = new Set<string>()
  let isComplete = true
  let failuresInRow = 0
  let visited = 0
  for (let next = frontier.take(); next && visited < maxPages; next = frontier.take()) {
    visited += 1
    if (visited % saveInterval === 0) await cache.save({ isFinished: false })
    const previous = cache.previous(next.address)
    let visit: Visit | 'failed'
    try {
      visit = isUnchanged(previous, next.sitemapDate)
        ? { page: previous, item: cachedItem(previous, next.address, options) }
        : await visitPage(next.address, next.sitemapDate, previous, options)
      failuresInRow = 0
    } catch (error) {
      if (!(error instanceof OriginError) || error.retryAfterMs !== undefined || visited === 1) throw error
      failuresInRow += 1
      if (failuresInRow >= maxFailuresInRow) throw error
      visit = 'failed'
    }
    if (visit === 'failed') {
      // A page that fails for a while stays as it was.
      if (!previous) isComplete = false
      else visit = { page: previous, item: cachedItem(previous, next.address, options) }
    }
    if (visit === 'failed') continue
    cache.set(next.address, visit.page)
    if (followsLinks && next.depth < maxDepth) for (const link of visit.page.links) frontier.add(link, next.depth + 1)
    if (visit.item && !listed.has(visit.item.id)) {
      listed.add(visit.item.id)
      frontier.skip(visit.item.url)
      yield visit.item
    }
  }
  await cache.save({ isFinished: true })
  yield { kind: 'end', isComplete }
}

interface Visit {
  page: CachedPage
  item: OriginItem | undefined
}

function isUnchanged(previous: CachedPage | undefined, sitemapDate: string | undefined): previous is CachedPage {
  return previous !== undefined && sitemapDate !== undefined && previous.sitemapDate === sitemapDate
}

/** Addresses that wait to be visited, each once. */
function createFrontier({ isSameSite, isIncluded, robots, start, maxPages }: CrawlOptions) {
  const known = new Set<string>()
  const skipped = new Set<string>()
  const waiting: { address: string; depth: number; sitemapDate: string | undefined }[] = []
  const isWithinVariants = createVariantLimit()
  const first = normalizeAddress(start) ?? start
  let position = 0
  return {
    add(link: string, depth: number, sitemapDate?: string): void {
      const address = normalizeAddress(link)
      if (!address || known.has(address) || known.size >= maxPages * 10) return
      const url = new URL(address)
      if (!isSameSite(url) || !robots.isAllowed(url.pathname + url.search)) return
      // The first page is visited for its links, whether it is to be read or not.
      if ((address !== first && !isIncluded(url)) || !isWithinVariants(address)) return
      known.add(address)
      waiting.push({ address, depth, sitemapDate })
    },
    /** Leaves out an address whose content was listed from another one. */
    skip: (address: string) => void skipped.add(address),
    take() {
      while (position < waiting.length) {
        const next = waiting[position]
        position += 1
        if (next && !skipped.has(next.address)) return next
      }
      return undefined
    },
  }
}

async function visitPage(
  address: string,
  sitemapDate: string | undefined,
  previous: CachedPage | undefined,
  options: CrawlOptions,
): Promise<Visit> {
  const { client, isSameSite, deps } = options
  const conditions: Record<string, string> = {
    ...(previous?.etag ? { 'if-none-match': previous.etag } : {}),
    ...(previous?.lastModified ? { 'if-modified-since': previous.lastModified } : {}),
  }
  const answer = await client.get(address, { headers: conditions, accepts: (url) => isPermitted(url, options) })
  if (answer.status === 304 && previous) {
    return {
      page: { ...previous, ...(sitemapDate ? { sitemapDate } : {}) },
      item: cachedItem(previous, address, options),
    }
  }
  if (answer.status >= 500) throw new OriginError(`${new URL(address).host} answers with status ${answer.status}.`)
  if (address === normalizeAddress(options.start) && (answer.status === 401 || answer.status === 403)) {
    throw new OriginError(`${new URL(address).host} refuses access (${answer.status}). Check the authorization.`)
  }
  const nothing: Visit = { page: { links: [] }, item: undefined }
  if (answer.status !== 200) return nothing

  const validators = {
    ...withValue('etag', answer.headers.get('etag')),
    ...withValue('lastModified', answer.headers.get('last-modified')),
    ...withValue('sitemapDate', sitemapDate),
  }
  const found = readAnswer(answer, isSameSite)
  if (!found) return { page: { ...validators, links: [] }, item: undefined }
  const page: CachedPage = { ...validators, links: found.links.slice(0, maxCachedLinks) }
  if (!found.content || !isListed(found.address, options)) return { page, item: undefined }
  const id = idFromPath(found.address)
  const version = versionOf(found.title, found.address, found.hash)
  // Many servers send the time of the request as the date of the page: the same content keeps its date.
  const isSame = previous?.item?.version === version
  const updatedAt =
    isSame && previous?.item ? previous.item.updatedAt : dateOf(answer, sitemapDate, deps.now()).toISOString()
  page.item = { id, title: found.title, url: found.address, version, updatedAt }
  return { page, item: toItem(page.item, address, options, found.held) }
}

/** Reads an answer as a page or a file; undefined for what is neither. */
function readAnswer(answer: HttpAnswer, isSameSite: (url: URL) => boolean) {
  const type = mediaType(answer.headers)
  const robots = answer.headers.get('x-robots-tag')
  const own = normalizeAddress(answer.url) ?? answer.url
  if (type !== 'text/html' && type !== 'application/xhtml+xml') {
    if (!/^(text\/|application\/)/.test(type) || /javascript|json|xml$|css/.test(type)) return undefined
    const path = decodePath(new URL(own).pathname)
    const content = /noindex|none/i.test(robots ?? '') ? undefined : fileOf(answer, path)
    const hash = createHash('sha256').update(answer.bytes).digest('hex')
    return { address: own, title: titleFromPath(path), links: [], hash, content, held: hold(answer, content) }
  }
  const page = readWebPage(decodeBody(answer), own, robots)
  const canonical = page.canonical === undefined ? undefined : normalizeAddress(page.canonical)
  const address = canonical && isSameSite(new URL(canonical)) ? canonical : own
  const html: OriginContent = answer.isTooLarge
    ? tooLarge(answer.bytes.length - 1)
    : { type: 'html', content: page.content }
  const content = page.isIndexed ? html : undefined
  const hash = createHash('sha256').update(page.content).digest('hex')
  const links = page.followsLinks ? page.links : []
  const title = page.title ?? titleFromPath(new URL(address).pathname) ?? address
  return { address, title: title || address, links, hash, content, held: hold(answer, content) }
}

function fileOf(answer: HttpAnswer, path: string): OriginContent {
  if (answer.isTooLarge) return tooLarge(answer.bytes.length - 1)
  const type = mediaType(answer.headers)
  const name = type === 'application/pdf' && !/\.pdf$/i.test(path) ? `${path}.pdf` : path
  return type === 'text/markdown' ? fileContent(`${name}.md`, answer.bytes) : fileContent(name, answer.bytes)
}

function hold(answer: HttpAnswer, content: OriginContent | undefined): OriginContent | undefined {
  return answer.bytes.length <= maxHeldBytes ? content : undefined
}

function cachedItem(page: CachedPage, address: string, options: CrawlOptions): OriginItem | undefined {
  return page.item && toItem(page.item, address, options)
}

function toItem(
  item: NonNullable<CachedPage['item']>,
  address: string,
  options: CrawlOptions,
  held?: OriginContent,
): OriginItem {
  return {
    kind: 'item',
    ...item,
    updatedAt: new Date(item.updatedAt),
    async read() {
      if (held) return held
      const answer = await options.client.get(address, { accepts: (target) => isPermitted(target, options) })
      if (answer.status !== 200)
        return { type: 'unavailable', reason: `the server answers with status ${answer.status}` }
      return readAnswer(answer, options.isSameSite)?.content ?? { type: 'skipped', reason: 'the page forbids indexing' }
    },
  }
}

function isPermitted(url: URL, { isSameSite, robots }: CrawlOptions): boolean {
  return isSameSite(url) && robots.isAllowed(url.pathname + url.search)
}

function isListed(address: string, options: CrawlOptions): boolean {
  const url = new URL(address)
  return isPermitted(url, options) && options.isIncluded(url)
}

function dateOf(answer: HttpAnswer, sitemapDate: string | undefined, now: Date): Date {
  const dates = [answer.headers.get('last-modified'), sitemapDate].map((text) => new Date(text ?? ''))
  return dates.find((date) => !Number.isNaN(date.getTime()) && date <= now) ?? now
}

async function readSitemaps({ start, discovery, sitemaps, client, isSameSite }: CrawlOptions): Promise<SitemapEntry[]> {
  const waiting = sitemaps.length > 0 ? [...sitemaps] : [new URL('/sitemap.xml', start).href]
  const known = new Set(waiting)
  const entries: SitemapEntry[] = []
  for (let count = 0; count < waiting.length && count < maxSitemaps; count += 1) {
    const url = waiting[count]
    if (!url || !URL.canParse(url) || !isSameSite(new URL(url))) continue
    const answer = await client.get(url)
    if (answer.status >= 500) throw new OriginError(`The sitemap ${url} answers with status ${answer.status}.`)
    if (discovery === 'sitemap' && (answer.status === 401 || answer.status === 403))
      throw new OriginError(`${new URL(url).host} refuses access (${answer.status}). Check the authorization.`)
    const sitemap = answer.status === 200 ? parseSitemap(answer.bytes) : undefined
    for (const page of sitemap?.pages ?? [])
      if (URL.canParse(page.url) && isSameSite(new URL(page.url))) entries.push(page)
    for (const further of sitemap?.sitemaps ?? []) if (!known.has(further)) waiting.push(further) && known.add(further)
  }
  return entries
}

function withValue<Name extends string>(name: Name, value: string | null | undefined) {
  return (value ? { [name]: value } : {}) as { [key in Name]?: string }
}
