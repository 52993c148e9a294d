import type { CrawlOptions } from './crawl-options.ts'
import { createVariantLimit, normalizeAddress } from './page-address.ts'
import type { CachedPage } from './page-cache.ts'
import { cachedItem, type Visit, visitPage } from './visit-page.ts'

/** Conditional requests under way at once; browsers open as many connections to a host. */
const maxParallelVisits = 6

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
export async function* visitAll(
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
export function createFrontier({ isSameSite, isIncluded, robots, start, maxPages }: CrawlOptions) {
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
