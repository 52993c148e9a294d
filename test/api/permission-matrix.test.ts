import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { contentScopes, type Scope, scopes } from '../../src/contract/scopes.ts'
import { hashSecret } from '../../src/identity/secrets.ts'
import { formType, multipartBody, uploadParts } from '../support/multipart.ts'
import { createTestApp, type Person, type Reply, type TestApp } from '../support/test-app.ts'
import {
  type CallerKind,
  callerKinds,
  mcpTools,
  type OperationRequest,
  type Outcomes,
  type PermissionFixture,
  permissionTable,
  routeTable,
} from './permission-table.ts'

const secret = 'vermilion'
const docsPage = new URL('../../docs/permissions.md', import.meta.url)
let service: TestApp
let people: Record<CallerKind, Person>
let fixture: PermissionFixture
/** No credential, and four that were good once or elsewhere. */
const rejectedCredentials: Record<string, string | undefined> = { 'no credential': undefined }

beforeAll(async () => {
  service = await createTestApp()
  await service.organization('acme')
  await service.organization('globex')
  const both = ['Readers', 'Writers']
  people = {
    other: await service.person('globex', 'eve', { role: 'admin', groups: both }),
    nonReader: await service.person('acme', 'nora'),
    reader: await service.person('acme', 'rita', { role: 'viewer', groups: ['Readers'] }),
    member: await service.person('acme', 'mia', { groups: ['Readers'] }),
    writer: await service.person('acme', 'walt', { groups: both }),
    admin: await service.person('acme', 'ada', { role: 'admin', groups: both }),
  }
  const past = await service.person('acme', 'paul', { role: 'admin', groups: both })
  const gone = await service.person('acme', 'gus', { role: 'admin', groups: both })
  await service.call(past.key, 'DELETE', `/v1/api-keys/${await keyIdOf(past)}`)
  await service.call(people.admin.key, 'DELETE', `/v1/members/${gone.id}`)
  rejectedCredentials['revoked key'] = past.key
  rejectedCredentials['key of a removed person'] = gone.key
  rejectedCredentials['expired token'] = await createAccessToken({ expiresAt: new Date(Date.now() - 1000) })
  rejectedCredentials['token for another resource'] = await createAccessToken({
    aud: 'https://elsewhere.test',
  })
  rejectedCredentials['unknown key'] = 'lw_0000000000000000000000000000000000000000000'
  fixture = createFixture()
  await fixture.note()
})
afterAll(() => service.close())

test('a token that is neither expired nor for another resource is let in', async () => {
  const reply = await service.call(await createAccessToken({}), 'GET', '/v1/me')
  expect(reply.body).toMatchObject({ email: people.admin.email })
})

test('every operation of the contract has its row, and every row its operation', () => {
  expect(Object.keys(permissionTable).sort()).toEqual(endpoints.map((one) => one.operationId).sort())
})

test('every address below /v1 is an operation of the contract, or the contract itself', () => {
  const known = new Set(
    endpoints.flatMap(({ path }) => [path, path.replace(/^\/ask/, '/super')]).map((path) => `/v1${path}`),
  )
  const served = listRoutes()
    .map(({ path }) => path)
    .filter((path) => path.startsWith('/v1'))
  expect(served.length).toBeGreaterThan(40)
  expect(served.filter((path) => !known.has(path))).toEqual(['/v1/openapi.json'])
})

describe('addresses outside of the contract', () => {
  test('each has its row, and each row its address', () => {
    const served = listRoutes()
      .filter(({ path }) => !path.startsWith('/v1/') && path !== '/mcp')
      .flatMap(({ path, methods }) => methods.map((method) => `${method} ${path}`))
      .filter((address) => /^(GET|POST) /.test(address))
    expect(served.sort()).toEqual(Object.keys(routeTable).sort())
  })

  test.each(Object.entries(routeTable))('%s: %i, whatever key or token comes along', async (address, status) => {
    const [method, path] = address.split(' ') as ['GET' | 'POST', string]
    const keys = [...Object.values(people).map(({ key }) => key), ...Object.values(rejectedCredentials)]
    for (const key of keys) {
      const reply = await service.call(key, method, path.replace(/[{*]\w*}?/g, 'x'))
      expect(reply.status, reply.text).toBe(status)
      expect(reply.text).not.toContain(secret)
    }
  })

  test('/mcp lets in whoever has a good credential, and nobody else', async () => {
    const ping = (key: string | undefined) =>
      service.call(
        key,
        'POST',
        '/mcp',
        { jsonrpc: '2.0', id: 1, method: 'ping' },
        { accept: 'application/json, text/event-stream' },
      )
    for (const { key } of Object.values(people)) expect((await ping(key)).status).toBe(200)
    for (const key of Object.values(rejectedCredentials))
      expect(await ping(key)).toMatchObject({
        status: 401,
        body: { message: 'Invalid apiKey', id: 'auth/unauthorized' },
      })
  })
})

describe.each(endpoints.map((endpoint) => [endpoint.operationId, endpoint] as const))('%s', (operationId, endpoint) => {
  const row = permissionTable[operationId]
  if (!row) return
  const call = createOperationCaller(endpoint)

  test.each(callerKinds.map((caller, index) => [caller, row.expected[index] as Outcomes[number]] as const))(
    '%s: %s',
    async (caller, expected) => {
      const reply = await call(people[caller].key)
      expect(outcomeOf(reply, expected)).toBe(expected)
      if (typeof expected === 'number' && expected >= 400) expect(reply.text).not.toContain(secret)
    },
  )

  test('whoever has no good credential is told the same, and nothing else', async () => {
    for (const [name, key] of Object.entries(rejectedCredentials)) {
      const reply = await call(key)
      expect([name, reply.status, reply.body]).toEqual([
        name,
        401,
        { message: 'Invalid apiKey', id: 'auth/unauthorized' },
      ])
    }
  })
})

/** Each scope alone, those of a credential that named none, and all of them. */
const scopeSets: Record<string, readonly Scope[]> = {
  ...Object.fromEntries(scopes.map((scope) => [scope, [scope]])),
  'no scope named': contentScopes,
  'every scope': scopes,
}

const sessionOnlyMessage = 'A key or a token cannot do this. Do it in the app, or on the server.'

describe('the scopes of a key or token of the admin', () => {
  const credentials: { name: string; secret: string; scopes: readonly Scope[] }[] = []
  beforeAll(async () => {
    for (const [name, set] of Object.entries(scopeSets)) {
      const owner = { organizationId: 'acme', memberId: people.admin.id, name: 'scoped' }
      const { key } = await service.app.apiKeys.create({ ...owner, scopes: set })
      credentials.push({ name: `key: ${name}`, secret: key, scopes: set })
      const scope = name === 'no scope named' ? undefined : set.join(' ')
      credentials.push({ name: `token: ${name}`, secret: await createAccessToken({ scope }), scopes: set })
    }
  })

  test.each(endpoints.map((endpoint) => [endpoint.operationId, endpoint] as const))('%s', async (id, endpoint) => {
    const { scope, requiresConfirmation } = endpoint
    const call = createOperationCaller(endpoint)
    if (requiresConfirmation) {
      for (const { name, secret: credential } of credentials) {
        const { status, body } = await call(credential)
        expect([name, status, body]).toEqual([name, 403, { id: 'forbidden', message: sessionOnlyMessage }])
      }
      return
    }
    const allows = (granted: readonly Scope[]) => scope === 'any' || granted.includes(scope)
    const refused = credentials.filter((credential) => !allows(credential.scopes))
    expect(refused.length > 0).toBe(scope !== 'any')
    for (const { name, secret: credential } of refused) {
      const reply = await call(credential)
      expect([name, reply.status, reply.body]).toEqual([
        name,
        403,
        { id: 'forbidden', message: `This needs a token or key with the scope ${scope}.` },
      ])
      expect(reply.headers['www-authenticate']).toBe(`Bearer error="insufficient_scope", scope="${scope}"`)
    }
    const { expected: outcomes, withoutAdminScope } = permissionTable[id]!
    for (const { name, secret: credential, scopes: granted } of credentials.filter(({ scopes }) => allows(scopes))) {
      // What an admin sees of others' resources beyond their own audiences takes the scope admin, too.
      const expected = granted.includes('admin') ? outcomes[5] : (withoutAdminScope ?? outcomes[5])
      const reply = await call(credential)
      expect([name, granted, outcomeOf(reply, expected)]).toEqual([name, granted, expected])
    }
  })

  test.each(Object.entries(mcpTools))('the MCP tool %s', async (tool, { scope, input }) => {
    for (const { name, secret: credential, scopes: granted } of credentials) {
      const reply = await service.call(
        credential,
        'POST',
        '/mcp',
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: await input(fixture) } },
        { accept: 'application/json, text/event-stream' },
      )
      expect([name, reply.status]).toEqual([name, 200])
      const refusal = `This needs a token or key with the scope ${scope}.`
      expect([name, reply.text.includes(refusal), reply.text.includes('"isError":true')]).toEqual(
        granted.includes(scope) ? [name, false, false] : [name, true, true],
      )
      if (!granted.includes(scope)) expect(reply.text).not.toContain(secret)
    }
  })

  test('every tool is in this table', async () => {
    const reply = await service.call(
      people.admin.key,
      'POST',
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { accept: 'application/json, text/event-stream' },
    )
    const names = [...reply.text.matchAll(/"name":"(\w+)","title"/g)].map(([, name]) => name)
    expect(names.sort()).toEqual(Object.keys(mcpTools).sort())
  })

  test('an operation for admins needs the scope admin', () => {
    const others = endpoints.filter(({ role, scope }) => role === 'admin' && scope !== 'admin')
    expect(others.map(({ operationId }) => operationId)).toEqual([])
  })
})

test('the table in the documentation is this one', () => {
  if (process.env.UPDATE_DOCS) writeFileSync(docsPage, renderPermissionsPage())
  expect(readFileSync(docsPage, 'utf8')).toBe(renderPermissionsPage())
})

/**
 * Returns a function that sends the operation's request with a key. The resource that it names is created anew only after a
 * request that can have changed it: a refusal that changed something would show in the next caller's outcome.
 */
function createOperationCaller({ operationId, method }: Endpoint): (key: string | undefined) => Promise<Reply> {
  let request: OperationRequest | undefined
  return async (key) => {
    request ??= (await permissionTable[operationId]?.request(fixture)) ?? { path: '' }
    const { path, body, type } = request
    const reply = await service.call(key, method, `/v1${path}`, body, type ? { 'content-type': type } : {})
    if (method !== 'GET' && reply.status < 400) request = undefined
    return reply
  }
}

function outcomeOf(reply: Reply, expected: Outcomes[number]): Outcomes[number] {
  if (reply.status >= 300 || typeof expected === 'number') return reply.status
  if (expected === 'sees' || expected === 'blind') return reply.text.includes(secret) ? 'sees' : 'blind'
  return reply.text.includes('"ok":true') ? 'item done' : 'item refused'
}

function createFixture(): PermissionFixture {
  let counter = 0
  const next = (name: string) => {
    counter += 1
    return `${name}-${counter}`
  }
  const readers = ['group:Readers', 'group:Writers']
  const note = async () => {
    const id = await service.note('acme', {
      id: next('note'),
      title: `Zebra ${secret}`,
      content: `The colour of the zebra is ${secret}.`,
      audience: readers,
    })
    await service.app.notes.setRights(await service.caller(people.writer), id, { edit: ['group:Writers'] })
    return id
  }
  const document = async () => {
    const { rows } = await sql<{ key: number }>`
      select key from document where org_id = 'acme' and id = ${await note()}`.execute(service.database.unrestricted)
    return String(rows[0]?.key)
  }
  const question = async () => {
    const id = next('question')
    const source = {
      id: 'zebra',
      title: 'Zebra',
      url: 'https://notes.test/zebra',
      updatedAt: '2026-11-01T09:00:00.000Z',
      explanation: `It is ${secret}.`,
    }
    await sql`
      insert into question (org_id, id, member_id, asked_at, channel, question, outcome, answer, sources, document_keys, shared_at, trace)
      values ('acme', ${id}, ${people.writer.id}, now(), 'app', ${`Which zebra is ${secret}?`}, 'answered',
        ${`It is ${secret}. [1]`}, ${JSON.stringify([source])}::jsonb, ${`[[${await document()}]]`}::jsonb, now(),
        ${JSON.stringify({ mode: 'quoted', passages: [] })}::jsonb)`.execute(service.database.unrestricted)
    return id
  }
  return {
    note,
    document,
    question,
    async thread() {
      const id = randomUUID()
      await sql`
        insert into thread (org_id, id, member_id, title, created_at, asked_at, last_position, shared_with)
        values ('acme', ${id}, ${people.writer.id}, ${`Which zebra is ${secret}?`}, now(), now(), 1, '{everyone}')`.execute(
        service.database.unrestricted,
      )
      await sql`
        update question set thread_id = ${id}, thread_position = 1
        where org_id = 'acme' and id = ${await question()}`.execute(service.database.unrestricted)
      return id
    },
    async trashedBranch() {
      await service.call(people.writer.key, 'DELETE', `/v1/notes/${await note()}`)
      return (await service.call(people.writer.key, 'GET', '/v1/trash')).body.branches[0].id
    },
    async archivedNote() {
      const id = await note()
      await service.call(people.writer.key, 'PUT', `/v1/notes/${id}/archived`, { archived: true })
      return id
    },
    async version() {
      const id = await note()
      await service.call(people.admin.key, 'PUT', `/v1/notes/${id}`, { markdown: 'Changed.' })
      const { body } = await service.call(people.admin.key, 'GET', `/v1/notes/${id}/versions`)
      return `/notes/${id}/versions/${body.versions[0].id}`
    },
    async dataSource() {
      const id = await service.dataSource('acme', next('source'), readers, ['group:Writers'])
      await service.call(people.writer.key, 'POST', '/v1/ask/index', {
        ...{ rootId: id, id: 'Z-1', title: `Zebra ${secret}`, content: 'Stripes.', type: 'markdown' },
        ...{ updatedAt: '2026-11-01T09:00:00Z', url: 'https://example.com/z' },
      })
      return id
    },
    async file() {
      const rootId = await service.dataSource('acme', next('files'), readers, ['group:Writers'])
      const body = multipartBody(uploadParts({ rootId, id: 'F-1' }, 'zebra.txt', `The zebra is ${secret}.`))
      await service.call(people.writer.key, 'POST', '/v1/files', body, { 'content-type': formType })
      return `/files/${rootId}/F-1`
    },
    async attachment() {
      const path = `/v1/notes/${await note()}/attachments`
      const body = multipartBody(uploadParts({}, 'zebra.txt', `The zebra is ${secret}.`))
      return (await service.call(people.writer.key, 'POST', path, body, { 'content-type': formType })).body.id
    },
    async assistant() {
      const scope = { notes: [await note()], dataSources: [] }
      return service.assistant('acme', next('assistant'), { audience: readers, scope, digestDays: 366 })
    },
    member: async () => (await service.person('acme', next('someone'))).id,
    async invitation() {
      const reply = await service.call(people.admin.key, 'POST', '/v1/invitations', {
        email: `${next('invited')}@mail.test`,
      })
      return reply.body.invitation.id
    },
    group: async () => (await service.app.teams.create({ organizationId: 'acme', name: next('group') })).id,
    async deferredAnswer() {
      const reply = await service.call(
        people.writer.key,
        'POST',
        '/v1/ask',
        { question: 'What is the colour of the zebra?' },
        { prefer: 'respond-async' },
      )
      return String(reply.headers.location).split('/').at(-1) as string
    },
    async inboxDigest() {
      const id = next('digest')
      // Nobody is told the same assistant's digest of the same time twice.
      await sql`
        insert into inbox_digest (org_id, id, member_id, assistant_id, assistant_name, scheduled_for, told_until, days,
          language, more_count, deleted_count, delivered_at)
        values ('acme', ${id}, ${people.writer.id}, ${id}, 'Helper', now(), now(), 7, 'en', 0, 0, now())`.execute(
        service.database.unrestricted,
      )
      return id
    },
    async writerApiKey() {
      const { apiKey } = await service.app.apiKeys.create({
        ...{ organizationId: 'acme', memberId: people.writer.id, name: next('key') },
      })
      return apiKey.id
    },
    async oauthClient() {
      const body = { name: next('client'), redirectUris: ['https://client.test/back'] }
      return (await service.call(people.admin.key, 'POST', '/v1/oauth-clients', body)).body.client.id
    },
    async connection() {
      const body = { kind: 'folder', name: next('connection'), settings: { path: '/nowhere' } }
      return (await service.call(people.admin.key, 'POST', '/v1/admin/connections', body)).body.id
    },
    async deadJob() {
      const { rows } = await sql<{ id: number }>`
        insert into job (org_id, kind, payload, state, due_at, created_at)
        values ('acme', 'nothing', '{}', 'dead', now(), now()) returning id`.execute(service.database.unrestricted)
      return String(rows[0]?.id)
    },
    uniqueName: () => next('unique'),
  }
}

async function keyIdOf(person: Person): Promise<string> {
  const [key] = await service.app.apiKeys.list('acme', { memberId: person.id })
  return key?.id ?? ''
}

/** An access token of the admin, as the authorization server would have written it. */
async function createAccessToken({
  expiresAt = new Date(Date.now() + 3600_000),
  aud,
  scope,
}: {
  expiresAt?: Date
  aud?: string
  scope?: string | undefined
}) {
  const value = `token-${Math.random()}`
  await sql`
    insert into oauth_record (kind, id_hash, payload, org_id, member_id, expires_at)
    values ('AccessToken', ${hashSecret(value)}, ${JSON.stringify({ aud, scope })}::jsonb, 'acme', ${people.admin.id}, ${expiresAt})`.execute(
    service.database.unrestricted,
  )
  return value
}

/** The addresses that the router knows, with parameters in braces. */
function listRoutes(): { path: string; methods: string[] }[] {
  const addresses: { path: string; methods: string[] }[] = []
  const above: string[] = []
  for (const line of service.server.printRoutes({ commonPrefix: false }).split('\n')) {
    const found = /^([│ ]*)[├└]── (\S+)(?: \((.*)\))?/.exec(line)
    if (!found) continue
    const [, indent = '', segment = '', methods] = found
    const depth = indent.length / 4
    above[depth] = segment
    if (methods === undefined) continue
    const path = above
      .slice(0, depth + 1)
      .join('')
      .replace(/:(\w+)/g, '{$1}')
    addresses.push({ path, methods: methods.split(', ') })
  }
  return addresses
}

function renderPermissionsPage(): string {
  const rows = endpoints.map(({ operationId, method, path, scope }) => {
    const outcomes = permissionTable[operationId]?.expected ?? []
    return `| \`${method} ${path}\` | ${scope === 'any' ? 'any' : `\`${scope}\``} | ${outcomes.join(' | ')} |`
  })
  return [
    '# Permissions',
    '',
    'The result of every operation for each kind of caller. This page is generated from `test/api/permission-table.ts`; the test',
    'suite checks every cell and fails for an operation without a row.',
    '',
    '- Requests without a credential, with an unknown or revoked key, the key of a removed person, an expired token, or a',
    '  token for another resource get 401 with the same body on every operation.',
    '- The resource (a note, a data source, an assistant) is visible to the groups Readers and Writers; Writers can write it.',
    '  *other* is an admin of another organization; *non-reader* is a member in neither group; *reader* has the role viewer',
    '  and is in Readers; *member* has the role member and is in Readers; *writer* is in both groups; *admin* is an admin in',
    '  both.',
    '- *sees* and *blind* are 200: the response contains the content of the resource, or no trace of it.',
    '- *scope* is the scope that a token or key needs ([OAuth](oauth.md#scopes)); without it the response is 403 for everyone.',
    '  Browser sessions have every scope. The suite checks every operation and every MCP tool with keys and tokens of each scope.',
    '',
    '| operation | scope | other | non-reader | reader | member | writer | admin |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
