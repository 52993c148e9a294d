import type { PageCache } from './page-cache.ts'
import type { VisitOptions } from './visit-page.ts'

export interface CrawlOptions extends VisitOptions {
  discovery: 'sitemap or links' | 'sitemap' | 'links'
  sitemaps: readonly string[]
  maxPages: number
  maxDepth: number
  /** The last run found the pages by a sitemap. */
  hadSitemap: boolean
  cache: PageCache
}
