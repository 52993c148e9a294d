import { describe, expect, it } from 'vitest'
import { connectorDeps, listChanges } from '../../../../test/support/connector-deps.ts'
import { startStaticSite } from '../../../../test/support/origin-server.ts'
import { feedConnector } from './feed-connector.ts'
import { parseFeed } from './parse-feed.ts'

const rss = (items: string) => `<?xml version="1.0"?><rss version="2.0" xmlns:content="x"><channel><title>Blog</title>
<link>https://blog.test/</link>${items}</channel></rss>`
const first = `<item><title><![CDATA[Fish & chips]]></title><link>/posts/1</link><guid isPermaLink="false">tag:1</guid>
<pubDate>Mon, 02 Mar 2026 10:00:00 +0100</pubDate><description>Short</description>
<content:encoded><![CDATA[<p>Long <b>text</b></p>]]></content:encoded></item>`
const second = `<item><title>Second &amp;amp; last</title><link>javascript:alert(1)</link><description>&lt;p&gt;Hello&lt;/p&gt;</description></item>`

async function feed(body: string) {
  const server = await startStaticSite({ '/feed': { type: 'application/rss+xml', body } })
  const deps = await connectorDeps({ allow: [server.host] })
  const read = async (cursor?: string, settings = {}) =>
    listChanges(await feedConnector.connect({ url: `${server.url}/feed`, ...settings }, deps), cursor)
  return { server, read }
}

describe('a feed', () => {
  it('lists its entries with content, date and a safe address', async () => {
    const { server, read } = await feed(rss(first + second))
    const { items, texts, isComplete } = await read()
    expect(items.get('tag:1')).toMatchObject({
      title: 'Fish & chips',
      url: `${server.url}/posts/1`,
      updatedAt: new Date('2026-03-02T09:00:00Z'),
    })
    expect(texts['tag:1']).toBe('<p>Long <b>text</b></p>')
    expect(items.get('javascript:alert(1)')?.url).toBe(`${server.url}/feed`)
    expect(texts['javascript:alert(1)']).toBe('<p>Hello</p>')
    expect(isComplete).toBe(false)
  })

  it('is not transferred again while it stays the same', async () => {
    const { server, read } = await feed(rss(first))
    const before = await read()
    const same = await read(before.cursor)
    expect([...same.items.keys()]).toEqual([])
    expect(same).toMatchObject({ isComplete: false, cursor: before.cursor })
    expect(server.notModified).toBe(1)
  })

  it.each([
    ['a minute', '11:59:00', true],
    ['59 seconds', '11:59:01', false],
  ])('is asked for changes since a date only if it is a minute older than the answer (%s)', async (...row) => {
    const [, time, isConditional] = row
    const { server, read } = await feed('')
    const date = 'Mon, 16 Nov 2026 12:00:00 GMT'
    const modified = `Mon, 16 Nov 2026 ${time} GMT`
    const headers = { etag: '', 'last-modified': modified, date }
    server.pages['/feed'] = { type: 'text/xml', headers, body: rss(first) }
    await read((await read()).cursor)
    expect(server.seen[1]?.headers['if-modified-since']).toBe(isConditional ? modified : undefined)
  })

  it('gives a changed entry another version, and never says that earlier ones are gone', async () => {
    const { server, read } = await feed(rss(first + second))
    const before = await read()
    server.pages['/feed'] = { type: 'text/xml', body: rss(first.replace('Long', 'Longer')) }
    const after = await read(before.cursor)
    expect(after.removed).toEqual([])
    expect(after.isComplete).toBe(false)
    expect(after.items.get('tag:1')?.version).not.toBe(before.items.get('tag:1')?.version)
  })

  it('explains an address without a feed, a refusal and an outage', async () => {
    const { server, read } = await feed('<html><title>No feed</title></html>')
    await expect(read()).rejects.toThrow('no RSS, Atom or JSON feed')
    server.pages['/feed'] = { status: 401 }
    await expect(read()).rejects.toThrow('refuses access')
    server.isDown = true
    await expect(read()).rejects.toMatchObject({ name: 'OriginError' })
    const deep = await feed(`<rss>${'<a>'.repeat(100_000)}`)
    await expect(deep.read()).rejects.toThrow('malformed')
  })

  it('keeps its token on its own host', async () => {
    const other = await startStaticSite({ '/feed': rss(first) })
    const { server, read } = await feed('')
    server.pages['/feed'] = { status: 302, headers: { location: `${other.url}/feed` } }
    await expect(read(undefined, { authorization: 'Bearer s3cret' })).rejects.toThrow('status 302')
    expect(other.requests).toEqual([])
  })
})

describe('parseFeed', () => {
  it('reads Atom with text, HTML and XHTML content', () => {
    const entry = (id: string, content: string) =>
      `<entry><id>urn:${id}</id><title type="html">T&lt;b&gt;1&lt;/b&gt;</title><link rel="self" href="https://a.test/self"/>
       <link href="https://a.test/${id}"/><updated>2026-01-01T00:00:00Z</updated>${content}</entry>`
    const entries = parseFeed(
      `<feed xmlns="http://www.w3.org/2005/Atom">${entry('1', '<content type="text">a &lt; b</content>')}${entry(
        '2',
        '<content type="html">&lt;i&gt;x&lt;/i&gt;</content>',
      )}${entry('3', '<content type="xhtml"><div><p>a &amp; b</p></div></content>')}</feed>`,
    )
    expect(entries?.map(({ html }) => html)).toEqual(['<p>a &lt; b</p>', '<i>x</i>', '<div><p>a &amp; b</p></div>'])
    expect(entries?.[0]).toMatchObject({
      id: 'urn:1',
      title: 'T1',
      url: 'https://a.test/1',
      updatedAt: '2026-01-01T00:00:00Z',
    })
  })

  it('reads RSS 1.0 and JSON Feed', () => {
    const rdf =
      '<rdf:RDF><item rdf:about="https://a.test/1"><title>One</title><dc:date>2026-01-01</dc:date></item></rdf:RDF>'
    expect(parseFeed(rdf)).toEqual([
      { id: 'https://a.test/1', title: 'One', url: 'https://a.test/1', updatedAt: '2026-01-01', html: '' },
    ])
    const json = JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      items: [
        { id: 7, url: 'https://a.test/7', title: 'Seven', content_text: 'a < b', date_modified: '2026-01-01' },
        null,
      ],
    })
    expect(parseFeed(json)).toEqual([
      { id: '7', title: 'Seven', url: 'https://a.test/7', updatedAt: '2026-01-01', html: '<p>a &lt; b</p>' },
    ])
    expect(parseFeed('{"items": []}')).toBeUndefined()
  })
})
