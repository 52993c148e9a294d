import { OriginError } from '../../connector.ts'
import type { HttpAnswer } from '../http-client.ts'
import type { CrawlOptions } from './crawl-options.ts'
import { parseSitemap, type Sitemap, type SitemapEntry } from './sitemap.ts'

const maxSitemaps = 200

/** Returns the pages of all sitemaps, and why some can be missing. */
export async function readSitemaps({
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
