import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBrowserSessions } from '../../src/identity/browser-sessions.ts'
import { createAddressGuard } from '../../src/net/address-guard.ts'
import { createGuardedFetch } from '../../src/net/guarded-fetch.ts'
import { freePort } from '../support/free-port.ts'
import { getTokens, redirectUri, registerClient } from '../support/oauth-client.ts'
import { createTestApp, type Person } from '../support/test-app.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { createMcpOAuthHost } from './mcp-oauth-client.ts'

let scratch: TestServer
let url: string
let ada: Person
let bob: Person
let site: Server
let documentUrl: string

beforeAll(async () => {
  const sitePort = await freePort()
  documentUrl = `https://127.0.0.1:${sitePort}/client.json`
  site = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        client_id: documentUrl,
        client_name: 'Document agent',
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'none',
      }),
    )
  })
  await new Promise<void>((resolve) => site.listen(sitePort, '127.0.0.1', resolve))
  const guarded = createGuardedFetch({ guard: createAddressGuard({ allow: [`127.0.0.1:${sitePort}`] }) })
  scratch = await startTestServer({
    http: { documentFetch: (input, init) => guarded(input.replace('https:', 'http:'), init) },
  })
  url = scratch.url
  await scratch.organization('acme')
  await scratch.organization('silent', { askEnabled: false })
  ada = await scratch.person('acme', 'ada', { groups: ['Engineering'], password: 'correct horse' })
  bob = await scratch.person('acme', 'bob')
  await scratch.note('acme', {
    id: 'oncall',
    title: 'On call',
    content: 'The platform team is on call at the weekend.',
  })
  await scratch.note('acme', {
    id: 'secret',
    title: 'Launch code',
    content: 'The launch code of the rocket is swordfish.',
    audience: ['group:Engineering'],
  })
  await scratch.dataSource('acme', 'tickets')
  await scratch.dataSource('acme', 'readable', ['everyone'], ['group:Engineering'])
  await scratch.dataSource('acme', 'hidden', ['group:Engineering'], ['group:Engineering'])
  await scratch.assistant('acme', 'helper', { digestDays: 366 })
  await scratch.assistant('acme', 'engineers', { audience: ['group:Engineering'] })
})
afterAll(async () => {
  site?.close()
  await scratch?.close()
})

const toolNames = [
  'ask',
  'create_note',
  'delete_content',
  'digest',
  'get_thread',
  'index_content',
  'list_assistants',
  'list_data_sources',
  'list_notes',
  'read_note',
  'search',
  'update_note',
]

const ticket = {
  rootId: 'tickets',
  id: 'T-1',
  title: 'Door',
  content: 'The door did not lock because the battery was empty.',
  type: 'markdown',
  updatedAt: '2026-11-01T09:00:00Z',
  url: 'https://tickets.test/1',
}

/** The client of the current SDK with an API key. */
async function connectAgent(key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    }),
  )
  return client
}

// biome-ignore lint/suspicious/noExplicitAny: what came over the wire is what a test is about to check
type ToolResult = { isError?: boolean; content: any; structuredContent?: any }

type AnyClient = Pick<Client, 'callTool'> | Pick<OlderClient, 'callTool'>

async function invokeTool(client: AnyClient, name: string, given: Record<string, unknown> = {}): Promise<ToolResult> {
  return (await client.callTool({ name, arguments: given })) as ToolResult
}

/** Lists every tool and calls each of them. */
async function useEveryTool(client: Client | OlderClient): Promise<void> {
  const { tools } = await client.listTools()
  expect(tools.map((tool) => tool.name).sort()).toEqual(toolNames)
  const asked = await invokeTool(client, 'ask', { question: 'Who is on call at the weekend?' })
  expect(asked.structuredContent.sources[0].id).toBe('oncall')
  expect(asked.content[0].text).toContain('platform team')
  expect((await invokeTool(client, 'search', { query: 'weekend' })).structuredContent.hits[0].id).toBe('oncall')
  const read = await invokeTool(client, 'read_note', { id: 'oncall' })
  expect(read.content[0].text).toContain('The platform team is on call')
  expect(read.structuredContent).toBeUndefined()
  expect((await invokeTool(client, 'list_assistants')).structuredContent.assistants[0]).toMatchObject({
    digestDays: expect.any(Number),
  })
  expect((await invokeTool(client, 'digest', { assistantId: 'helper' })).structuredContent.digest).toContain('On call')
  expect((await invokeTool(client, 'index_content', ticket)).structuredContent.id).toBe('T-1')
  const [hit] = (await invokeTool(client, 'search', { query: 'door battery', rootId: 'tickets' })).structuredContent
    .hits
  expect(hit).toMatchObject({ id: 'T-1', rootId: 'tickets' })
  for (const key of [{ id: 'T-1', rootId: 'tickets' }, { id: 'T-1' }])
    expect((await invokeTool(client, 'read_note', key)).content[0].text).toContain('because the battery was empty')
  const { dataSources } = (await invokeTool(client, 'list_data_sources')).structuredContent
  expect(dataSources).toContainEqual({ id: 'tickets', name: expect.any(String), itemCount: 1, mayWrite: true })
  expect((await invokeTool(client, 'delete_content', { rootId: 'tickets', id: 'T-1' })).structuredContent.ok).toBe(true)
  expect((await invokeTool(client, 'read_note', { id: 'T-1' })).isError).toBe(true)
  const parentNoteId = (await invokeTool(client, 'create_note', { title: 'Keys', markdown: 'In the safe.' }))
    .structuredContent.id
  const child = await invokeTool(client, 'create_note', { title: 'Spare keys', parentNoteId, markdown: 'With Ada.' })
  const { id, lastEditedAt } = child.structuredContent
  await invokeTool(client, 'update_note', { id, markdown: 'With Bob.', lastEditedAt, title: null })
  expect((await invokeTool(client, 'read_note', { id })).content[0].text).toContain('With Bob.')
  const outdated = await invokeTool(client, 'update_note', { id, markdown: 'Lost.', lastEditedAt })
  expect(outdated.isError).toBe(true)
  expect((await invokeTool(client, 'list_notes', { parentNoteId })).structuredContent.notes).toMatchObject([{ id }])
  expect((await invokeTool(client, 'list_notes')).content[0].text).toContain(`Keys (id ${parentNoteId})`)
  const threadId = randomUUID()
  await invokeTool(client, 'ask', { question: 'Who is on call at the weekend?', threadId })
  expect((await invokeTool(client, 'get_thread', { id: threadId })).content[0].text).toContain('platform team')
}

/** Returns every keyword and value of a JSON schema that agent frameworks refuse. */
function schemaProblems(schema: unknown): string[] {
  const found = JSON.stringify(schema).match(/"(\$ref|\$defs|definitions|allOf|id":"[A-Z]\w+)"/g)
  return found === null ? [] : [...found]
}

async function connectWithOAuth(documentUrl?: string) {
  const host = createMcpOAuthHost(url, documentUrl)
  const connect = async () => {
    const client = new Client({ name: 'test', version: '1' })
    const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      authProvider: host.provider,
    })
    await client.connect(transport).catch(async (error: unknown) => {
      if (!(error instanceof UnauthorizedError)) throw error
      await transport.finishAuth(host.callback()?.searchParams as URLSearchParams)
    })
    return client
  }
  await connect()
  expect(host.tokens()?.access_token).toBeTruthy()
  return { client: await connect(), host }
}

describe("the SDK's own client", () => {
  it('registers itself, signs its person in and uses every tool', async () => {
    const { client, host } = await connectWithOAuth()
    expect(host.information()?.client_id).not.toContain('https:')
    await useEveryTool(client)
    await client.close()
  })

  it('does the same with a client-id metadata document instead of a registration', async () => {
    const { client, host } = await connectWithOAuth(documentUrl)
    expect(host.information()?.client_id).toBe(documentUrl)
    await useEveryTool(client)
    await client.close()
  })

  it('uses every tool with an API key', async () => {
    const client = await connectAgent(ada.key)
    await useEveryTool(client)
    await client.close()
  })

  it('of the 1.x series does, too', async () => {
    const client = new OlderClient({ name: 'older', version: '1' })
    await client.connect(
      new OlderTransport(new URL(`${url}/mcp`), { requestInit: { headers: { 'x-api-key': ada.key } } }),
    )
    await useEveryTool(client)
    const { contents } = await client.readResource({ uri: 'lorewell://notes/oncall' })
    expect(contents[0]).toMatchObject({ mimeType: 'text/markdown' })
    await client.close()
  })
})

describe('the list of tools', () => {
  it('has plain object schemas, and descriptions that cost a model little', async () => {
    const client = await connectAgent(ada.key)
    const { tools } = await client.listTools()
    for (const { name, inputSchema, outputSchema } of tools) {
      expect(inputSchema, name).toMatchObject({ type: 'object', properties: expect.any(Object) })
      expect(inputSchema, name).toHaveProperty('additionalProperties', false)
      expect([...schemaProblems(inputSchema), ...schemaProblems(outputSchema ?? {})], name).toEqual([])
    }
    const inputs = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
    expect(JSON.stringify(inputs).length).toBeLessThan(6 * 1024)
    await client.close()
  })
})

describe('an agent', () => {
  it('reads a long note in parts', async () => {
    const lines = Array.from({ length: 2000 }, (_, index) => `Line ${index} of the long note.`)
    await scratch.note('acme', { id: 'long', title: 'Long', content: lines.join('\n') })
    const client = await connectAgent(bob.key)
    let cursor: string | undefined
    let read = ''
    let parts = 0
    do {
      const { text } = (await invokeTool(client, 'read_note', { id: 'long', cursor: cursor ?? null })).content[0]
      expect(text.length).toBeLessThan(17_000)
      cursor = /\(more with cursor (\d+)\)$/.exec(text)?.[1]
      read += text
      parts++
    } while (cursor !== undefined)
    expect(parts).toBeGreaterThan(2)
    for (const line of lines) expect(read).toContain(`${line}\n`.trimEnd())
    await client.close()
  })

  it('asks which data source is meant if several have an item with the id', async () => {
    await scratch.dataSource('acme', 'archive')
    const client = await connectAgent(ada.key)
    for (const rootId of ['tickets', 'archive'])
      await invokeTool(client, 'index_content', { ...ticket, id: 'both', rootId })
    const told = await invokeTool(client, 'read_note', { id: 'both' })
    expect(told).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('rootId') }] })
    const read = await invokeTool(client, 'read_note', { id: 'both', rootId: 'archive' })
    expect(read.content[0].text).toContain('rootId archive')
    await client.close()
  })

  it('reads no item of a data source at the address of a note', async () => {
    await scratch.call(ada.key, 'POST', '/v1/ask/index', { ...ticket, id: 'planted' })
    const client = await connectAgent(bob.key)
    expect((await invokeTool(client, 'read_note', { id: 'planted' })).content[0].text).toContain('rootId tickets')
    await expect(client.readResource({ uri: 'lorewell://notes/planted' })).rejects.toThrow('Resource not found')
    await client.close()
  })

  it('sees what its person sees and nothing else, with every tool', async () => {
    const client = await connectAgent(bob.key)
    const everything = JSON.stringify([
      await invokeTool(client, 'ask', { question: 'What is the launch code of the rocket?' }),
      await invokeTool(client, 'search', { query: 'launch code of the rocket' }),
      await invokeTool(client, 'read_note', { id: 'secret' }),
      await invokeTool(client, 'list_assistants'),
      await invokeTool(client, 'list_data_sources'),
      await invokeTool(client, 'list_notes'),
      await invokeTool(client, 'digest', { assistantId: 'helper' }),
      await client.listResources(),
    ])
    expect(everything).not.toMatch(/swordfish|Launch code|engineers|hidden/)
    expect(everything).toContain('On call')
    await expect(client.readResource({ uri: 'lorewell://notes/secret' })).rejects.toThrow()
    expect(
      (await invokeTool(await connectAgent(ada.key), 'search', { query: 'launch code' })).structuredContent.hits[0].id,
    ).toBe('secret')
    await client.close()
  })

  it.each([
    ['read_note', { id: 'secret' }, { id: 'nowhere' }],
    ['read_note', { id: 'T-9', rootId: 'hidden' }, { id: 'T-9', rootId: 'nowhere' }],
    ['list_notes', { parentNoteId: 'secret' }, { parentNoteId: 'nowhere' }],
    ['update_note', { id: 'secret', title: 'Mine' }, { id: 'nowhere', title: 'Mine' }],
    [
      'create_note',
      { title: 'x', markdown: '', parentNoteId: 'secret' },
      { title: 'x', markdown: '', parentNoteId: 'no' },
    ],
    ['delete_content', { rootId: 'hidden', id: 'T-9' }, { rootId: 'nowhere', id: 'T-9' }],
    ['digest', { assistantId: 'engineers' }, { assistantId: 'nowhere' }],
    ['ask', { question: 'What?', parentId: 'secret' }, { question: 'What?', parentId: 'nowhere' }],
  ])('cannot tell with %s what it may not see from what does not exist', async (name, hidden, absent) => {
    const client = await connectAgent(bob.key)
    const told = await invokeTool(client, name, hidden)
    expect(told.isError).toBe(true)
    expect(told).toEqual(await invokeTool(client, name, absent))
    await client.close()
  })

  it('cannot index where its person may only read, and is told so', async () => {
    const client = await connectAgent(bob.key)
    const told = await invokeTool(client, 'index_content', { ...ticket, rootId: 'readable' })
    expect(told.isError).toBe(true)
    expect((await invokeTool(client, 'index_content', { ...ticket, rootId: 'none' })).content[0].text).toBe(
      'Data source not found.',
    )
    await client.close()
  })

  it('leaves in the audit log what it changed, and what it was refused for want of a right or a scope', async () => {
    const cleo = await scratch.person('acme', 'cleo')
    const kit = await scratch.person('acme', 'kit', { role: 'viewer' })
    const auditedFor = async ({ id }: Person) => {
      const { rows } = await sql<{ outcome: string; action: string; resource: string }>`
        select outcome, action, resource from audit_event where member_id = ${id} order by id`.execute(
        scratch.database.unrestricted,
      )
      return rows.map(({ outcome, action, resource }) => `${outcome} ${action} ${resource}`)
    }
    const client = await connectAgent(kit.key)
    await invokeTool(client, 'update_note', { id: 'oncall', title: 'Mine' })
    await invokeTool(client, 'index_content', { ...ticket, rootId: 'readable' })
    await invokeTool(client, 'update_note', { id: 'nowhere', title: 'Mine' })
    await client.close()
    expect(await auditedFor(kit)).toEqual([
      'refused changeNote /notes/oncall',
      'refused indexContent /data-sources/readable/items/T-1',
    ])
    const { apiKey, key } = await scratch.app.apiKeys.create({
      ...{ organizationId: 'acme', memberId: cleo.id, name: 'Reader' },
      scopes: ['content:read'],
    })
    const reader = await connectAgent(key)
    await invokeTool(reader, 'create_note', { title: 'Mine', markdown: '' })
    await reader.close()
    expect(apiKey.scopes).toEqual(['content:read'])
    expect(await auditedFor(cleo)).toEqual(['refused createNote /notes'])
  })

  it('is told which field is wrong', async () => {
    const client = await connectAgent(bob.key)
    const told = await invokeTool(client, 'index_content', { ...ticket, url: 'javascript:alert(1)' })
    expect(told.isError).toBe(true)
    expect(told.content[0].text).toContain('must not be an address that runs code')
    await client.close()
  })

  it('gets no answers where asking is turned off', async () => {
    const person = await scratch.person('silent', 'sid')
    const client = await connectAgent(person.key)
    const told = await invokeTool(client, 'ask', { question: 'Who?' })
    expect(told).toMatchObject({ isError: true })
    expect(told.content[0].text).toContain('disabled for your organization')
    await client.close()
  })

  it('walks through the notes page by page', async () => {
    await scratch.organization('large')
    const person = await scratch.person('large', 'lea')
    for (let number = 0; number < 60; number++) await scratch.note('large', { id: `n/${number} ü` })
    const client = await connectAgent(person.key)
    const uris: string[] = []
    let cursor: string | undefined
    do {
      const page = await client.listResources(cursor === undefined ? {} : { cursor })
      uris.push(...page.resources.map(({ uri }) => uri))
      cursor = page.nextCursor
    } while (cursor !== undefined && uris.length < 200)
    expect(new Set(uris).size).toBe(60)
    const { contents } = await client.readResource({ uri: uris[0] as string })
    expect(JSON.stringify(contents)).toContain('Text of note')
    await client.close()
  })
})

it('calls of tools count against the same limits as requests', async () => {
  const limited = await createTestApp({ config: { askPerMinute: 2 } })
  try {
    await limited.organization('acme')
    const person = await limited.person('acme', 'ada')
    const rpc = (body: unknown) =>
      limited.call(person.key, 'POST', '/mcp', body, { accept: 'application/json, text/event-stream' })
    const ask = () =>
      rpc({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'ask', arguments: { question: 'Who?' } },
      })
    expect((await ask()).text).not.toContain('isError')
    expect((await limited.call(person.key, 'POST', '/v1/ask', { question: 'Who?' })).status).toBe(200)
    expect((await ask()).text).toMatch(/reached the api rate limit.*Retry after \d+ seconds/)
    expect((await limited.call(person.key, 'POST', '/v1/ask', { question: 'Who?' })).status).toBe(429)
  } finally {
    await limited.close()
  }
})

describe('the door', () => {
  const post = (headers: Record<string, string>, body: unknown = { jsonrpc: '2.0', id: 1, method: 'ping' }) =>
    fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  it('names its metadata to who brings no credential', async () => {
    const response = await post({})
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${url}/.well-known/oauth-protected-resource/mcp"`,
    )
    expect(await response.json()).toEqual({ message: 'Invalid apiKey', id: 'auth/unauthorized' })
    const metadata = await fetch(`${url}/.well-known/oauth-protected-resource/mcp`)
    expect(await metadata.json()).toMatchObject({ resource: `${url}/mcp`, authorization_servers: [url] })
  })

  it.each([
    ['/mcp', '/v1/me'],
    ['/v1', '/mcp'],
  ])('a token for %s is refused at %s', async (audience, other) => {
    const client = await registerClient(url)
    const { access_token: token } = await getTokens(url, client, { resource: url + audience })
    const at = async (path: string) => {
      if (path === '/mcp') return (await post({ authorization: `Bearer ${token}` })).status
      return (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).status
    }
    expect(await at(audience === '/v1' ? '/v1/me' : '/mcp')).toBe(200)
    expect(await at(other)).toBe(401)
  })

  it('does not open to a cookie', async () => {
    const sessions = createBrowserSessions({
      database: scratch.database,
      publicUrl: url,
      now: () => new Date(),
    })
    const { secret } = await sessions.create({ organizationId: 'acme', memberId: ada.id })
    const pair = `${sessions.cookieName}=${secret}`
    const headers = { cookie: pair, 'x-requested-with': 'lorewell' }
    expect((await fetch(`${url}/v1/me`, { headers })).status).toBe(200)
    expect((await post(headers)).status).toBe(401)
  })

  it('is closed to pages of unencrypted sites, and open to those of this machine', async () => {
    const headers = { authorization: `Bearer ${ada.key}` }
    for (const origin of ['http://evil.test', 'null', 'ftp://x'])
      expect((await post({ ...headers, origin })).status).toBe(403)
    const allowed = await post({ ...headers, origin: 'http://localhost:6274' })
    expect(allowed.status).toBe(200)
    expect(allowed.headers.get('access-control-allow-origin')).toBe('http://localhost:6274')
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull()
    const preflight = await fetch(`${url}/mcp`, {
      method: 'OPTIONS',
      headers: { origin: 'https://agent.test' },
    })
    expect(preflight.status).toBe(204)
  })

  it.each([
    ['no JSON', 400, '{'],
    ['JSON that is no message', 400, '[]'],
    ['a body that is too large', 413, `"${'x'.repeat(5_000_000)}"`],
  ])('answers %s with %i', async (_case, status, body) => {
    expect((await post({ authorization: `Bearer ${ada.key}` }, body)).status).toBe(status)
  })

  it('takes no other method', async () => {
    const response = await fetch(`${url}/mcp`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${ada.key}` },
    })
    expect(response.status).toBe(405)
  })
})
