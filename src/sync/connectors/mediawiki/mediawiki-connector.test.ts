import { describe, expect, it } from 'vitest'
import { connectorDeps, listChanges } from '../../../../test/support/connector-deps.ts'
import { startOriginServer } from '../../../../test/support/origin-server.ts'
import { mediawikiConnector } from './mediawiki-connector.ts'

interface Page {
  pageid: number
  title: string
  revid: number
  html: string
}

/** Answers as the API of MediaWiki is described, one page of results per request. */
async function startWiki(pages: Page[], { token }: { token?: string } = {}) {
  const state = { pages, changes: [] as { type: string; pageid: number }[], isDown: false, failing: '' }
  const present = ({ pageid, title, revid }: Page) => ({
    pageid,
    ns: 0,
    title,
    fullurl: `https://wiki.test/${title}`,
    revisions: [{ revid, timestamp: '2026-03-02T10:00:00Z' }],
  })
  const server = await startOriginServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams
    const get = (name: string) => query.get(name) ?? ''
    const send = (body: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (state.isDown) return response.writeHead(500).end()
    if (token && request.headers.authorization !== `Bearer ${token}`) return send({ error: { code: 'readapidenied' } })
    if (state.failing && request.url?.includes(state.failing)) return send({ error: { code: 'ratelimited' } })
    if (get('action') === 'parse') {
      const page = state.pages.find((one) => String(one.pageid) === get('pageid'))
      return send(page ? { parse: { text: page.html } } : { error: { code: 'nosuchpageid' } })
    }
    if (get('generator') === 'allpages') {
      const start = Number(get('gapcontinue') || 0)
      const page = state.pages[start]
      const more =
        start + 1 < state.pages.length
          ? { continue: { gapcontinue: String(start + 1), continue: 'gapcontinue||' } }
          : {}
      return send({ ...more, query: { pages: page ? [present(page)] : [] } })
    }
    if (get('list') === 'recentchanges') return send({ query: { recentchanges: state.changes } })
    if (get('pageids')) {
      const found = get('pageids')
        .split('|')
        .map(
          (id) =>
            state.pages.find((one) => String(one.pageid) === id) ?? { pageid: Number(id), missing: true as const },
        )
      return send({ query: { pages: found.map((page) => ('missing' in page ? page : present(page))) } })
    }
    return send({ curtimestamp: '2026-11-16T12:00:00Z' })
  })
  const deps = await connectorDeps({ allow: [server.host] })
  const read = async (cursor?: string, settings = {}) =>
    listChanges(await mediawikiConnector.connect({ url: `${server.url}/w/api.php`, ...settings }, deps), cursor)
  return Object.assign(state, { server, read })
}

const pages = () => [
  { pageid: 1, title: 'Main Page', revid: 11, html: '<p>Welcome</p>' },
  { pageid: 2, title: 'Leave', revid: 12, html: '<p>30 days</p>' },
]

describe('a MediaWiki', () => {
  it('is listed page by page, and read as people see it', async () => {
    const { read } = await startWiki(pages())
    const listed = await read()
    expect(listed.texts).toEqual({ 1: '<p>Welcome</p>', 2: '<p>30 days</p>' })
    expect(listed.items.get('2')).toMatchObject({ title: 'Leave', url: 'https://wiki.test/Leave' })
    expect(listed).toMatchObject({ isComplete: true, cursor: '2026-11-16T11:59:00Z' })
  })

  it('then lists only edited pages, or all after a deletion or move', async () => {
    const wiki = await startWiki(pages())
    const first = await wiki.read()
    expect(await wiki.read(first.cursor)).toMatchObject({ isComplete: false, texts: {} })
    wiki.pages[1] = { pageid: 2, title: 'Leave', revid: 13, html: '<p>31 days</p>' }
    wiki.changes.push({ type: 'edit', pageid: 2 })
    const second = await wiki.read(first.cursor)
    expect(second).toMatchObject({ isComplete: false, texts: { 2: '<p>31 days</p>' } })
    expect(second.items.get('2')?.version).not.toBe(first.items.get('2')?.version)
    wiki.pages.shift()
    wiki.changes.push({ type: 'log', pageid: 0 })
    expect(await wiki.read(first.cursor)).toMatchObject({ isComplete: true, texts: { 2: '<p>31 days</p>' } })
  })

  it('is listed as a whole after longer than it keeps changes', async () => {
    const { read } = await startWiki(pages())
    expect(await read('2026-01-01T00:00:00Z')).toMatchObject({ isComplete: true })
  })

  it('needs its token, and removes nothing when it is down', async () => {
    const wiki = await startWiki(pages(), { token: 't0ken' })
    await expect(wiki.read()).rejects.toThrow('needs an access token')
    expect((await wiki.read(undefined, { token: 't0ken' })).items.size).toBe(2)
    wiki.isDown = true
    await expect(wiki.read(undefined, { token: 't0ken' })).rejects.toMatchObject({ name: 'OriginError' })
  })

  it.each(['gapcontinue=1', 'list=recentchanges', 'action=parse'])(
    'an error with status 200 (%s) is no end of a list and no empty page',
    async (failing) => {
      const wiki = await startWiki(pages())
      wiki.failing = failing
      const cursor = failing.startsWith('list') ? '2026-11-16T11:00:00Z' : undefined
      await expect(wiki.read(cursor)).rejects.toThrow('The wiki answered with the error "ratelimited".')
    },
  )
})
