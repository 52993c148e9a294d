import { describe, expect, it, onTestFinished } from 'vitest'
import { connectorDeps, listChanges } from '../../../../test/support/connector-deps.ts'
import { startMcpServer } from '../../../../test/support/mcp-resource-server.ts'
import { startOriginServer } from '../../../../test/support/origin-server.ts'
import { OriginError } from '../../connector.ts'
import { mcpConnector } from './mcp-connector.ts'

async function serve(options: Parameters<typeof startMcpServer>[0] = {}) {
  const server = await startMcpServer(options)
  onTestFinished(() => server.close())
  const deps = await connectorDeps({ allow: [server.host] })
  const list = async (settings: { token?: string } = {}) => {
    const reader = await mcpConnector.connect({ url: server.url, ...settings }, deps)
    try {
      return await listChanges(reader)
    } finally {
      await reader.close()
    }
  }
  return { server, deps, list }
}

describe.each(['current', 'older'] as const)('an MCP server with the %s protocol', (protocol) => {
  it('lists the resources of all pages with title, address, date and text', async () => {
    const { server, list } = await serve({ protocol })
    server.set('docs://gate', 'The gate opens at seven.', {
      title: 'The gate',
      mimeType: 'text/markdown',
      annotations: { lastModified: '2026-03-02T09:00:00Z' },
    })
    for (const name of ['a', 'b', 'c', 'd']) server.set(`https://docs.test/${name}.txt`, `Text of ${name}.`)
    const { items, texts, isComplete, cursor } = await list()
    expect(server.pages).toBe(3)
    expect(items.get('docs://gate')).toMatchObject({
      title: 'The gate',
      url: 'docs://gate',
      updatedAt: new Date('2026-03-02T09:00:00Z'),
    })
    expect(items.get('https://docs.test/a.txt')).toMatchObject({ title: 'a.txt', url: 'https://docs.test/a.txt' })
    expect(Object.keys(texts)).toHaveLength(5)
    expect(texts['docs://gate']).toBe('The gate opens at seven.')
    expect([isComplete, cursor]).toEqual([true, undefined])
  })

  it('a resource that is gone when it is read is left out', async () => {
    const { server, deps } = await serve({ protocol })
    server.set('docs://a', 'A.', { annotations: { lastModified: '2026-03-02T09:00:00Z' } })
    const reader = await mcpConnector.connect({ url: server.url }, deps)
    const contents: unknown[] = []
    for await (const change of reader.changes(undefined)) {
      server.resources.clear()
      if (change.kind === 'item') contents.push(await change.read())
    }
    expect(contents).toMatchObject([{ type: 'unavailable' }])
    await reader.close()
  })
})

describe('versions of resources', () => {
  it('follow the date if there is one, and nothing is read then; else the content', async () => {
    const { server, deps } = await serve()
    const date = (day: number) => ({ annotations: { lastModified: `2026-03-0${day}T09:00:00Z` } })
    const versions = async () => {
      const reader = await mcpConnector.connect({ url: server.url }, deps)
      const found: Record<string, string> = {}
      for await (const change of reader.changes(undefined))
        if (change.kind === 'item') found[change.id] = change.version
      await reader.close()
      return found
    }
    server.set('docs://dated', 'One.', date(1))
    server.set('docs://undated', 'One.')
    const before = await versions()
    expect(server.reads).toEqual(['docs://undated'])
    expect(await versions()).toEqual(before)
    server.set('docs://dated', 'One.', date(2))
    server.set('docs://undated', 'Two.')
    const after = await versions()
    expect(after['docs://dated']).not.toBe(before['docs://dated'])
    expect(after['docs://undated']).not.toBe(before['docs://undated'])
  })
})

describe('the content of a resource', () => {
  it.each([
    [
      'by its media type',
      { uri: 'x://1', mimeType: 'text/html; charset=utf-8', text: '<p>Hi</p>' },
      { type: 'html', content: '<p>Hi</p>' },
    ],
    ['by its name', { uri: 'file:///notes/a.md', text: '# Hi' }, { type: 'markdown', content: '# Hi' }],
    [
      'as plain text otherwise',
      { uri: 'x://1', text: 'Hi' },
      { type: 'file', name: 'resource.txt', bytes: Buffer.from('Hi') },
    ],
    [
      'as a file',
      { uri: 'x://a/plan.pdf', mimeType: 'application/pdf', blob: Buffer.from('%PDF-1.7').toString('base64') },
      { type: 'file', name: 'plan.pdf', bytes: Buffer.from('%PDF-1.7') },
    ],
  ])('is read %s', async (_how, content, expected) => {
    const { server, deps } = await serve()
    server.set(content.uri, '', { name: 'one', contents: [content] })
    const reader = await mcpConnector.connect({ url: server.url }, deps)
    for await (const change of reader.changes(undefined))
      if (change.kind === 'item') expect(await change.read()).toEqual(expected)
    await reader.close()
  })

  it('that is too large or consists of several files is skipped with the reason', async () => {
    const { server, list } = await serve()
    const uri = 'x://large'
    server.set(uri, 'x'.repeat(1024 * 1024 + 1))
    server.set('x://declared', 'small', { size: 5 * 1024 * 1024 })
    server.set('x://huge', 'x'.repeat(17 * 1024 * 1024))
    server.set('x://several', '', {
      contents: [
        { uri, text: 'One' },
        { uri, blob: 'AAAA' },
      ],
    })
    server.set('x://parts', '', {
      contents: [
        { uri, text: 'One' },
        { uri, text: 'Two' },
      ],
    })
    server.set('x://none', '', { contents: [] })
    const { texts } = await list()
    expect(texts).toEqual({
      'x://large': 'skipped: larger than 1 MB',
      'x://declared': 'skipped: larger than 1 MB',
      'x://huge': 'skipped: larger than 1 MB',
      'x://several': 'skipped: It consists of several files.',
      'x://parts': 'One\n\nTwo',
      'x://none': 'skipped: The server sent no content.',
    })
    expect(server.reads).not.toContain('x://declared')
  })
})

describe('an MCP server that cannot be read', () => {
  it('is explained: a token, no resources, an outage, another kind of server', async () => {
    const { server, list } = await serve({ token: 's3cret' })
    await expect(list()).rejects.toThrow('refuses access (401). Check the access token.')
    await expect(list({ token: 'wr0ng' })).rejects.not.toThrow('wr0ng')
    expect((await list({ token: 's3cret' })).isComplete).toBe(true)
    server.isDown = true
    await expect(list({ token: 's3cret' })).rejects.toBeInstanceOf(OriginError)
    await expect((await serve({ hasResources: false })).list()).rejects.toThrow('offers no resources')
    const site = await startOriginServer((_request, response) => response.end('<p>Hello</p>'))
    const deps = await connectorDeps({ allow: [site.host] })
    await expect(mcpConnector.connect({ url: site.url }, deps)).rejects.toThrow('does not answer as an MCP server')
  })

  it('an error while a resource is read ends the run: the stored text stays', async () => {
    const { server, list } = await serve()
    server.set('x://1', 'One.', { annotations: { lastModified: '2026-03-02T09:00:00Z' } })
    server.isBroken = true
    await expect(list()).rejects.toThrow('The MCP server reports an error')
  })

  it('that leads from page to page without an end is not followed', async () => {
    const { server, list } = await serve()
    server.set('x://1', 'One.')
    server.isCircular = true
    await expect(list()).rejects.toThrow('again and again')
  })

  it('on a private address is reached only if the operator lists it', async () => {
    const { server } = await serve()
    await expect(mcpConnector.connect({ url: server.url }, await connectorDeps())).rejects.toThrow('cannot be reached')
    expect(server.pages).toBe(0)
  })

  it('keeps its token on its own host', async () => {
    const seen: (string | undefined)[] = []
    const other = await startOriginServer((request, response) => {
      seen.push(request.headers.authorization)
      response.writeHead(404).end()
    })
    const site = await startOriginServer((_request, response) =>
      response.writeHead(307, { location: `${other.url}/mcp` }).end(),
    )
    const deps = await connectorDeps({ allow: [site.host, other.host] })
    await expect(mcpConnector.connect({ url: site.url, token: 's3cret' }, deps)).rejects.toBeInstanceOf(OriginError)
    expect(seen).toEqual([])
  })
})
