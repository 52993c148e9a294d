import { z } from 'zod'
import { type Connector, type ConnectorDeps, type OriginChange, OriginError, type OriginItem } from '../../connector.ts'
import { versionOf } from '../file-item.ts'
import { createHttpClient, type HttpClient } from '../http-client.ts'
import { parseJsonAnswer } from '../json-api.ts'
import { accessToken, optionalText, requiredText } from '../setting-fields.ts'

const mediawikiSettings = z.strictObject({
  url: requiredText({
    title: 'Address',
    description: 'Address of api.php, such as https://wiki.example.com/w/api.php',
    pattern: /^https?:\/\/[^\s/@]+\/\S*api\.php$/,
    message: 'must end with api.php',
  }),
  namespaces: optionalText({
    title: 'Namespaces',
    description: 'Numbers, separated by commas. Empty: 0, the articles',
    maxLength: 200,
    pattern: /^\d{1,6}(\s*,\s*\d{1,6})*$/,
    message: 'must be numbers, such as 0, 4',
  }),
  token: accessToken('For wikis that need sign-in: an owner-only OAuth 2.0 access token'),
})

type MediawikiSettings = z.infer<typeof mediawikiSettings>

const pageSchema = z.object({
  pageid: z.number().optional(),
  ns: z.number().optional(),
  title: z.string().optional(),
  missing: z.boolean().optional(),
  redirect: z.boolean().optional(),
  fullurl: z.string().optional(),
  revisions: z.array(z.object({ revid: z.number(), timestamp: z.string() })).optional(),
})
const answerSchema = z.object({
  curtimestamp: z.string().optional(),
  error: z.object({ code: z.string() }).optional(),
  continue: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  query: z
    .object({
      pages: z.array(pageSchema).optional(),
      recentchanges: z.array(z.object({ type: z.string(), pageid: z.number() })).optional(),
    })
    .optional(),
  parse: z.object({ text: z.string() }).optional(),
})

type Answer = z.infer<typeof answerSchema>
type Parameters = Record<string, string>

const pageProperties = { prop: 'info|revisions', inprop: 'url', rvprop: 'ids|timestamp' }
/** Wikis keep the list of changes for 30 days at least unless configured otherwise. */
const maxCursorAgeMs = 20 * 24 * 3600_000
/** Edits appear in the list of changes a little after their own time. */
const overlapMs = 60_000
const pagesPerRequest = 50
/** Of the wiki, not of the page that is asked for. */
const temporaryError = /^(?:ratelimited|maxlag|readonly|internal_api_error)/

/** Reads the pages of a MediaWiki through its API (mediawiki.org/wiki/API:Main_page). */
export const mediawikiConnector: Connector<MediawikiSettings> = {
  kind: 'mediawiki',
  name: 'MediaWiki',
  description: 'Pages of a wiki that runs MediaWiki, as people read them.',
  settings: mediawikiSettings,
  secrets: ['token'],
  async connect(settings, deps) {
    const headers: Record<string, string> = settings.token ? { authorization: `Bearer ${settings.token}` } : {}
    const client = createHttpClient(deps, { headers })
    return {
      changes: (cursor) => listChanges({ ask: askerOf(settings, client), settings, deps }, cursor),
      async close() {},
    }
  },
}

interface Wiki {
  ask: (parameters: Parameters) => Promise<Answer>
  settings: MediawikiSettings
  deps: ConnectorDeps
}

function askerOf({ url }: MediawikiSettings, client: HttpClient) {
  return async (parameters: Parameters): Promise<Answer> => {
    const query = new URLSearchParams({ ...parameters, format: 'json', formatversion: '2' })
    const answer = parseJsonAnswer(await client.get(`${url}?${query}`), answerSchema, 'The wiki')
    const { error } = answer
    if (error?.code === 'readapidenied') throw new OriginError('The wiki needs an access token to be read. Enter one.')
    // Errors come with status 200. Taken for an empty list, one would remove pages.
    if (error && (parameters.action !== 'parse' || temporaryError.test(error.code)))
      throw new OriginError(`The wiki answered with the error "${error.code.slice(0, 60)}".`)
    return answer
  }
}

async function* listChanges(wiki: Wiki, cursor: string | undefined): AsyncGenerator<OriginChange> {
  const { curtimestamp } = await wiki.ask({ action: 'query', curtimestamp: '1' })
  const now = new Date(curtimestamp ?? wiki.deps.now())
  const newCursor = new Date(now.getTime() - overlapMs).toISOString().replace(/\.\d+Z$/, 'Z')
  const changed = await changedPages(wiki, cursor, now)
  if (changed) yield* readPages(wiki, changed)
  else yield* readAllPages(wiki)
  yield { kind: 'end', isComplete: !changed, cursor: newCursor }
}

/** Returns the pages that were edited; undefined if all must be listed, as after deletions and moves. */
async function changedPages({ ask }: Wiki, cursor: string | undefined, now: Date): Promise<Set<number> | undefined> {
  const since = new Date(cursor ?? '')
  if (Number.isNaN(since.getTime()) || now.getTime() - since.getTime() > maxCursorAgeMs) return undefined
  const pages = new Set<number>()
  const parameters = { action: 'query', list: 'recentchanges', rcprop: 'ids', rclimit: 'max', rcdir: 'newer' }
  for await (const { query } of paginate(ask, { ...parameters, rcstart: cursor ?? '', rctype: 'edit|new|log' })) {
    for (const { type, pageid } of query?.recentchanges ?? []) {
      if (type === 'log') return undefined
      pages.add(pageid)
    }
  }
  return pages
}

async function* readPages(wiki: Wiki, ids: ReadonlySet<number>): AsyncGenerator<OriginChange> {
  const namespaces = new Set(namespacesOf(wiki.settings))
  const all = [...ids]
  for (let start = 0; start < all.length; start += pagesPerRequest) {
    const pageids = all.slice(start, start + pagesPerRequest).join('|')
    for await (const { query } of paginate(wiki.ask, { action: 'query', ...pageProperties, pageids })) {
      for (const page of query?.pages ?? []) {
        const item = toItem(page, wiki)
        const isRead = item && !page.redirect && namespaces.has(String(page.ns))
        if (isRead) yield item
        else if (page.pageid !== undefined) yield { kind: 'removed', id: String(page.pageid) }
      }
    }
  }
}

async function* readAllPages(wiki: Wiki): AsyncGenerator<OriginItem> {
  const generator = { generator: 'allpages', gapfilterredir: 'nonredirects', gaplimit: String(pagesPerRequest) }
  for (const gapnamespace of namespacesOf(wiki.settings)) {
    for await (const { query } of paginate(wiki.ask, {
      action: 'query',
      ...generator,
      gapnamespace,
      ...pageProperties,
    })) {
      for (const page of query?.pages ?? []) {
        const item = toItem(page, wiki)
        if (item) yield item
      }
    }
  }
}

async function* paginate(ask: Wiki['ask'], parameters: Parameters): AsyncGenerator<Answer> {
  let next: Parameters | undefined = {}
  while (next) {
    const answer: Answer = await ask({ ...parameters, ...next })
    yield answer
    next =
      answer.continue && Object.fromEntries(Object.entries(answer.continue).map(([key, value]) => [key, String(value)]))
  }
}

function toItem(
  { pageid, title, fullurl, revisions, missing }: z.infer<typeof pageSchema>,
  wiki: Wiki,
): OriginItem | undefined {
  const [revision] = revisions ?? []
  if (pageid === undefined || missing || !title || !revision) return undefined
  const url = fullurl ?? wiki.settings.url.replace(/api\.php$/, `index.php?curid=${pageid}`)
  return {
    kind: 'item',
    id: String(pageid),
    version: versionOf(revision.revid, title, url),
    title,
    url,
    updatedAt: new Date(revision.timestamp),
    async read() {
      const options = { prop: 'text', disableeditsection: '1', disabletoc: '1' }
      const { parse } = await wiki.ask({ action: 'parse', pageid: String(pageid), ...options })
      return parse
        ? { type: 'html', content: parse.text }
        : { type: 'unavailable', reason: 'deleted while it was read' }
    },
  }
}

function namespacesOf({ namespaces }: MediawikiSettings): string[] {
  return (namespaces || '0').split(',').map((one) => one.trim())
}
