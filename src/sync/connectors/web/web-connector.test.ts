import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { connectorDeps, type Listed, listChanges, temporaryFolder } from '../../../../test/support/connector-deps.ts'
import { type StaticPage, startStaticSite } from '../../../../test/support/origin-server.ts'
import type { ConnectorDeps } from '../../connector.ts'
import { type WebSettings, webConnector } from './web-connector.ts'

const page = (title: string, body: string, head = '') =>
  `<!doctype html><html><head><title>${title}</title>${head}</head><body>${body}</body></html>`

async function site(pages: Record<string, StaticPage | string>) {
  const server = await startStaticSite(pages)
  const deps = await connectorDeps({ allow: [server.host] })
  const read = (settings: Partial<WebSettings> = {}, other: Partial<ConnectorDeps> = {}, cursor?: string) =>
    sync({ url: `${server.url}/`, ...settings }, { ...deps, ...other }, cursor)
  return { server, deps, read }
}

async function sync(settings: WebSettings, deps: ConnectorDeps, cursor?: string): Promise<Listed> {
  const reader = await webConnector.connect(settings, deps)
  try {
    return await listChanges(reader, cursor)
  } finally {
    await reader.close()
  }
}

/** Paths of the items, in the order of the listing. */
const paths = (listed: Listed) =>
  [...listed.items.values()].map((item) => new URL(item.url).pathname + new URL(item.url).search)

describe('a web site found by its links', () => {
  it('is read within its host, with title, main content and no navigation', async () => {
    const { read, server } = await site({
      '/': page('Home', '<nav><a href="/a">A</a></nav><main><h1>Welcome</h1></main><footer>© Acme</footer>'),
      '/a': page(
        'A &amp; more',
        '<a href="b?x=1#part">B</a> <a href="https://elsewhere.example/">x</a> <a href="mailto:a@b.c">m</a>',
      ),
      '/b?x=1': page('B', '<p>Deep</p><a href="/logo.png">logo</a><a href="/missing">gone</a>'),
    })
    const listed = await read()
    expect(paths(listed)).toEqual(['/', '/a', '/b?x=1'])
    expect(listed.isComplete).toBe(true)
    const home = listed.items.get(`${server.url}/`)
    expect(home).toMatchObject({ title: 'Home', updatedAt: new Date('2026-11-16T12:00:00Z') })
    expect(listed.texts[`${server.url}/`]).toBe('<main><h1>Welcome</h1></main>')
    expect(listed.items.get(`${server.url}/a`)?.title).toBe('A & more')
    expect(server.requests).not.toContain('GET /logo.png')
  })

  it('asks again only whether pages have changed, and keeps their versions', async () => {
    const { read, server } = await site({
      '/': page('Home', '<a href="/a">A</a><a href="/b">B</a>'),
      '/a': page('A', 'one'),
      '/b': page('B', 'two'),
    })
    const first = await read()
    server.pages['/a'] = page('A', 'changed')
    delete server.pages['/b']
    const second = await read()
    expect(server.notModified).toBe(1)
    expect(second.isComplete).toBe(true)
    expect(paths(second)).toEqual(['/', '/a'])
    const version = (listed: Listed, path: string) => listed.items.get(server.url + path)?.version
    expect(version(second, '/')).toBe(version(first, '/'))
    expect(version(second, '/a')).not.toBe(version(first, '/a'))
    expect(second.texts[`${server.url}/a`]).toContain('changed')
  })

  it('asks for known pages in parallel as long as they have not changed, and lists them in the same order', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `/${index}`)
    const { server, deps, read } = await site({
      '/': page('Home', names.map((name) => `<a href="${name}">${name}</a>`).join('')),
      ...Object.fromEntries(names.map((name) => [name, page(name, `Text of ${name}`)])),
    })
    let underWay = 0
    let most = 0
    const fetch: ConnectorDeps['fetch'] = async (url, request) => {
      underWay += 1
      most = Math.max(most, underWay)
      const response = await deps.fetch(url, request)
      underWay -= 1
      return response
    }
    const first = await read({}, { fetch })
    expect(most).toBe(1)
    server.pages['/11'] = page('/11', 'other')
    const second = await read({}, { fetch })
    expect(paths(second)).toEqual(paths(first))
    expect(server.notModified).toBe(12)
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(6)

    most = 0
    server.pages['/robots.txt'] = { type: 'text/plain', body: 'User-agent: *\nCrawl-delay: 0.001' }
    expect(paths(await read({}, { fetch }))).toEqual(paths(first))
    expect(most).toBe(1)
  })

  it('obeys robots.txt', async () => {
    const { read, server } = await site({
      '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /private\nAllow: /private/open' },
      '/': page('Home', '<a href="/private/a">x</a><a href="/private/open">y</a><a href="/move">z</a>'),
      '/private/a': page('Secret', 'secret'),
      '/private/open': page('Open', 'open'),
      '/move': { status: 302, headers: { location: '/private/a' } },
    })
    expect(paths(await read())).toEqual(['/', '/private/open'])
    expect(server.requests).not.toContain('GET /private/a')
  })

  it('obeys noindex, nofollow and rel=nofollow', async () => {
    const { read, server } = await site({
      '/': page('Home', '<a href="/a">a</a><a href="/b">b</a><a href="/c" rel="nofollow">c</a><a href="/h">h</a>'),
      '/a': page('A', '<a href="/from-a">x</a>', '<meta name="robots" content="noindex">'),
      '/b': page('B', '<a href="/from-b">x</a>', '<meta name="robots" content="nofollow">'),
      '/h': { headers: { 'x-robots-tag': 'none' }, body: page('H', '<a href="/from-h">x</a>') },
      '/from-a': page('From A', 'x'),
      '/from-b': page('From B', 'x'),
    })
    expect(paths(await read())).toEqual(['/', '/b', '/from-a'])
    expect(server.requests).not.toContain('GET /c')
  })

  it('is listed by canonical addresses, once', async () => {
    const canonical = '<link rel="canonical" href="/product">'
    const { read } = await site({
      '/': page('Home', '<a href="/product?ref=1">p</a><a href="/product?ref=2">q</a><a href="/product">r</a>'),
      '/product?ref=1': page('Product', 'x', canonical),
      '/product?ref=2': page('Product', 'x', canonical),
      '/product': page('Product', 'x', canonical),
    })
    expect(paths(await read())).toEqual(['/', '/product'])
  })

  it('bounds endless links: queries, repeated folders, pages and depth', async () => {
    const calendar = Array.from({ length: 120 }, (_, n) => `<a href="/calendar?day=${n}">${n}</a>`).join('')
    const pages: Record<string, string> = {
      '/': page('Home', `${calendar}<a href="/x/x/x/x/x/x">loop</a><a href="/d1">d</a>`),
    }
    for (let n = 0; n < 120; n += 1) pages[`/calendar?day=${n}`] = page(`Day ${n}`, `day ${n}`)
    for (let n = 1; n < 9; n += 1) pages[`/d${n}`] = page(`Depth ${n}`, `<a href="/d${n + 1}">next</a>`)
    const { read } = await site(pages)
    const listed = paths(await read({ maxDepth: 3 }))
    expect(listed.filter((path) => path.startsWith('/calendar'))).toHaveLength(50)
    expect(listed.filter((path) => path.startsWith('/d'))).toEqual(['/d1', '/d2', '/d3'])
    expect(paths(await read({ maxPages: 5 }))).toHaveLength(5)
  })

  it('reads only the chosen paths', async () => {
    const { read } = await site({
      '/': page('Home', '<a href="/docs/a">a</a><a href="/docs/old/b">b</a><a href="/blog/c">c</a>'),
      '/docs/a': page('A', 'a'),
      '/docs/old/b': page('B', 'b'),
      '/blog/c': page('C', 'c'),
    })
    expect(paths(await read({ paths: '/docs/**\n!/docs/old/**' }))).toEqual(['/docs/a'])
    expect(paths(await read({ paths: '!/blog/**' }, { cacheDirectory: await temporaryFolder() }))).toEqual([
      '/',
      '/docs/a',
      '/docs/old/b',
    ])
  })

  it('gives PDF and other files as files, and skips large ones by name', async () => {
    const { read, server } = await site({
      '/': page('Home', '<a href="/report">pdf</a><a href="/notes.txt">txt</a><a href="/big.txt">big</a>'),
      '/report': { type: 'application/pdf', body: '%PDF-1.7' },
      '/notes.txt': { type: 'text/plain', body: 'plain' },
      '/big.txt': { type: 'text/plain', body: 'x'.repeat(1_500_000) },
    })
    const listed = await read()
    expect(await listed.items.get(`${server.url}/report`)?.read()).toMatchObject({ type: 'file', name: 'report.pdf' })
    expect(listed.texts[`${server.url}/notes.txt`]).toBe('plain')
    expect(listed.texts[`${server.url}/big.txt`]).toBe('skipped: larger than 1 MB')
  })

  it('does not follow a redirect to another host, nor send it the authorization', async () => {
    const other = await startStaticSite({ '/': page('Other', 'other') })
    const { read, server } = await site({
      '/': page('Home', '<a href="/away">away</a><a href="/near">near</a>'),
      '/away': { status: 302, headers: { location: `${other.url}/` } },
      '/near': { status: 301, headers: { location: '/new' } },
      '/new': page('New', 'new'),
    })
    const listed = await read({ authorization: 'Bearer t0ken' }, {})
    expect(paths(listed)).toEqual(['/', '/new'])
    expect(other.requests).toEqual([])
    expect(server.seen[0]?.headers.authorization).toBe('Bearer t0ken')
  })

  it('keeps pages that fail for a while, and removes nothing when the site is down', async () => {
    const { read, server } = await site({
      '/': page('Home', '<a href="/a">a</a><a href="/b">b</a>'),
      '/a': page('A', '<a href="/c">c</a>'),
      '/b': page('B', 'b'),
      '/c': page('C', 'c'),
    })
    const first = await read()
    server.pages['/a'] = { status: 500 }
    const second = await read()
    expect(paths(second).sort()).toEqual(['/', '/a', '/b', '/c'])
    expect(second.items.get(`${server.url}/a`)?.version).toBe(first.items.get(`${server.url}/a`)?.version)
    server.isDown = true
    await expect(read()).rejects.toMatchObject({ name: 'OriginError' })
  })

  it.each([400, 401, 402, 403, 407, 408, 423, 425, 202, 204])(
    'keeps a page that answers with %i, with those that it leads to, and says why',
    async (status) => {
      const { read, server } = await site({
        '/': page('Home', '<a href="/a">a</a>'),
        '/a': page('A', '<a href="/b">b</a>'),
        '/b': page('B', 'b'),
      })
      await read()
      server.pages['/a'] = { status }
      const second = await read()
      expect(paths(second)).toEqual(['/', '/b'])
      expect(second).toMatchObject({ isComplete: true, warning: undefined })
      expect(second.unavailable).toEqual([
        { id: `${server.url}/a`, reason: `the server answers with status ${status}` },
      ])
      server.pages['/a'] = page('A', '<a href="/b">b</a>')
      const third = await read()
      expect(paths(third)).toEqual(['/', '/a', '/b'])
      expect(third.unavailable).toEqual([])
    },
  )

  it.each([
    [302, 'is kept', ['/a']],
    [303, 'is kept', ['/a']],
    [307, 'is kept', ['/a']],
    [301, 'is gone', []],
    [308, 'is gone', []],
  ])('a page that leads to another host with status %i %s', async (status, _, kept) => {
    const { read, server } = await site({ '/': page('Home', '<a href="/a">a</a>'), '/a': page('A', 'a') })
    await read()
    server.pages['/a'] = { status, headers: { location: 'https://login.example/' } }
    const second = await read()
    expect(paths(second)).toEqual(['/'])
    expect(second.unavailable.map(({ id }) => new URL(id).pathname)).toEqual(kept)
  })

  it.each([404, 410, 451])('a page that answers with %i is gone', async (status) => {
    const { read, server } = await site({ '/': page('Home', '<a href="/a">a</a>'), '/a': page('A', 'a') })
    await read()
    server.pages['/a'] = { status }
    const second = await read()
    expect(paths(second)).toEqual(['/'])
    expect(second.unavailable).toEqual([])
  })

  it('says of a refused page that it does not know that others can be missing', async () => {
    const { read, server } = await site({ '/': page('Home', '<a href="/a">a</a>'), '/a': { status: 403 } })
    expect((await read()).unavailable).toEqual([
      { id: `${server.url}/a`, reason: 'the server answers with status 403', mayHideOthers: true },
    ])
  })

  it('keeps a page that is refused by one of its addresses only as that of the other', async () => {
    const canonical = '<link rel="canonical" href="/product">'
    const { read, server } = await site({
      '/': page('Home', '<a href="/product?ref=1">p</a><a href="/product">r</a>'),
      '/product?ref=1': page('Product', 'x', canonical),
      '/product': page('Product', 'x', canonical),
    })
    await read()
    server.pages['/product?ref=1'] = { status: 403 }
    const second = await read()
    expect(paths(second)).toEqual(['/', '/product'])
    expect(second.unavailable).toEqual([])
  })

  it('is not listed while its first page is refused or leads elsewhere', async () => {
    const { read, server } = await site({ '/': page('Home', '<a href="/a">a</a>'), '/a': page('A', 'a') })
    await read()
    server.pages['/'] = { status: 423 }
    await expect(read()).rejects.toThrow('answers with status 423')
    server.pages['/'] = { status: 302, headers: { location: 'https://login.example/' } }
    await expect(read()).rejects.toThrow('login.example')
  })

  it('is not complete where a page fails that was never read', async () => {
    const { read } = await site({ '/': page('Home', '<a href="/a">a</a>'), '/a': { status: 500 } })
    expect(await read()).toMatchObject({
      isComplete: false,
      warning: 'Some pages could not be read (1, such as /a). Nothing was removed.',
    })
  })

  it('passes on how long the server wants to be left alone', async () => {
    const { read, server } = await site({ '/': { status: 429, headers: { 'retry-after': '120' } } })
    await expect(read()).rejects.toMatchObject({ name: 'OriginError', retryAfterMs: 120_000 })
    expect(server.requests.filter((request) => request === 'GET /')).toHaveLength(1)
  })

  it('reads pages in their own encoding', async () => {
    const { read, server } = await site({
      '/': { type: 'text/html; charset=iso-8859-1', body: Buffer.from(page('Über', 'Größe'), 'latin1') },
    })
    const listed = await read()
    expect(listed.items.get(`${server.url}/`)?.title).toBe('Über')
  })

  it('is refused within the own network unless the operator opens it', async () => {
    const { server } = await site({ '/': page('Home', 'x') })
    await expect(sync({ url: `${server.url}/` }, await connectorDeps())).rejects.toThrow('public address')
    expect(server.requests).toEqual([])
  })
})

describe('a web site found by its sitemap', () => {
  const urlset = (host: string, entries: Record<string, string>) =>
    `<?xml version="1.0"?><urlset>${Object.entries(entries)
      .map(([path, date]) => `<url><loc>${host}${path}</loc><lastmod>${date}</lastmod></url>`)
      .join('')}</urlset>`

  async function listedSite() {
    const found = await site({
      '/a': page('A', '<a href="/unlisted">x</a>'),
      '/b': page('B', 'b'),
      '/unlisted': page('U', 'u'),
    })
    const { server } = found
    server.pages['/robots.txt'] = { type: 'text/plain', body: `Sitemap: ${server.url}/index.xml` }
    server.pages['/index.xml'] = {
      type: 'text/xml',
      body: `<sitemapindex><sitemap><loc>${server.url}/pages.xml.gz</loc></sitemap><sitemap><loc>http://elsewhere.example/x.xml</loc></sitemap></sitemapindex>`,
    }
    const setPages = (entries: Record<string, string>) => {
      server.pages['/pages.xml.gz'] = { type: 'application/gzip', body: gzipSync(urlset(server.url, entries)) }
    }
    setPages({ '/a': '2026-01-01', '/b': '2026-02-02' })
    return { ...found, setPages }
  }

  it('reads the listed pages with their dates, through an index and packed', async () => {
    const { read, server } = await listedSite()
    const listed = await read()
    expect(paths(listed)).toEqual(['/a', '/b'])
    expect(listed.items.get(`${server.url}/b`)?.updatedAt).toEqual(new Date('2026-02-02'))
  })

  it('requests only pages whose date has changed', async () => {
    const { read, server, deps, setPages } = await listedSite()
    await read()
    server.requests.length = 0
    const reader = await webConnector.connect({ url: `${server.url}/` }, deps)
    const kinds: string[] = []
    for await (const change of reader.changes(undefined)) kinds.push(change.kind)
    expect(kinds).toEqual(['item', 'item', 'end'])
    expect(server.requests.filter((request) => /\/[ab]$/.test(request))).toEqual([])
    server.pages['/a'] = page('A', 'new')
    setPages({ '/a': '2026-03-03' })
    const third = await read()
    expect(paths(third)).toEqual(['/a'])
    expect(third.texts[`${server.url}/a`]).toContain('new')
  })

  it.each([
    ['is missing', { status: 404 }, 'answers with status 404'],
    ['is refused', { status: 403 }, 'answers with status 403'],
    ['is a page', page('Maintenance', 'Back soon'), 'is not a sitemap'],
    ['is damaged', { type: 'application/gzip', body: Buffer.from([0x1f, 0x8b, 1, 2]) }, 'is not a sitemap'],
    ['is cut off', { type: 'text/xml', body: '<urlset><url><loc>http://x/c</loc></url><url>' }, 'is cut off'],
    ['is too large', { type: 'text/xml', body: `<urlset>${' '.repeat(1_500_000)}</urlset>` }, 'is larger than 1 MB'],
  ])('is not complete where one of its sitemaps %s', async (_, other, reason) => {
    const { read, server } = await listedSite()
    const body = ['pages.xml.gz', 'more.xml'].map((name) => `<sitemap><loc>${server.url}/${name}</loc></sitemap>`)
    server.pages['/index.xml'] = { type: 'text/xml', body: `<sitemapindex>${body.join('')}</sitemapindex>` }
    server.pages['/more.xml'] = other
    const listed = await read()
    expect(paths(listed)).toEqual(['/a', '/b'])
    expect(listed).toMatchObject({
      isComplete: false,
      warning: `The sitemap ${server.url}/more.xml could not be read: it ${reason}. Nothing was removed.`,
    })
    server.pages['/more.xml'] = { type: 'text/xml', body: urlset(server.url, { '/unlisted': '2026-01-01' }) }
    const whole = await read()
    expect(paths(whole)).toEqual(['/a', '/b', '/unlisted'])
    expect(whole).toMatchObject({ isComplete: true, warning: undefined })
  })

  it('is not read by its links while the sitemap that it had cannot be read', async () => {
    const { read, server } = await site({ '/': page('Home', '<a href="/login">x</a>'), '/a': page('A', 'a') })
    server.pages['/sitemap.xml'] = { type: 'text/xml', body: urlset(server.url, { '/a': '2026-01-01' }) }
    const first = await read()
    expect(first).toMatchObject({ isComplete: true, cursor: 'sitemap' })
    server.pages['/sitemap.xml'] = page('Maintenance', 'Back soon')
    await expect(read({}, {}, first.cursor)).rejects.toThrow(
      `The sitemap ${server.url}/sitemap.xml could not be read: it is not a sitemap. Nothing was removed.`,
    )
  })

  it('loses no page with the first run after its sitemap is gone, and is read by its links from then on', async () => {
    const { read, server } = await site({ '/': page('Home', 'home'), '/a': page('A', 'a') })
    server.pages['/sitemap.xml'] = { type: 'text/xml', body: urlset(server.url, { '/a': '2026-01-01' }) }
    const first = await read()
    delete server.pages['/sitemap.xml']
    const second = await read({}, {}, first.cursor)
    expect(paths(second)).toEqual(['/'])
    expect(second).toMatchObject({ isComplete: false, cursor: undefined })
    expect(second.warning).toContain('The site has no sitemap any more.')
    expect(await read({}, {}, second.cursor)).toMatchObject({ isComplete: true, warning: undefined })
  })

  it.each([
    ['a day', '2026-11-15', '2026-11-16T12:00:00Z'],
    ['a time', '2026-11-16T12:00:00Z', '2026-11-16T12:00:30Z'],
  ])('asks for a page again whose date (%s) an edit after the last run can have, too', async (_, date, at) => {
    const { read, server, deps, setPages } = await listedSite()
    setPages({ '/a': date })
    const first = await read({}, { now: () => new Date(at) })
    server.pages['/a'] = page('A', 'edited later, with the same date')
    const days = (count: number) => () => new Date(Date.parse(at) + count * 24 * 3600_000)
    const second = await read({}, { now: days(3) })
    const version = ({ items }: Listed) => items.get(`${server.url}/a`)?.version
    expect(version(second)).not.toBe(version(first))
    const requests = () => server.requests.filter((request) => request === 'GET /a').length
    const before = requests()
    const reader = await webConnector.connect({ url: `${server.url}/` }, { ...deps, now: days(4) })
    for await (const _change of reader.changes(undefined));
    expect(requests()).toBe(before)
  })

  it.each(['2026-01', '2026'])('asks for a page again whose date (%s) names no day', async (date) => {
    const { read, server, setPages } = await listedSite()
    setPages({ '/a': date })
    const first = await read()
    server.pages['/a'] = page('A', 'edited later, in the same month')
    const second = await read()
    const version = ({ items }: Listed) => items.get(`${server.url}/a`)?.version
    expect(version(second)).not.toBe(version(first))
  })

  it('needs one if nothing else is wanted', async () => {
    const { read } = await site({ '/': page('Home', 'x') })
    await expect(read({ discovery: 'sitemap' })).rejects.toThrow('no sitemap')
  })
})
