import { z } from 'zod'
import { parseJson } from '../../../parse-json.ts'
import { type Connector, type ConnectorDeps, type OriginChange, OriginError } from '../../connector.ts'
import { idFromPath, versionOf } from '../file-item.ts'
import { decodeBody } from '../http-body.ts'
import { createHttpClient, isSameHost } from '../http-client.ts'
import { conditionalHeaders, type HttpValidators, validatorsOf } from '../http-validators.ts'
import { authorizationHeader, serverAddress } from '../setting-fields.ts'
import { type FeedEntry, parseFeed } from './parse-feed.ts'

const feedSettings = z.strictObject({
  url: serverAddress('Address of an RSS, Atom or JSON feed'),
  authorization: authorizationHeader('Value of the Authorization header, such as Bearer …, for feeds that need one'),
})

type FeedSettings = z.infer<typeof feedSettings>

/** Reads the entries of a feed. Feeds hold only the newest ones, so earlier entries stay. */
export const feedConnector: Connector<FeedSettings> = {
  kind: 'feed',
  name: 'RSS or Atom feed',
  description: 'Entries of a news feed, blog or release notes. Entries that leave the feed are kept.',
  settings: feedSettings,
  secrets: ['authorization'],
  async connect(settings, deps) {
    return {
      changes: (cursor) => listEntries(settings, deps, cursor),
      async close() {},
    }
  },
}

/** The cursor holds the validators of the last answer. */
async function* listEntries(
  { url, authorization }: FeedSettings,
  deps: ConnectorDeps,
  cursor: string | undefined,
): AsyncGenerator<OriginChange> {
  const client = createHttpClient(deps, { headers: authorization ? { authorization } : {} })
  const { host } = new URL(url)
  const answer = await client.get(url, {
    headers: conditionalHeaders(parseCursor(cursor)),
    // Feeds move to other hosts often; a token must not.
    accepts: authorization ? isSameHost(url) : (target) => /^https?:$/.test(target.protocol),
  })
  if (answer.status === 304) return yield { kind: 'end', isComplete: false, ...(cursor ? { cursor } : {}) }
  if (answer.status === 401 || answer.status === 403) {
    throw new OriginError(`${host} refuses access to the feed (${answer.status}). Check the authorization.`)
  }
  if (answer.status !== 200)
    throw new OriginError(`${host} answers with status ${answer.status} instead of a feed. Check the address.`)
  if (answer.isTooLarge)
    throw new OriginError('The feed is too large to be read. Enter the address of one with fewer entries.')
  const entries = readFeed(decodeBody(answer))
  const listed = new Set<string>()
  for (const entry of entries) {
    const item = toItem(entry, answer.url, deps.now())
    if (entry.id === '' || listed.has(item.id)) continue
    listed.add(item.id)
    yield item
  }
  const { etag = '', lastModified = '' } = validatorsOf(answer)
  yield { kind: 'end', isComplete: false, cursor: JSON.stringify([etag, lastModified]) }
}

function readFeed(text: string): FeedEntry[] {
  let entries: FeedEntry[] | undefined
  try {
    entries = parseFeed(text)
  } catch (cause) {
    throw new OriginError('The feed is malformed. Check the address, or ask its publisher to correct it.', { cause })
  }
  if (!entries)
    throw new OriginError('The address leads to no RSS, Atom or JSON feed. Look for a feed link on the page.')
  return entries
}

function toItem(entry: FeedEntry, feedUrl: string, now: Date) {
  const target = entry.url && URL.canParse(entry.url, feedUrl) ? new URL(entry.url, feedUrl) : undefined
  const url = target && /^https?:$/.test(target.protocol) ? target.href : feedUrl
  const date = new Date(entry.updatedAt ?? '')
  const isDated = !Number.isNaN(date.getTime())
  const title = entry.title || url
  return {
    kind: 'item' as const,
    id: idFromPath(entry.id),
    version: versionOf(title, url, isDated ? date.getTime() : undefined, entry.html),
    title,
    url,
    updatedAt: isDated ? date : now,
    read: async () => ({ type: 'html' as const, content: entry.html }),
  }
}

function parseCursor(cursor: string | undefined): HttpValidators {
  const values = parseJson(cursor ?? '')
  return Array.isArray(values) ? { etag: String(values[0] ?? ''), lastModified: String(values[1] ?? '') } : {}
}
