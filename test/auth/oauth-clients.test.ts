import { createServer, type Server } from 'node:http'
import * as oauth from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAddressGuard } from '../../src/net/address-guard.ts'
import { createGuardedFetch } from '../../src/net/guarded-fetch.ts'
import { freePort } from '../support/free-port.ts'
import { HttpBrowser } from '../support/http-browser.ts'
import {
  authorize,
  discoverClient,
  fetchCurrentUser,
  getTokens,
  redirectUri,
  registerClient,
} from '../support/oauth-client.ts'
import { addPerson, type OAuthTestServer, startOAuthTestServer } from './oauth-test-server.ts'

let server: OAuthTestServer
let url: string
/** A site with metadata documents. The rules want https; the test reaches the site without it. */
let site: Server
let siteUrl: string
const documents = new Map([['/broken.json', '{']])
let fetches = 0

beforeAll(async () => {
  const port = await freePort()
  siteUrl = `https://127.0.0.1:${port}`
  site = createServer((request, response) => {
    fetches += 1
    const text = documents.get(request.url ?? '')
    if (request.url === '/moved.json') response.writeHead(302, { location: '/client.json' }).end()
    else response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => site.listen(port, '127.0.0.1', resolve))
  const guarded = createGuardedFetch({ guard: createAddressGuard({ allow: [`127.0.0.1:${port}`] }) })
  server = await startOAuthTestServer({
    fetch: (input, init) => guarded(input.replace(siteUrl, siteUrl.replace('https:', 'http:')), init),
  })
  url = server.publicUrl
  await addPerson(server)
  await addPerson(server, { organization: 'globex', email: 'hank@globex.test' })
})
afterAll(async () => {
  site?.close()
  await server?.close()
})

function publish(path: string, metadata: Record<string, unknown>): string {
  const id = siteUrl + path
  documents.set(
    path,
    JSON.stringify({
      client_id: id,
      client_name: 'Document client',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
      ...metadata,
    }),
  )
  return id
}

/** The status of the page on which a request with this client id ends. */
async function statusFor(clientId: string): Promise<number> {
  const browser = new HttpBrowser(url)
  const end = await browser.open(
    `/oauth/authorize?${new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    })}`,
  )
  expect(end.origin).toBe(url)
  return browser.status
}

describe('a client with a metadata document', () => {
  it('gets tokens without having registered', async () => {
    const id = publish('/client.json', {})
    const client = await discoverClient(url, id)
    expect(client.serverMetadata()).toMatchObject({ client_id_metadata_document_supported: true })
    const { callback, verifier, consent } = await authorize(url, client)
    const tokens = await oauth.authorizationCodeGrant(client, callback, { pkceCodeVerifier: verifier })
    expect((await fetchCurrentUser(url, tokens.access_token)).body.email).toBe('ada@acme.test')
    expect(consent).toContain('Allow Document client?')
    expect(consent).not.toContain('registered itself')
  })

  it('is shown with the host that its document came from', async () => {
    const client = await discoverClient(url, publish('/shown.json', {}))
    const browser = new HttpBrowser(url)
    await browser.open(
      oauth.buildAuthorizationUrl(client, {
        redirect_uri: redirectUri,
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 'S256',
      }),
    )
    await browser.signIn()
    expect(browser.text).toContain('Allow Document client?')
    expect(browser.text).toContain(`<dd>${new URL(siteUrl).host}</dd>`)
    expect(browser.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:9")
  })

  it('is fetched once for a while', async () => {
    const id = publish('/cached.json', {})
    expect(await statusFor(id)).toBe(200)
    const before = fetches
    expect(await statusFor(id)).toBe(200)
    expect(fetches).toBe(before)
  })

  it.each([
    ['names another client', () => publish('/other.json', { client_id: 'https://elsewhere.test/client.json' })],
    ['brings a secret', () => publish('/secret.json', { client_secret: 'x'.repeat(40) })],
    ['wants a shared secret', () => publish('/basic.json', { token_endpoint_auth_method: 'client_secret_basic' })],
    ['is larger than 5 kB', () => publish('/large.json', { client_name: 'x'.repeat(6000) })],
    ['is no JSON', () => `${siteUrl}/broken.json`],
    ['is not there', () => `${siteUrl}/missing.json`],
    ['has moved', () => `${siteUrl}/moved.json`],
    ['lies on a private address', () => 'https://10.0.0.1/client.json'],
    ['lies on the metadata address of a cloud', () => 'https://169.254.169.254/client.json'],
    ['is not encrypted', () => 'http://127.0.0.1/client.json'],
  ])('is refused when the document %s', async (_case, id) => {
    expect(await statusFor(id())).toBeGreaterThanOrEqual(400)
  })

  it('comes back only where its document says', async () => {
    const client = await discoverClient(url, publish('/strict.json', { redirect_uris: ['https://app.test/cb'] }))
    const { callback, browser } = await authorize(url, client)
    expect(callback.origin).toBe(url)
    expect(browser.status).toBe(400)
  })
})

describe('a client that registers itself', () => {
  it('may name scopes that nobody here knows', async () => {
    const client = await registerClient(url, { scope: 'claudeai mcp:tools' })
    const tokens = await getTokens(url, client, { scope: 'mcp:tools' })
    expect((await fetchCurrentUser(url, tokens.access_token)).status).toBe(200)
  })

  it('may come back on any port of the loopback address, and nowhere else', async () => {
    const client = await registerClient(url)
    const other = await authorize(url, client, { redirect_uri: 'http://127.0.0.1:4242/callback' })
    expect(other.callback.port).toBe('4242')
    const elsewhere = await authorize(url, client, { redirect_uri: 'https://evil.test/callback' })
    expect(elsewhere.callback.origin).toBe(url)
    expect(elsewhere.browser.status).toBe(400)
    expect(elsewhere.browser.text).toContain('<h1>That did not work</h1>')
    expect(elsewhere.browser.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it.each([['http://app.test/callback'], ['javascript:alert(1)'], ['https://app.test/#fragment'], ['nonsense']])(
    'cannot come back at %s',
    async (uri) => {
      await expect(registerClient(url, { redirect_uris: [uri] })).rejects.toMatchObject({
        error: 'invalid_redirect_uri',
      })
    },
  )

  it('gets a secret when it can keep one, which is stored hashed and wanted for every token', async () => {
    const client = await registerClient(url, { token_endpoint_auth_method: 'client_secret_basic' })
    const { client_id: id, client_secret: secret = '' } = client.clientMetadata()
    const tokens = await getTokens(url, await discoverClient(url, id, String(secret)))
    expect((await fetchCurrentUser(url, tokens.access_token)).status).toBe(200)
    await expect(getTokens(url, await discoverClient(url, id, 'wrong'))).rejects.toMatchObject({
      status: 401,
    })
    await expect(getTokens(url, await discoverClient(url, id))).rejects.toMatchObject({ status: 401 })
    const rows = await server.database.unrestricted.selectFrom('oauth_record').select('payload').execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('cannot put itself into an organization', async () => {
    await registerClient(url, { client_name: 'Intruder', lorewell_organization: 'acme' })
    expect((await server.clients.list('acme')).map((client) => client.name)).not.toContain('Intruder')
  })
})

describe('a client that an admin registered', () => {
  it('with a secret gets tokens for people of that organization', async () => {
    const { client, secret } = await server.clients.register({
      organizationId: 'acme',
      name: 'Reports',
      redirectUris: [redirectUri],
      kind: 'confidential',
    })
    const config = await discoverClient(url, client.id, secret)
    const { callback, verifier, consent } = await authorize(url, config)
    const tokens = await oauth.authorizationCodeGrant(config, callback, { pkceCodeVerifier: verifier })
    expect((await fetchCurrentUser(url, tokens.access_token)).body.email).toBe('ada@acme.test')
    expect(consent).toContain('Allow Reports?')
    expect(consent).not.toContain('registered itself')
    const stored = await server.database.unrestricted.selectFrom('oauth_record').select('payload').execute()
    expect(JSON.stringify(stored)).not.toContain(secret)
  })

  it('is of no use to people of another organization', async () => {
    const { client } = await server.clients.register({
      organizationId: 'acme',
      name: 'Ours alone',
      redirectUris: [redirectUri],
      kind: 'public',
    })
    const browser = new HttpBrowser(url)
    await browser.signIn('hank@globex.test')
    const { callback } = await authorize(url, await discoverClient(url, client.id), {}, browser)
    expect(callback.searchParams.get('error')).toBe('access_denied')
  })

  it('is listed for its organization, and gone with all its tokens once it is removed', async () => {
    const { client } = await server.clients.register({
      organizationId: 'acme',
      name: 'Short-lived',
      redirectUris: [redirectUri],
      kind: 'public',
    })
    expect(await server.clients.list('acme')).toContainEqual(client)
    expect(await server.clients.list('globex')).toEqual([])
    const config = await discoverClient(url, client.id)
    const tokens = await getTokens(url, config)
    expect(await server.clients.remove('globex', client.id)).toBe(false)
    expect((await fetchCurrentUser(url, tokens.access_token)).status).toBe(200)
    expect(await server.clients.remove('acme', client.id)).toBe(true)
    expect((await fetchCurrentUser(url, tokens.access_token)).status).toBe(401)
    await expect(oauth.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_client',
    })
  })

  it('needs a proper address to come back to', async () => {
    const registering = server.clients.register({
      organizationId: 'acme',
      name: 'Bad',
      redirectUris: ['http://app.test/callback'],
      kind: 'public',
    })
    await expect(registering).rejects.toMatchObject({
      code: 'validation',
      details: { redirectUris: { message: 'redirect_uris must use https, except for loopback addresses' } },
    })
  })
})

describe('the metadata', () => {
  it('names every address of the authorization server, from the setting and not from the request', async () => {
    for (const name of ['oauth-authorization-server', 'openid-configuration']) {
      const response = await fetch(`${url}/.well-known/${name}`, {
        headers: { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
      })
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(await response.json()).toMatchObject({
        issuer: url,
        authorization_endpoint: `${url}/oauth/authorize`,
        token_endpoint: `${url}/oauth/token`,
        revocation_endpoint: `${url}/oauth/revoke`,
        introspection_endpoint: `${url}/oauth/introspect`,
        registration_endpoint: `${url}/oauth/register`,
        jwks_uri: `${url}/oauth/jwks`,
        code_challenge_methods_supported: ['S256'],
        response_types_supported: ['code'],
        client_id_metadata_document_supported: true,
        authorization_response_iss_parameter_supported: true,
      })
    }
  })

  it.each(['', '/v1', '/mcp'])('of the protected resource %s names its authorization server', async (path) => {
    const response = await fetch(`${url}/.well-known/oauth-protected-resource${path}`)
    expect(await response.json()).toMatchObject({ resource: url + path, authorization_servers: [url] })
  })

  it('shows public keys only', async () => {
    const { keys } = (await (await fetch(`${url}/oauth/jwks`)).json()) as { keys: Record<string, unknown>[] }
    expect(keys).toHaveLength(1)
    expect(keys[0]).toMatchObject({ kty: 'RSA', alg: 'RS256' })
    expect(keys[0]).not.toHaveProperty('d')
  })
})

it('registrations are limited for each address', async () => {
  // Counting begins anew with each hour, which must not happen in the middle of the test.
  server.clock.aheadMs = 3600_000 - (Date.now() % 3600_000)
  const register = () =>
    fetch(`${url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' }),
    })
  let last = await register()
  for (let count = 0; count < 100 && last.status === 201; count++) last = await register()
  expect(last.status).toBe(429)
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
})

it('the authorization server failed at nothing behind the scenes', () => {
  expect(server.errors).toEqual([])
})
