import { PassThrough } from 'node:stream'
import { Client } from '@modelcontextprotocol/client'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../support/test-app.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { createTestTerminal, type TestTerminal } from '../support/test-terminal.ts'

let terminal: TestTerminal
beforeAll(async () => {
  terminal = await createTestTerminal()
  const file = terminal.writeFile(
    'acme.yaml',
    JSON.stringify({
      organization: { id: 'acme', name: 'Acme' },
      users: [
        { email: 'ada@acme.test', name: 'Ada', role: 'admin' },
        { email: 'bob@acme.test', name: 'Bob' },
      ],
      notes: [
        { id: 'oncall', title: 'On call', content: 'The platform team is on call at the weekend.' },
        { id: 'secret', title: 'Code', content: 'The code is swordfish.', audience: ['user:ada@acme.test'] },
      ],
    }),
  )
  const { code, stderr } = await terminal.lorewell('apply', file)
  // Slow machines print progress.
  expect(code, stderr).toBe(0)
})
afterAll(() => terminal?.close())

/** Starts the command and connects a client to its standard input and output. */
async function startMcpCommand(...argv: string[]) {
  const stdin = new PassThrough()
  const stdout = new PassThrough()
  const ended = terminal.runWith(['mcp', ...argv], {
    stdin,
    stdout: { write: (text: string) => stdout.write(text) },
  })
  const client = new Client({ name: 'host', version: '1' })
  // The transport is symmetric, so the server's class works for the client.
  const connected = client.connect(new StdioServerTransport(stdout, stdin))
  const early = await Promise.race([connected.then(() => undefined), ended])
  if (early) throw new Error(`It ended early: ${early.stderr}`)
  return {
    client,
    async hangUp() {
      stdin.end()
      return ended
    },
  }
}

describe('lorewell mcp on the store', () => {
  it('acts as the given user, and ends when standard input closes', async () => {
    const { client, hangUp } = await startMcpCommand('--as', 'bob@acme.test')
    const { tools } = await client.listTools()
    expect(tools).toHaveLength(12)
    const asked = await client.callTool({
      name: 'ask',
      arguments: { question: 'Who is on call at the weekend?' },
    })
    expect(JSON.stringify(asked)).toContain('platform team')
    const read = await client.callTool({ name: 'read_note', arguments: { id: 'secret' } })
    expect(read.isError).toBe(true)
    expect(JSON.stringify(read)).not.toContain('swordfish')
    expect(JSON.stringify(await client.listResources())).not.toContain('Code')
    expect(await hangUp()).toMatchObject({ code: 0, stderr: '' })
  })

  it('applies changed permissions with the next call', async () => {
    const { client, hangUp } = await startMcpCommand('--as', 'bob@acme.test')
    const read = async () => (await client.callTool({ name: 'read_note', arguments: { id: 'secret' } })).isError
    expect(await read()).toBe(true)
    const file = terminal.writeFile(
      'open.yaml',
      JSON.stringify({
        organization: { id: 'acme', name: 'Acme' },
        users: [
          { email: 'ada@acme.test', name: 'Ada', role: 'admin' },
          { email: 'bob@acme.test', name: 'Bob' },
        ],
        notes: [{ id: 'secret', title: 'Code', content: 'The code is swordfish.', audience: ['everyone'] }],
      }),
    )
    expect((await terminal.lorewell('apply', file)).code).toBe(0)
    expect(await read()).toBeFalsy()
    await hangUp()
  })

  it('names a user that does not exist', async () => {
    const ran = await terminal.lorewell('mcp', '--as', 'eve@acme.test')
    expect(ran).toMatchObject({ code: 1, stdout: '', stderr: 'There is no user eve@acme.test in acme.\n' })
  })
})

describe('lorewell mcp with --server', () => {
  let scratch: TestServer
  let person: Person
  let url: string
  beforeAll(async () => {
    scratch = await startTestServer()
    url = scratch.url
    await scratch.organization('globex')
    person = await scratch.person('globex', 'hank', { role: 'admin' })
    await scratch.note('globex', {
      id: 'oncall',
      title: 'On call',
      content: 'Hank is on call at the weekend.',
    })
    await scratch.dataSource('globex', 'tickets')
    await scratch.assistant('globex', 'helper', { digestDays: 366 })
    await scratch.person('globex', 'nobody')
    await scratch.assistant('globex', 'theirs', { audience: ['user:nobody@globex.test'] })
  })
  afterAll(() => scratch?.close())

  it('serves every tool as the owner of the key', async () => {
    const { client, hangUp } = await startMcpCommand('--server', url, '--key', person.key)
    const call = async (name: string, given: Record<string, unknown>) => {
      const result = await client.callTool({ name, arguments: given })
      expect(result.isError).toBeFalsy()
      return JSON.stringify(result.structuredContent ?? result.content)
    }
    expect(await call('ask', { question: 'Who is on call at the weekend?' })).toContain('Hank')
    expect(await call('search', { query: 'weekend' })).toContain('oncall')
    expect(await call('read_note', { id: 'oncall' })).toContain('Hank')
    const assistants = await call('list_assistants', {})
    expect(assistants).toContain('helper')
    expect(assistants).not.toContain('theirs')
    expect(await call('digest', { assistantId: 'helper' })).toContain('On call')
    const item = {
      rootId: 'tickets',
      id: 'T-1',
      title: 'Door',
      content: 'It was the battery.',
      type: 'markdown',
      updatedAt: '2026-11-01T09:00:00Z',
      url: 'https://tickets.test/1',
    }
    expect(await call('index_content', item)).toContain('T-1')
    expect(await call('list_data_sources', {})).toContain('tickets')
    expect(await call('read_note', { id: 'T-1', rootId: 'tickets' })).toContain('It was the battery.')
    expect(await call('delete_content', { rootId: 'tickets', id: 'T-1' })).toContain('true')
    const { id } = JSON.parse(await call('create_note', { title: 'Keys', markdown: 'In the safe.' }))
    expect(await call('list_notes', {})).toContain(id)
    expect(await call('update_note', { id, title: 'All keys' })).toContain('All keys')
    const threadId = '3f1f4d8e-51c3-4c9e-9f0a-2d4f3b1a7c60'
    await call('ask', { question: 'Who is on call at the weekend?', threadId })
    expect(await call('get_thread', { id: threadId })).toContain('Hank')
    const { resources } = await client.listResources()
    expect(resources.map(({ name }) => name)).toContain('On call')
    const refused = await client.callTool({ name: 'read_note', arguments: { id: 'none' } })
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('not') }] })
    expect(await hangUp()).toMatchObject({ code: 0, stderr: '' })
  })

  it('ends at once with an unknown key', async () => {
    const ran = await terminal.lorewell('mcp', '--server', url, '--key', 'lw_wrong')
    expect(ran).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^Invalid apiKey\. Check the key .* create one in the app, Settings → API keys\.\n$/,
      ),
    })
  })

  it('refuses --as together with --server', async () => {
    const ran = await terminal.lorewell('mcp', '--server', url, '--key', person.key, '--as', 'a@b.test')
    expect(ran.code).toBe(2)
  })
})
