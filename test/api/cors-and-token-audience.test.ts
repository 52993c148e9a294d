import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../sdk/src/client.ts'
import { createBrowserSessions } from '../../src/identity/browser-sessions.ts'
import { freePort } from '../support/free-port.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

let scratch: TestApp
let issuerServer: Server
let issuer: string
let signer: CryptoKey
let url: string
let ada: Person
let cookie: string
const allowedOrigin = 'https://reports.example'
const askPerMinute = 3

beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  signer = privateKey
  const key = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }
  issuerServer = createServer((request, response) => {
    const document = request.url === '/keys' ? { keys: [key] } : { issuer, jwks_uri: `${issuer}/keys` }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
  })
  await new Promise<void>((resolve) => issuerServer.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(issuerServer.address() as AddressInfo).port}`
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  scratch = await createTestApp({
    config: {
      publicUrl: url,
      oidc: { issuer, audience: url, signIn: undefined },
      corsOrigins: [allowedOrigin, 'http://localhost:8080'],
      askPerMinute,
    },
    now: () => new Date(),
  })
  await scratch.server.listen({ port, host: '127.0.0.1' })
  await scratch.organization('acme')
  ada = await scratch.person('acme', 'ada')
  await scratch.note('acme', { title: 'On call', content: 'Ada is on call.' })
  const sessions = createBrowserSessions({
    database: scratch.database,
    publicUrl: url,
    now: () => new Date(),
  })
  const { secret } = await sessions.create({ organizationId: 'acme', memberId: ada.id })
  cookie = `${sessions.cookieName}=${secret}`
})
afterAll(async () => {
  await scratch?.close()
  issuerServer?.close()
})

describe('a token of an external issuer', () => {
  async function call(path: '/v1' | '/mcp', aud: string | string[]): Promise<number> {
    const token = await new SignJWT({ iss: issuer, aud, email: ada.email, email_verified: true, sub: 'u1' })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(signer)
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    }
    const response =
      path === '/v1'
        ? await fetch(`${url}/v1/me`, { headers })
        : await fetch(`${url}/mcp`, {
            method: 'POST',
            headers,
            body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
          })
    await response.body?.cancel()
    return response.status
  }

  it.each([
    ['/v1', '/mcp'],
    ['/mcp', '/v1'],
  ] as const)('for %s is refused at %s', async (own, other) => {
    expect(await call(own, url + own)).toBe(200)
    expect(await call(own, `${url}${own}/`)).toBe(200)
    expect(await call(other, url + own)).toBe(401)
    expect(await call(other, [url + own, 'https://elsewhere.test/mcp', 'https://elsewhere.test/v1'])).toBe(401)
    expect(await call(own, `${url}/elsewhere`)).toBe(401)
  })

  it.each(['/v1', '/mcp'] as const)('for the whole service, or for both paths, opens %s', async (path) => {
    expect(await call(path, url)).toBe(200)
    expect(await call(path, [`${url}/v1`, `${url}/mcp`])).toBe(200)
  })
})

describe('a page of another origin', () => {
  const preflight = (path: string, origin = allowedOrigin) =>
    scratch.call(undefined, 'OPTIONS', path, undefined, {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,prefer',
    })

  it('that is listed can ask and read the rate limit headers', async () => {
    const asked = await preflight('/v1/ask')
    expect(asked.status).toBe(204)
    expect(asked.headers['access-control-allow-origin']).toBe(allowedOrigin)
    expect(asked.headers['access-control-allow-methods']).toContain('POST')
    for (const name of ['authorization', 'x-api-key', 'content-type', 'prefer']) {
      expect(asked.headers['access-control-allow-headers']).toContain(name)
    }
    const answer = await scratch.call(
      ada.key,
      'POST',
      '/v1/ask',
      { question: 'Who is on call?' },
      { origin: allowedOrigin },
    )
    expect(answer.status).toBe(200)
    expect(answer.headers['access-control-allow-origin']).toBe(allowedOrigin)
    for (const name of ['RateLimit', 'Retry-After', 'X-Request-Id', 'Location']) {
      expect(answer.headers['access-control-expose-headers']).toContain(name)
    }
    expect(answer.headers.vary).toBe('Origin')
  })

  it('reads refusals and streams', async () => {
    const { key } = await scratch.person('acme', 'streaming')
    const stream = await fetch(`${url}/v1/ask?question=Who`, {
      headers: { origin: allowedOrigin, authorization: `Bearer ${key}`, accept: 'text/event-stream' },
    })
    await stream.body?.cancel()
    expect(stream.headers.get('access-control-allow-origin')).toBe(allowedOrigin)
    const unknown = await scratch.call('lw_unknown', 'GET', '/v1/me', undefined, { origin: allowedOrigin })
    expect(unknown.status).toBe(401)
    expect(unknown.headers['access-control-allow-origin']).toBe(allowedOrigin)
  })

  it('reads that it asked too often, and when to try again', async () => {
    const { key } = await scratch.person('acme', 'eager')
    const ask = () => scratch.call(key, 'GET', '/v1/ask?question=Who', undefined, { origin: allowedOrigin })
    for (let count = 0; count < askPerMinute; count++) expect((await ask()).status).toBe(200)
    const limited = await ask()
    expect(limited.status).toBe(429)
    expect(limited.headers['access-control-allow-origin']).toBe(allowedOrigin)
    expect(limited.headers['retry-after']).toBeDefined()
  })

  it.each(['https://evil.example', 'null', `${allowedOrigin}.evil.example`, 'http://reports.example'])(
    'that is not listed gets no CORS header: %s',
    async (origin) => {
      for (const reply of [
        await preflight('/v1/ask', origin),
        await scratch.call(ada.key, 'GET', '/v1/me', undefined, { origin }),
      ]) {
        expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
        expect(reply.headers.vary).toBe('Origin')
      }
    },
  )

  it('never authenticates with a browser cookie', async () => {
    expect((await scratch.call(undefined, 'GET', '/v1/me', undefined, { cookie, origin: url })).status).toBe(200)
    for (const origin of [allowedOrigin, 'https://evil.example', 'null']) {
      const headers = { cookie, origin, 'x-requested-with': 'lorewell' }
      const reply = await scratch.call(undefined, 'GET', '/v1/me', undefined, headers)
      expect(reply.status).toBe(401)
      expect(reply.headers['access-control-allow-credentials']).toBeUndefined()
    }
  })

  it('gets no CORS header outside of /v1', async () => {
    for (const path of ['/healthz', '/sign-in', '/', '/v1evil']) {
      const reply = await scratch.call(undefined, 'GET', path, undefined, { origin: allowedOrigin })
      expect(reply.headers['access-control-allow-origin']).toBeUndefined()
    }
  })
})

it('the SDK works within what a browser allows', async () => {
  // No credentials of the browser's own, no header that a preflight would refuse.
  const sent: Request[] = []
  const browserFetch: typeof fetch = (input, init) => {
    const request = new Request(input, init)
    sent.push(request)
    return fetch(request)
  }
  const client = createClient({ url, credential: ada.key, fetch: browserFetch })
  expect((await client.listNotes()).notes[0]?.title).toBe('On call')
  const asked = await scratch.call(undefined, 'OPTIONS', '/v1/notes', undefined, {
    origin: allowedOrigin,
    'access-control-request-method': 'GET',
  })
  const allowed = String(asked.headers['access-control-allow-headers']).split(', ')
  for (const request of sent) for (const name of request.headers.keys()) expect(allowed).toContain(name)
})
