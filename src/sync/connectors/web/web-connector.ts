import { z } from 'zod'
import { decodeUriPart } from '../../../decode-uri-part.ts'
import { type Connector, type ConnectorDeps, OriginError } from '../../connector.ts'
import { createHttpClient, isSameHost } from '../http-client.ts'
import { createPathFilter } from '../path-filter.ts'
import { authorizationHeader, optionalText, requiredText, webAddress } from '../setting-fields.ts'
import { crawl, sitemapCursor } from './crawl.ts'
import { openPageCache } from './page-cache.ts'
import { parseRobotsTxt, type RobotsRules } from './robots-txt.ts'

const webSettings = z.strictObject({
  url: requiredText({
    title: 'Address',
    description: 'The page to begin with, such as https://docs.example.com/. Only its host is read',
    pattern: /^https?:\/\/[^\s/@]+([/?].*)?$/,
    message: 'must be an address that begins with https:// or http://',
  }),
  discovery: z
    .enum(['sitemap or links', 'sitemap', 'links'])
    .optional()
    .describe('The sitemap lists pages faster; without one, links are followed')
    .meta({ title: 'Find pages by' }),
  sitemap: webAddress({ title: 'Sitemap', description: 'Empty: the ones that robots.txt names, or /sitemap.xml' }),
  paths: optionalText({
    title: 'Paths',
    description: 'One pattern per line, such as docs/** or !blog/**. Empty: all pages of the host',
    maxLength: 2000,
    isMultiline: true,
  }),
  maxPages: z.int().min(1).max(50_000).optional().describe('2,000 if empty').meta({ title: 'Pages at most' }),
  maxDepth: z
    .int()
    .min(0)
    .max(100)
    .optional()
    .describe('Links away from the first page; 10 if empty')
    .meta({ title: 'Depth at most' }),
  authorization: authorizationHeader('Value of the Authorization header, such as Bearer …, for sites that need one'),
})

export type WebSettings = z.infer<typeof webSettings>

/** Between requests that the server answers with a page, unless robots.txt asks for more. */
const defaultDelayMs = 100

/** Reads the pages and files of a web site, as its robots.txt permits. */
export const webConnector: Connector<WebSettings> = {
  kind: 'web',
  name: 'Web site',
  description: 'Pages and files of one web site, found by its sitemap or its links.',
  settings: webSettings,
  secrets: ['authorization'],

  async connect(settings, deps) {
    const headers: Record<string, string> = settings.authorization ? { authorization: settings.authorization } : {}
    const client = createHttpClient(deps, { headers, delayMs: defaultDelayMs })
    const robots = await readRobotsTxt(settings.url, client)
    client.slowDown(robots.crawlDelayMs)
    return {
      changes: (cursor) => crawlFrom(settings, robots, client, deps, cursor),
      async close() {},
    }
  },
}

async function* crawlFrom(
  settings: WebSettings,
  robots: RobotsRules,
  client: ReturnType<typeof createHttpClient>,
  deps: ConnectorDeps,
  cursor: string | undefined,
) {
  const filter = createPathFilter({
    files: onlyExclusions(settings.paths) ? `**\n${settings.paths ?? ''}` : settings.paths,
  })
  const cache = await openPageCache(deps.cacheDirectory)
  yield* crawl({
    start: settings.url,
    discovery: settings.discovery ?? 'sitemap or links',
    sitemaps: settings.sitemap ? [settings.sitemap] : robots.sitemaps,
    robots,
    isIncluded: (url) => filter(decodeUriPart(url.pathname).slice(1)),
    isSameSite: isSameHost(settings.url),
    maxPages: settings.maxPages ?? 2000,
    maxDepth: settings.maxDepth ?? 10,
    hadSitemap: cursor === sitemapCursor,
    client,
    cache,
    deps,
  })
}

/** RFC 9309: a missing file permits everything, one that cannot be read nothing. */
async function readRobotsTxt(start: string, client: ReturnType<typeof createHttpClient>): Promise<RobotsRules> {
  const url = new URL('/robots.txt', start).href
  const { status, bytes } = await client.get(url)
  if (status >= 500) throw new OriginError(`${new URL(start).host} answers with status ${status}. Try again later.`)
  return parseRobotsTxt(status === 200 ? new TextDecoder().decode(bytes) : '', 'lorewell')
}

function onlyExclusions(paths: string | undefined): boolean {
  return (paths ?? '').split('\n').every((line) => line.trim() === '' || line.trim().startsWith('!'))
}
