import { type OriginChange, OriginError, type UnavailableItem } from '../../connector.ts'
import { idFromPath } from '../file-item.ts'
import type { HttpAnswer } from '../http-client.ts'
import { createVariantLimit, normalizeAddress } from './page-address.ts'
import type { CachedPage, PageCache } from './page-cache.ts'
import { parseSitemap, type Sitemap, type SitemapEntry } from './sitemap.ts'
import { cachedItem, type Visit, type VisitOptions, visitPage } from './visit-page.ts'

export interface CrawlOptions extends VisitOptions {
  discovery: 'sitemap or links' | 'sitemap' | 'links'
  sitemaps: readonly string[]
  maxPages: number
  maxDepth: number
  /** The last run found the pages by a sitemap. */
  hadSitemap: boolean
  cache: PageCache
}

/** The cursor of a run that found the pages by a sitemap. */
export const sitemapCursor = 'sitemap'

const maxSitemaps = 200
/** A site that fails so often in a row is down. */
const maxFailuresInRow = 10
const saveInterval = 200
/** Conditional requests under way at once; browsers open as many connections to a host. */
const maxParallelVisits = 6

/** Lists the pages of a site, breadth first. */
export async function* crawl(options: CrawlOptions): AsyncGenerator<OriginChange> {
  const { cache, maxDepth } = options
  const { entries, problem } = options.discovery === 'links' ? { entries: [] } : await readSitemaps(options)
  const followsLinks = entries.length === 0
  if (followsLinks && problem && (options.hadSitemap || options.discovery === 'sitemap')) {
    // Links lead to other pages than the sitemap lists.
    throw new OriginError(`${problem} Nothing was removed. If the site has no sitemap any more, find pages by links.`)
  }
  if (options.discovery === 'sitemap' && followsLinks) {
    throw new OriginError('The site has no sitemap with pages of this host. Enter its address, or find pages by links.')
  }
  const hasLostSitemap = followsLinks && options.hadSitemap && options.discovery !== 'links'
  const frontier = createFrontier(options)
  if (followsLinks) frontier.add(options.start, 0)
  for (const { url, lastModified } of entries) frontier.add(url, 0, lastModified)

  const listed = new Set<string>()
  const unread: string[] = []
  const unavailable = new Map<string, UnavailableItem>()
  const first = normalizeAddress(options.start)
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
      if (!previous) unread.push(address)
      else visit = { page: previous, item: cachedItem(previous, address, options) }
    }
    if (visit === 'failed') continue
    if (visit.problem !== undefined) {
      const { problem: reason } = visit
      if (followsLinks && address === first)
        throw new OriginError(`The page ${address} cannot be read: ${reason}. Check the address and the authorization.`)
      const id = previous?.item?.id ?? idFromPath(address)
      // Links are known of a page that was read before.
      unavailable.set(id, {
        kind: 'unavailable',
        id,
        reason,
        ...(!previous && followsLinks && { mayHideOthers: true }),
      })
      if (!previous) continue
      visit = { page: previous, item: undefined }
    }
    cache.set(address, visit.page)
    if (followsLinks && depth < maxDepth) for (const link of visit.page.links) frontier.add(link, depth + 1)
    if (visit.item && !listed.has(visit.item.id)) {
      listed.add(visit.item.id)
      frontier.skip(visit.item.url)
      yield visit.item
    }
  }
  // Known only now: another address can have led to the same item.
  for (const item of unavailable.values()) if (!listed.has(item.id)) yield item
  await cache.save({ isFinished: true })
  const warning = problem
    ? `${problem} Nothing was removed.`
    : hasLostSitemap
      ? 'The site has no sitemap any more. Nothing was removed; with the next sync, pages that no link leads to are.'
      : describeUnread(unread)
  yield {
    kind: 'end',
    isComplete: warning === undefined,
    ...(warning !== undefined && { warning }),
    ...(!followsLinks && { cursor: sitemapCursor, cursorListsEverything: true }),
  }
}

function describeUnread([first, ...others]: readonly string[]): string | undefined {
  if (first === undefined) return undefined
  const count = (others.length + 1).toLocaleString('en')
  return `Some pages could not be read (${count}, such as ${new URL(first).pathname}). Nothing was removed.`
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

/** Returns the pages of all sitemaps, and why some can be missing. */
async function readSitemaps({
  start,
  discovery,
  sitemaps,
  hadSitemap,
  client,
  deps,
  isSameSite,
}: CrawlOptions): Promise<{ entries: SitemapEntry[]; problem?: string }> {
  const waiting = sitemaps.length > 0 ? [...sitemaps] : [new URL('/sitemap.xml', start).href]
  const isNamed = sitemaps.length > 0 || hadSitemap
  const known = new Set(waiting)
  const entries: SitemapEntry[] = []
  const missing: string[] = []
  const unreadable: string[] = []
  for (let count = 0; count < waiting.length && count < maxSitemaps; count += 1) {
    const url = waiting[count]
    if (!url || !URL.canParse(url) || !isSameSite(new URL(url))) continue
    const answer = await client.get(url)
    if (answer.status >= 500)
      throw new OriginError(`The sitemap ${url} answers with status ${answer.status}. Try again later.`)
    if (discovery === 'sitemap' && (answer.status === 401 || answer.status === 403))
      throw new OriginError(`${new URL(url).host} refuses access (${answer.status}). Check the authorization.`)
    const sitemap = answer.status === 200 ? parseSitemap(answer.bytes) : undefined
    const fault = describeFault(answer, sitemap, deps.maxFileBytes)
    if (fault) {
      const isMissing = answer.status === 404 || answer.status === 410
      ;(isMissing ? missing : unreadable).push(`The sitemap ${url} could not be read: it ${fault}.`)
    }
    for (const page of sitemap?.pages ?? [])
      if (URL.canParse(page.url) && isSameSite(new URL(page.url))) entries.push(page)
    for (const further of sitemap?.sitemaps ?? []) if (!known.has(further)) waiting.push(further) && known.add(further)
  }
  if (waiting.length > maxSitemaps)
    unreadable.push(`The site has ${waiting.length} sitemaps, of which the first ${maxSitemaps} were read.`)
  // Without any pages, a missing sitemap is none; and what a site without one answers with can be a page.
  const [problem] = entries.length > 0 ? [...unreadable, ...missing] : isNamed ? unreadable : []
  return { entries, ...(problem !== undefined && { problem }) }
}

/** Returns what keeps a sitemap from being read to its end. */
function describeFault(answer: HttpAnswer, sitemap: Sitemap | undefined, maxBytes: number): string | undefined {
  if (answer.status !== 200) return `answers with status ${answer.status}`
  if (answer.isTooLarge) return `is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB`
  if (!sitemap) return 'is not a sitemap'
  return sitemap.isWhole ? undefined : 'is cut off'
}
