import { type OriginChange, OriginError, type UnavailableItem } from '../../connector.ts'
import { idFromPath } from '../file-item.ts'
import type { CrawlOptions } from './crawl-options.ts'
import { normalizeAddress } from './page-address.ts'
import { readSitemaps } from './read-sitemaps.ts'
import { createFrontier, visitAll } from './visit-all.ts'
import { cachedItem, type Visit } from './visit-page.ts'

/** The cursor of a run that found the pages by a sitemap. */
export const sitemapCursor = 'sitemap'

/** A site that fails so often in a row is down. */
const maxFailuresInRow = 10
const saveInterval = 200

/** Lists the pages of a site, breadth first. */
export async function* crawl(options: CrawlOptions): AsyncGenerator<OriginChange> {
  const { cache, maxDepth } = options
  const { entries, problem } = options.discovery === 'links' ? { entries: [] } : await readSitemaps(options)
  const followsLinks = entries.length === 0
  if (followsLinks) assertCanFollowLinks(options, problem)
  const hasLostSitemap = followsLinks && options.hadSitemap && options.discovery !== 'links'
  const frontier = createFrontier(options)
  if (followsLinks) frontier.add(options.start, 0)
  for (const { url, lastModified } of entries) frontier.add(url, 0, lastModified)

  const listed = new Set<string>()
  const unread: string[] = []
  const unavailable = new Map<string, UnavailableItem>()
  const first = normalizeAddress(options.start)
  const settle = createFailureLimit()
  let visited = 0
  for await (const { address, depth, previous, visiting } of visitAll(frontier, options)) {
    visited += 1
    if (visited % saveInterval === 0) await cache.save({ isFinished: false })
    const visit = await settle(visiting)
    const reason = visit?.problem
    if (reason !== undefined) {
      if (followsLinks && address === first)
        throw new OriginError(`The page ${address} cannot be read: ${reason}. Check the address and the authorization.`)
      const id = previous?.item?.id ?? idFromPath(address)
      // Links are known of a page that was read before.
      const mayHideOthers = !previous && followsLinks
      unavailable.set(id, { kind: 'unavailable', id, reason, ...(mayHideOthers && { mayHideOthers }) })
    } else if (!visit && !previous) unread.push(address)
    const page = visit && reason === undefined ? visit.page : previous
    if (!page) continue
    cache.set(address, page)
    if (followsLinks && depth < maxDepth) for (const link of page.links) frontier.add(link, depth + 1)
    // A page that fails for a while stays as it was.
    const item = visit ? visit.item : cachedItem(page, address, options)
    if (item && !listed.has(item.id)) {
      listed.add(item.id)
      frontier.skip(item.url)
      yield item
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

/** Throws if the sitemap is the only way, or can be missing for a while only: links lead to other pages than it lists. */
function assertCanFollowLinks({ hadSitemap, discovery }: CrawlOptions, problem: string | undefined): void {
  if (problem && (hadSitemap || discovery === 'sitemap'))
    throw new OriginError(`${problem} Nothing was removed. If the site has no sitemap any more, find pages by links.`)
  if (discovery === 'sitemap')
    throw new OriginError('The site has no sitemap with pages of this host. Enter its address, or find pages by links.')
}

/**
 * Returns a function that waits for one visit after the other, and returns undefined for one that fails. It throws if the
 * first one fails, and if too many fail in a row.
 */
function createFailureLimit(): (visiting: Promise<Visit>) => Promise<Visit | undefined> {
  let isFirst = true
  let failuresInRow = 0
  return async (visiting) => {
    try {
      const visit = await visiting
      failuresInRow = 0
      return visit
    } catch (error) {
      if (!(error instanceof OriginError) || error.retryAfterMs !== undefined || isFirst) throw error
      failuresInRow += 1
      if (failuresInRow >= maxFailuresInRow) throw error
      return undefined
    } finally {
      isFirst = false
    }
  }
}

function describeUnread([first, ...others]: readonly string[]): string | undefined {
  if (first === undefined) return undefined
  const count = (others.length + 1).toLocaleString('en')
  return `Some pages could not be read (${count}, such as ${new URL(first).pathname}). Nothing was removed.`
}
