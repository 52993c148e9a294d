import { type OriginChange, OriginError } from '../../connector.ts'
import { createVariantLimit, normalizeAddress } from './page-address.ts'
import type { CachedPage, PageCache } from './page-cache.ts'
import { parseSitemap, type SitemapEntry } from './sitemap.ts'
import { cachedItem, type Visit, type VisitOptions, visitPage } from './visit-page.ts'

export interface CrawlOptions extends VisitOptions {
  discovery: 'sitemap or links' | 'sitemap' | 'links'
  sitemaps: readonly string[]
  maxPages: number
  maxDepth: number
  cache: PageCache
}

const maxSitemaps = 200
/** A site that fails so often in a row is down. */
const maxFailuresInRow = 10
const saveInterval = 200
/** Conditional requests under way at once; browsers open as many connections to a host. */
const maxParallelVisits = 6

/** Lists the pages of a site, breadth first. */
export async function* crawl(options: CrawlOptions): AsyncGenerator<OriginChange> {
  const { cache, maxDepth } = options
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
  for await (const { address, depth, previous, visiting } of visitAll(frontier, options)) {
    visited += 1
    if (visited % saveInterval === 0) await cache.save({ isFinished: false })
    let visit: Visit | 'failed'
    try {
      visit = await visiting
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
      else visit = { page: previous, item: cachedItem(previous, address, options) }
    }
    if (visit === 'failed') continue
    cache.set(address, visit.page)
    if (followsLinks && depth < maxDepth) for (const link of visit.page.links) frontier.add(link, depth + 1)
    if (visit.item && !listed.has(visit.item.id)) {
      listed.add(visit.item.id)
      frontier.skip(visit.item.url)
      yield visit.item
    }
  }
  await cache.save({ isFinished: true })
  yield { kind: 'end', isComplete }
}

interface PageVisit {
  address: string
  depth: number
  previous: CachedPage | undefined
  visiting: Promise<Visit>
}

/**
 * Visits the addresses in their order. Known pages are requested in parallel as long as the server answers that they have
 * not changed, which costs it little; others one at a time, and all of them where robots.txt sets a pause.
 */
async function* visitAll(
  frontier: ReturnType<typeof createFrontier>,
  options: CrawlOptions,
): AsyncGenerator<PageVisit, void> {
  const { cache, maxPages, robots } = options
  const maxParallel = robots.crawlDelayMs > 0 ? 1 : maxParallelVisits
  const underWay: PageVisit[] = []
  let parallel = 1
  let visited = 0

  const start = ({ address, depth, sitemapDate }: WaitingPage): PageVisit => {
    const previous = cache.previous(address)
    if (isUnchanged(previous, sitemapDate)) {
      const visiting = Promise.resolve({ page: previous, item: cachedItem(previous, address, options) })
      return { address, depth, previous, visiting }
    }
    const visiting = visitPage(address, sitemapDate, previous, options)
    const adapt = (isNotModified = false) => {
      parallel = isNotModified ? Math.min(parallel + 1, maxParallel) : 1
    }
    // An error is thrown to the caller when the page has its turn.
    visiting.then(
      (visit) => adapt(visit.isNotModified),
      () => adapt(),
    )
    return { address, depth, previous, visiting }
  }

  for (;;) {
    while (underWay.length < parallel && visited < maxPages) {
      const next = frontier.next()
      if (!next || (underWay.length > 0 && !hasValidators(cache.previous(next.address)))) break
      frontier.take()
      visited += 1
      underWay.push(start(next))
    }
    const next = underWay.shift()
    if (!next) return
    if (!frontier.isSkipped(next.address)) yield next
  }
}

function isUnchanged(previous: CachedPage | undefined, sitemapDate: string | undefined): previous is CachedPage {
  return previous !== undefined && sitemapDate !== undefined && previous.sitemapDate === sitemapDate
}

function hasValidators(page: CachedPage | undefined): boolean {
  return page?.etag !== undefined || page?.lastModified !== undefined
}

interface WaitingPage {
  address: string
  depth: number
  sitemapDate: string | undefined
}

/** Addresses that wait to be visited, each once. */
function createFrontier({ isSameSite, isIncluded, robots, start, maxPages }: CrawlOptions) {
  const known = new Set<string>()
  const skipped = new Set<string>()
  const waiting: WaitingPage[] = []
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
    isSkipped: (address: string) => skipped.has(address),
    /** Returns the next address; the same one until it is taken. */
    next(): WaitingPage | undefined {
      while (skipped.has(waiting[position]?.address ?? '')) position += 1
      return waiting[position]
    },
    take() {
      position += 1
    },
  }
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
