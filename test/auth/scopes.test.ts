import { sql } from 'kysely'
import * as oauth from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashSecret } from '../../src/identity/secrets.ts'
import { HttpBrowser } from '../support/http-browser.ts'
import { authorize, getTokens, redirectUri, registerClient } from '../support/oauth-client.ts'
import { contentFixture, type Person } from '../support/test-app.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const password = 'correct horse'
const content = 'ask content:read content:write notes:write'
let service: TestServer
let url: string
let ada: Person
let bob: Person
let client: oauth.Configuration
let clockAheadMs = 0

beforeAll(async () => {
  service = await startTestServer({ now: () => new Date(Date.now() + clockAheadMs) })
  url = service.url
  await service.organization('acme')
  ada = await service.person('acme', 'ada', { role: 'admin', password })
  bob = await service.person('acme', 'bob', { password })
  await service.dataSource('acme', 'tickets')
  await service.note('acme', { title: 'On call', content: 'The platform team is on call.' })
  client = await registerClient(url)
})
afterAll(() => service?.close())

async function signedIn({ email }: Person): Promise<HttpBrowser> {
  const browser = new HttpBrowser(url)
  await browser.signIn(email, password)
  return browser
}

/** A token of a person; the client asks for this scope. */
async function tokenOf(person: Person, scope?: string, config = client) {
  return getTokens(url, config, scope === undefined ? {} : { scope }, await signedIn(person))
}

const forbidden = (scope: string) => ({
  status: 403,
  body: { id: 'forbidden', message: expect.stringContaining(scope) },
  headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
})

describe('a token that asked for no scope', () => {
  let token: string
  beforeAll(async () => {
    token = (await tokenOf(ada)).access_token
  })

  it('is told that it has the content scopes', async () => {
    expect((await tokenOf(ada)).scope).toBe(content)
  })

  it('does everything of the specification, search and notes', async () => {
    const calls = [
      ['POST', '/v1/ask', { question: 'Who is on call?' }],
      ['POST', '/v1/ask/index', contentFixture()],
      ['GET', '/v1/ask/index?rootId=tickets', undefined],
      ['DELETE', '/v1/ask/index', { rootId: 'tickets', id: 'T-1' }],
      ['POST', '/v1/search', { query: 'on call' }],
      ['POST', '/v1/notes', { title: 'New' }],
    ] as const
    for (const [method, path, body] of calls) {
      const reply = await service.call(token, method, path, body)
      expect([path, reply.status]).toEqual([path, 200])
    }
  })

  it.each<[string, 'GET' | 'POST' | 'PUT' | 'PATCH', string, object | undefined]>([
    ['resets no password', 'POST', '/v1/members/BOB/password', undefined],
    ['promotes nobody', 'PATCH', '/v1/members/BOB', { role: 'admin' }],
    ['reads no callback secret', 'GET', '/v1/admin/callback-secret', undefined],
    ['exports no audit log', 'GET', '/v1/admin/audit/export?format=csv', undefined],
    ['creates no API key', 'POST', '/v1/api-keys', { name: 'Longer' }],
    ['lists no API keys', 'GET', '/v1/api-keys', undefined],
    ['changes no password', 'PUT', '/v1/me/password', { currentPassword: password, newPassword: 'another one' }],
  ])('%s', async (_, method, path, body) => {
    const reply = await service.call(token, method, path.replace('BOB', bob.id), body)
    expect(reply).toMatchObject(forbidden('admin'))
    expect(reply.text).not.toMatch(/whsec_|lw_|password"/)
    expect(await service.app.members.find('acme', bob.id)).toMatchObject({ role: 'member' })
  })

  it('sees only data sources that its person can read, as anybody would who is no admin', async () => {
    await service.dataSource('acme', 'payroll', [`user:${bob.email}`])
    const list = async (key: string) => (await service.call(key, 'GET', '/v1/data-sources')).text
    expect(await list(ada.key)).toContain('payroll')
    expect(await list(token)).not.toContain('payroll')
  })

  it('names no webhook, which would outlive it', async () => {
    await service.assistant('acme', 'helper')
    const subscribe = (webhookUrl: string | null) =>
      service.call(token, 'PUT', '/v1/assistants/helper/subscription', { webhookUrl })
    expect(await subscribe('https://8.8.8.8/digests')).toMatchObject(forbidden('admin'))
    expect((await subscribe(null)).status).toBe(200)
  })
})

describe('the consent page', () => {
  it('lists what the client can do, and not what it did not ask for', async () => {
    const { consent } = await authorize(url, client, { scope: 'ask' }, await signedIn(ada))
    expect(consent).toContain('Ask questions')
    for (const text of ['Search and read', 'data sources', 'notes', 'Administer'])
      expect(consent.slice(consent.indexOf('<ul>'))).not.toContain(text)
  })

  it('warns of the administration', async () => {
    const { consent } = await authorize(url, client, { scope: `${content} admin` }, await signedIn(ada))
    expect(consent).toMatch(/<p class="alarm">Administer the organization: members, passwords/)
  })

  it('offers no administration to a person who is no admin, and grants none', async () => {
    const browser = await signedIn(bob)
    const { consent, callback, verifier } = await authorize(url, client, { scope: 'ask admin' }, browser)
    expect(consent).not.toContain('Administer')
    const tokens = await oauth.authorizationCodeGrant(client, callback, { pkceCodeVerifier: verifier })
    expect(tokens.scope).toBe('ask')
    const alone = await authorize(url, client, { scope: 'admin' }, browser)
    expect(alone.callback.searchParams.get('error')).toBe('invalid_scope')
  })

  it('offers no administration for /mcp', async () => {
    const tokens = await getTokens(
      url,
      client,
      { scope: `${content} admin`, resource: `${url}/mcp` },
      await signedIn(ada),
    )
    expect(tokens.scope).toBe(content)
  })
})

describe('a token', () => {
  it('with the scope admin administers; without a content scope it reads no content', async () => {
    const { access_token: token, scope } = await tokenOf(ada, 'admin')
    expect(scope).toBe('admin')
    expect((await service.call(token, 'GET', '/v1/admin/audit')).status).toBe(200)
    expect(await service.call(token, 'GET', '/v1/notes')).toMatchObject(forbidden('content:read'))
  })

  it('keeps its scope when it is refreshed, and gets no other', async () => {
    const first = await tokenOf(ada, 'openid ask')
    const refreshed = await oauth.refreshTokenGrant(client, first.refresh_token as string)
    expect(refreshed.scope).toBe('ask')
    expect(await service.call(refreshed.access_token, 'GET', '/v1/notes')).toMatchObject(forbidden('content:read'))
    const wider = oauth.refreshTokenGrant(client, refreshed.refresh_token as string, { scope: 'ask admin' })
    await expect(wider).rejects.toMatchObject({ error: 'invalid_scope' })
    const without = await oauth.refreshTokenGrant(client, refreshed.refresh_token as string, { scope: 'openid' })
    expect((await service.call(without.access_token, 'GET', '/v1/me')).status).toBe(200)
    for (const [path, scope] of [
      ['/v1/notes', 'content:read'],
      ['/v1/questions', 'ask'],
      ['/v1/members', 'admin'],
    ] as const)
      expect(await service.call(without.access_token, 'GET', path)).toMatchObject(forbidden(scope))
  })

  it.each([{}, { scope: 'api' }])('of an earlier version keeps the content scopes: %o', async (payload) => {
    const token = `old-${Math.random()}`
    await sql`
      insert into oauth_record (kind, id_hash, payload, org_id, member_id, expires_at)
      values ('AccessToken', ${hashSecret(token)}, ${JSON.stringify(payload)}::jsonb, 'acme', ${ada.id},
        ${new Date(Date.now() + 3600_000)})`.execute(service.database.unrestricted)
    expect((await service.call(token, 'GET', '/v1/notes')).status).toBe(200)
    expect(await service.call(token, 'GET', '/v1/members')).toMatchObject(forbidden('admin'))
  })

  it('and its scopes are described for clients', async () => {
    const read = async (path: string) => (await service.call(undefined, 'GET', `/.well-known/${path}`)).body
    for (const path of ['oauth-authorization-server', 'openid-configuration'])
      expect((await read(path)).scopes_supported).toEqual(expect.arrayContaining([...content.split(' '), 'admin']))
    expect((await read('oauth-protected-resource/v1')).scopes_supported).toContain('admin')
    expect((await read('oauth-protected-resource/mcp')).scopes_supported).toEqual(content.split(' '))
  })
})

describe('a key created through a token ends', () => {
  async function createKey(config = client) {
    const tokens = await tokenOf(ada, `${content} admin`, config)
    const made = await service.call(tokens.access_token, 'POST', '/v1/api-keys', {
      name: 'Made by a token',
      scopes: ['content:read', 'admin'],
    })
    expect(made.status).toBe(201)
    const nested = await service.call(made.body.key, 'POST', '/v1/api-keys', { name: 'Made by that key' })
    expect(nested.body.apiKey.scopes).toEqual(['content:read'])
    return { tokens, key: made.body.key as string, nested: nested.body.key as string }
  }
  const statuses = async ({ key, nested }: { key: string; nested: string }) => [
    (await service.call(key, 'GET', '/v1/me')).status,
    (await service.call(nested, 'GET', '/v1/me')).status,
  ]

  it('when the token is revoked', async () => {
    const made = await createKey()
    expect(await statuses(made)).toEqual([200, 200])
    await oauth.tokenRevocation(client, made.tokens.refresh_token as string)
    expect(await statuses(made)).toEqual([401, 401])
    const { body } = await service.call(ada.key, 'GET', '/v1/api-keys')
    expect(JSON.stringify(body)).not.toContain('Made by')
  })

  it('when neither the token nor its refresh token lives any longer', async () => {
    const made = await createKey()
    try {
      clockAheadMs = 3600_000 + 1000
      expect(await statuses(made)).toEqual([200, 200])
      clockAheadMs = 30 * 24 * 3600_000 + 1000
      expect(await statuses(made)).toEqual([401, 401])
    } finally {
      clockAheadMs = 0
    }
  })

  it('when the client is deleted', async () => {
    const registered = await service.call(ada.key, 'POST', '/v1/oauth-clients', {
      ...{ name: 'Reports', redirectUris: [redirectUri], kind: 'public' },
    })
    const { id } = registered.body.client
    const config = new oauth.Configuration(client.serverMetadata(), id, undefined, oauth.None())
    oauth.allowInsecureRequests(config)
    const made = await createKey(config)
    expect(await statuses(made)).toEqual([200, 200])
    await service.call(ada.key, 'DELETE', `/v1/oauth-clients/${id}`)
    expect(await statuses(made)).toEqual([401, 401])
  })
})

describe('an API key', () => {
  const create = (key: string, body: object) => service.call(key, 'POST', '/v1/api-keys', { name: 'Key', ...body })

  it('has the content scopes unless it asks for others', async () => {
    expect((await create(ada.key, {})).body.apiKey).toMatchObject({ scopes: content.split(' '), expiresAt: null })
    const { apiKey, key } = (await create(ada.key, { scopes: ['ask'] })).body
    expect(apiKey.scopes).toEqual(['ask'])
    expect(await service.call(key, 'GET', '/v1/notes')).toMatchObject(forbidden('content:read'))
  })

  it('that existed before has every scope', async () => {
    const { body } = await service.call(ada.key, 'GET', '/v1/api-keys')
    expect(body.apiKeys.at(-1)).toMatchObject({ name: 'test', scopes: [...content.split(' '), 'admin'] })
  })

  it('creates no key with a scope that it lacks', async () => {
    const { key } = (await create(ada.key, { scopes: ['admin'] })).body
    expect(await create(key, { scopes: ['admin', 'notes:write'] })).toMatchObject(forbidden('notes:write'))
    expect((await create(key, { scopes: ['admin'] })).status).toBe(201)
  })

  it('gets the scope admin from an admin only', async () => {
    const refused = await create(bob.key, { scopes: ['admin'] })
    expect([refused.status, refused.body.id]).toEqual([403, 'forbidden'])
  })

  it('stops at its date, and so does a key that it created', async () => {
    const expiresAt = new Date(Date.now() + 3600_000).toISOString()
    const parent = (await create(ada.key, { scopes: ['content:read', 'admin'], expiresAt })).body
    expect(parent.apiKey.expiresAt).toBe(expiresAt)
    const later = new Date(Date.now() + 7200_000).toISOString()
    const child = (await create(parent.key, { expiresAt: later })).body
    expect(child.apiKey.expiresAt).toBe(expiresAt)
    expect((await service.call(child.key, 'GET', '/v1/me')).status).toBe(200)
    try {
      clockAheadMs = 3600_001
      for (const key of [parent.key, child.key])
        expect(await service.call(key, 'GET', '/v1/me')).toMatchObject({
          status: 401,
          body: { message: 'Invalid apiKey', id: 'auth/unauthorized' },
        })
    } finally {
      clockAheadMs = 0
    }
  })

  it('is refused at every entry point with the next request after its date', async () => {
    const expiresAt = new Date(Date.now() + 3600_000).toISOString()
    const { key } = (await create(ada.key, { expiresAt })).body
    const tools = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const accept = { accept: 'application/json, text/event-stream' }
    const request = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
      fetch(`${url}${path}`, {
        method,
        headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
      }).then(async (response) => {
        await response.arrayBuffer()
        return response.status
      })
    const bearer = { authorization: `Bearer ${key}` }
    const statuses = () =>
      Promise.all([
        request('GET', '/v1/me', undefined, bearer),
        request('GET', '/v1/notes', undefined, { 'x-api-key': key }),
        request('POST', '/v1/ask', { question: 'Who is on call?' }, bearer),
        request('POST', '/v1/ask', { question: 'Who is on call?' }, { ...bearer, accept: 'text/event-stream' }),
        request('POST', '/v1/ask/index', contentFixture(), { 'x-api-key': key }),
        request('POST', '/mcp', tools, { ...bearer, ...accept }),
        request('POST', '/mcp', tools, { 'x-api-key': key, ...accept }),
      ])
    expect(new Set(await statuses())).toEqual(new Set([200]))
    try {
      clockAheadMs = 3600_001
      expect(new Set(await statuses())).toEqual(new Set([401]))
    } finally {
      clockAheadMs = 0
    }
  })

  it('is refused a date that has passed, and scopes that do not exist', async () => {
    const past = await create(ada.key, { expiresAt: '2020-01-01T00:00:00Z' })
    expect([past.status, Object.keys(past.body.details)]).toEqual([422, ['expiresAt']])
    for (const scopes of [[], ['everything'], 'ask']) expect((await create(ada.key, { scopes })).status).toBe(422)
  })

  it('takes those along that it created when it is revoked', async () => {
    const parent = (await create(ada.key, { scopes: ['content:read', 'admin'] })).body
    const child = (await create(parent.key, { scopes: ['content:read', 'admin'] })).body
    const grandchild = (await create(child.key, {})).body
    expect((await service.call(grandchild.key, 'GET', '/v1/me')).status).toBe(200)
    await service.call(ada.key, 'DELETE', `/v1/api-keys/${parent.apiKey.id}`)
    for (const { key } of [parent, child, grandchild])
      expect((await service.call(key, 'GET', '/v1/me')).status).toBe(401)
  })
})

describe('a new password', () => {
  const newPassword = 'a better password'

  it.each([
    ['leaves API keys', {}, 200],
    ['revokes API keys on request', { revokeApiKeys: true }, 401],
  ])('ends sessions and tokens, and %s', async (name, choice, keyStatus) => {
    const person = await service.person('acme', name.replaceAll(' ', '-'), { password })
    const browser = await signedIn(person)
    const { access_token: token } = await tokenOf(person)
    const { key } = (await service.call(person.key, 'POST', '/v1/api-keys', { name: 'Second' })).body
    const body = { currentPassword: password, newPassword, ...choice }
    const session = { cookie: browser.cookieHeader('/v1'), origin: url }
    expect((await service.call(undefined, 'PUT', '/v1/me/password', body, session)).status).toBe(204)
    expect((await service.call(undefined, 'GET', '/v1/me', undefined, session)).status).toBe(401)
    expect((await service.call(token, 'GET', '/v1/me')).status).toBe(401)
    expect((await service.call(key, 'GET', '/v1/me')).status).toBe(keyStatus)
  })

  it.each([
    ['leaves API keys', undefined, 200],
    ['revokes API keys on request', { revokeApiKeys: true }, 401],
  ])('set by an admin %s', async (name, choice, keyStatus) => {
    const person = await service.person('acme', `reset-${name.replaceAll(' ', '-')}`, { password })
    expect((await service.call(ada.key, 'POST', `/v1/members/${person.id}/password`, choice)).status).toBe(200)
    expect((await service.call(person.key, 'GET', '/v1/me')).status).toBe(keyStatus)
  })
})
