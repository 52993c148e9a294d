import { once } from 'node:events'
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { HttpBrowser } from '../support/http-browser.ts'
import type { Person } from '../support/test-app.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const sessionCookie = 'lorewell_session'
let issuer: Awaited<ReturnType<typeof startIssuer>>
let app: TestServer
let ada: Person

/** An issuer that confirms whatever `claims` says, with the nonce and the code challenge that it was given. */
async function startIssuer() {
  const url = `http://127.0.0.1:${await freePort()}`
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }
  const state = { claims: {} as Record<string, unknown>, nonce: '', audience: 'lorewell', exchanges: 0 }
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', url)
    const send = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (pathname === '/.well-known/openid-configuration')
      return send({
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      })
    if (pathname === '/jwks') return send({ keys: [jwk] })
    state.exchanges += 1
    const idToken = await new SignJWT({ nonce: state.nonce, ...state.claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .setIssuer(url)
      .setAudience(state.audience)
      .setSubject('1')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey)
    return send({ access_token: 'x', token_type: 'bearer', id_token: idToken })
  })
  server.listen(Number(new URL(url).port), '127.0.0.1')
  await once(server, 'listening')
  return { url, state, close: () => new Promise((resolve) => server.close(resolve)) }
}

beforeAll(async () => {
  issuer = await startIssuer()
  const signIn = { name: 'Acme ID', clientId: 'lorewell', clientSecret: '' }
  app = await startTestServer({ config: { oidc: { issuer: issuer.url, audience: 'lorewell', signIn } } })
  await app.organization('acme', { name: 'Acme' })
  await app.organization('globex', { name: 'Globex' })
  ada = await app.person('acme', 'ada', { role: 'admin' })
})
afterAll(async () => {
  await app?.close()
  await issuer?.close()
})

/** Goes to the issuer and returns the address that it sends the browser back to. */
async function begin(browser: HttpBrowser, path: string): Promise<string> {
  const at = await browser.open(path)
  expect(at.href.startsWith(`${issuer.url}/authorize`), browser.text).toBe(true)
  expect(Object.fromEntries(at.searchParams)).toMatchObject({
    ...{ response_type: 'code', client_id: 'lorewell', scope: 'openid email profile', code_challenge_method: 'S256' },
    redirect_uri: `${app.url}/sign-in/oidc/callback`,
  })
  issuer.state.nonce = at.searchParams.get('nonce') ?? ''
  return `/sign-in/oidc/callback?code=abc&state=${encodeURIComponent(at.searchParams.get('state') ?? '')}`
}

async function signIn(claims: Record<string, unknown>, path = '/sign-in/oidc?return=/notes') {
  const browser = new HttpBrowser(app.url)
  issuer.state.claims = claims
  await browser.open(await begin(browser, path))
  return browser
}

test('the sign-in page offers it by name, and leads back to where the person came from', async () => {
  const page = new HttpBrowser(app.url)
  await page.open('/sign-in?return=/notes')
  expect(page.text).toContain('Sign in with Acme ID')
  const browser = await signIn({ email: 'ADA@acme.test', email_verified: true })
  expect(browser.cookies.has(sessionCookie)).toBe(true)
  expect(browser.url.pathname).toBe('/notes')
  const [event] = (await app.call(ada.key, 'GET', '/v1/admin/audit?action=signIn')).body.events
  expect(event).toMatchObject({ via: 'oidc', email: 'ada@acme.test', outcome: 'done' })
})

test('nobody is signed in with an address that is not verified, unknown or suspended', async () => {
  const gone = await app.person('acme', 'gone')
  await app.app.members.disable('acme', gone.id)
  for (const claims of [
    { email: 'ada@acme.test' },
    { email: 'ada@acme.test', email_verified: 'true' },
    { email_verified: true },
    { email: 'nobody@acme.test', email_verified: true },
    { email: gone.email, email_verified: true },
  ]) {
    const browser = await signIn(claims)
    expect(browser.status).toBe(403)
    expect(browser.cookies.has(sessionCookie)).toBe(false)
  }
})

test('a response for another client, another attempt or another browser is refused', async () => {
  const claims = { email: 'ada@acme.test', email_verified: true }
  issuer.state.audience = 'another'
  expect((await signIn(claims)).status).toBe(403)
  issuer.state.audience = 'lorewell'
  expect((await signIn({ ...claims, nonce: 'another' })).status).toBe(403)

  issuer.state.claims = claims
  const victim = new HttpBrowser(app.url)
  await victim.open('/sign-in')
  const attacker = new HttpBrowser(app.url)
  const callback = await begin(attacker, '/sign-in/oidc')
  const before = issuer.state.exchanges
  await victim.open(callback)
  expect(victim.status).toBe(403)
  expect(issuer.state.exchanges).toBe(before)
  await attacker.open(callback)
  expect(attacker.cookies.has(sessionCookie)).toBe(true)
  const replay = attacker.cookies.get(sessionCookie)?.value
  await attacker.open(callback)
  expect(attacker.status).toBe(403)
  expect(attacker.cookies.get(sessionCookie)?.value).toBe(replay)
})

test('it cannot lead away from the service', async () => {
  const browser = await signIn({ email: 'ada@acme.test', email_verified: true }, '/sign-in/oidc?return=//evil.test/')
  expect(browser.url.origin).toBe(app.url)
})

test('a person with accounts in two organizations chooses', async () => {
  for (const organizationId of ['acme', 'globex'])
    await app.app.members.create({ organizationId, email: 'both@mail.test', name: 'Both', role: 'member' })
  const browser = await signIn({ email: 'both@mail.test', email_verified: true })
  expect(browser.text).toContain('Choose an organization')
  expect(browser.cookies.has(sessionCookie)).toBe(false)
  await browser.submit({ choice: '1' })
  expect(browser.cookies.has(sessionCookie)).toBe(true)
})

test('an invitation is accepted by the invited address only', async () => {
  const { body } = await app.call(ada.key, 'POST', '/v1/invitations', { email: 'grace@mail.test', role: 'viewer' })
  const token = body.url.split('/').at(-1)
  const page = new HttpBrowser(app.url)
  await page.open(body.url)
  expect(page.text).toContain('Sign in with Acme ID')
  const path = `/sign-in/oidc?invitation=${token}`
  const other = await signIn({ email: 'eve@mail.test', email_verified: true, name: 'Eve' }, path)
  expect(other.status).toBe(403)
  expect(other.cookies.has(sessionCookie)).toBe(false)
  const grace = await signIn({ email: 'grace@mail.test', email_verified: true, name: 'Grace' }, path)
  expect(grace.cookies.has(sessionCookie)).toBe(true)
  const { members } = (await app.call(ada.key, 'GET', '/v1/members?query=grace')).body
  expect(members).toMatchObject([{ name: 'Grace', role: 'viewer' }])
  expect((await signIn({ email: 'grace@mail.test', email_verified: true }, path)).status).toBe(409)
})
