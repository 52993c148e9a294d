import * as oauth from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '../../src/durations.ts'
import { deleteExpiredRecords } from '../../src/identity/expired-records.ts'
import { hashSecret } from '../../src/identity/secrets.ts'
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
let client: oauth.Configuration

beforeAll(async () => {
  server = await startOAuthTestServer()
  url = server.publicUrl
  await addPerson(server)
  client = await registerClient(url)
})
afterAll(() => server?.close())

describe('the authorization code flow', () => {
  it('gives a token with PKCE and no scope, and the API knows whose it is', async () => {
    const tokens = await getTokens(url, client)
    expect(tokens.expires_in).toBe(3600)
    const { status, body } = await fetchCurrentUser(url, tokens.access_token)
    expect(status).toBe(200)
    expect(body).toMatchObject({ organizationId: 'acme', email: 'ada@acme.test' })
    expect(body.credential).toMatchObject({ kind: 'token', resource: `${url}/v1` })
  })

  it('gives a token for the one resource that was named', async () => {
    const tokens = await getTokens(url, client, { resource: `${url}/mcp` })
    expect((await fetchCurrentUser(url, tokens.access_token)).body.credential).toMatchObject({
      resource: `${url}/mcp`,
    })
  })

  it('gives nothing for a resource of somebody else', async () => {
    const { callback } = await authorize(url, client, { resource: 'https://elsewhere.test/api' })
    expect(callback.searchParams.get('error')).toBe('invalid_target')
  })

  it('gives an ID token with the asked-for claims', async () => {
    const config = await discoverClient(url, client.clientMetadata().client_id)
    const { callback, verifier } = await authorize(url, config, { scope: 'openid email', nonce: 'n1' })
    const tokens = await oauth.authorizationCodeGrant(config, callback, {
      pkceCodeVerifier: verifier,
      expectedNonce: 'n1',
    })
    expect(tokens.claims()).toMatchObject({ iss: url, email: 'ada@acme.test', email_verified: true })
    expect((await fetchCurrentUser(url, tokens.access_token)).status).toBe(200)
  })

  it('wants PKCE of a client without a secret', async () => {
    const browser = new HttpBrowser(url)
    const callback = await browser.open(oauth.buildAuthorizationUrl(client, { redirect_uri: redirectUri }))
    expect(callback.searchParams.get('error')).toBe('invalid_request')
    const plain = await browser.open(
      oauth.buildAuthorizationUrl(client, {
        redirect_uri: redirectUri,
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 'plain',
      }),
    )
    expect(plain.searchParams.get('error')).toBe('invalid_request')
  })

  it('wants PKCE of a client with a secret, whoever registered it', async () => {
    const { client: registered, secret } = await server.clients.register({
      ...{ organizationId: 'acme', name: 'Server', redirectUris: [redirectUri], kind: 'confidential' },
    })
    for (const confidential of [
      await registerClient(url, { token_endpoint_auth_method: 'client_secret_basic' }),
      await discoverClient(url, registered.id, secret),
    ]) {
      const callback = await new HttpBrowser(url).open(
        oauth.buildAuthorizationUrl(confidential, { redirect_uri: redirectUri }),
      )
      expect(callback.searchParams.get('error')).toBe('invalid_request')
      expect(callback.searchParams.get('error_description')).toMatch(/PKCE/)
    }
  })

  it('refuses a code with a wrong verifier', async () => {
    const { callback } = await authorize(url, client)
    const wrong = oauth.authorizationCodeGrant(client, callback, {
      pkceCodeVerifier: oauth.randomPKCECodeVerifier(),
    })
    await expect(wrong).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('lets one of four parallel exchanges of a code win', async () => {
    const { callback, verifier } = await authorize(url, client)
    const exchange = () => oauth.authorizationCodeGrant(client, callback, { pkceCodeVerifier: verifier })
    const results = await Promise.allSettled([exchange(), exchange(), exchange(), exchange()])
    const lost = results.filter((result) => result.status === 'rejected').map((result) => result.reason)
    expect(lost).toHaveLength(3)
    for (const reason of lost) expect(reason).toMatchObject({ error: 'invalid_grant' })
  })

  it('ends the tokens of a code that comes a second time', async () => {
    const { callback, verifier } = await authorize(url, client)
    const exchange = () => oauth.authorizationCodeGrant(client, callback, { pkceCodeVerifier: verifier })
    const tokens = await exchange()
    expect((await fetchCurrentUser(url, tokens.access_token)).status).toBe(200)
    await expect(exchange()).rejects.toMatchObject({ error: 'invalid_grant' })
    expect((await fetchCurrentUser(url, tokens.access_token)).status).toBe(401)
  })

  it('tells the client that the person said no', async () => {
    const browser = new HttpBrowser(url)
    const challenge = await oauth.calculatePKCECodeChallenge(oauth.randomPKCECodeVerifier())
    await browser.open(
      oauth.buildAuthorizationUrl(client, {
        redirect_uri: redirectUri,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        state: 's1',
      }),
    )
    await browser.signIn()
    expect(browser.text).toContain('Allow Test client?')
    expect(browser.text).toContain('ada@acme.test')
    expect(browser.text).toContain('registered itself')
    const callback = await browser.submit({ decision: 'deny' })
    expect(callback.searchParams.get('error')).toBe('access_denied')
    expect(callback.searchParams.get('state')).toBe('s1')
  })

  it('cannot be allowed by a form of another site', async () => {
    const browser = new HttpBrowser(url)
    const challenge = await oauth.calculatePKCECodeChallenge(oauth.randomPKCECodeVerifier())
    await browser.open(
      oauth.buildAuthorizationUrl(client, {
        redirect_uri: redirectUri,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }),
    )
    const page = await browser.signIn()
    const end = await browser.post(page.pathname, { decision: 'allow' })
    expect(browser.status).toBe(403)
    expect(end.origin).toBe(url)
  })

  it('asks again whom it asked as somebody else before', async () => {
    await addPerson(server, { email: 'grace@acme.test' })
    const { browser } = await authorize(url, client)
    await browser.open('/sign-in?again=1')
    await browser.signIn('grace@acme.test')
    const { callback, verifier } = await authorize(url, client, {}, browser)
    const tokens = await oauth.authorizationCodeGrant(client, callback, { pkceCodeVerifier: verifier })
    expect((await fetchCurrentUser(url, tokens.access_token)).body.email).toBe('grace@acme.test')
  })

  it('wants the password again for prompt=login', async () => {
    const { browser } = await authorize(url, client)
    const again = oauth.buildAuthorizationUrl(client, {
      redirect_uri: redirectUri,
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
      prompt: 'login',
    })
    server.clock.aheadMs = -5000
    await browser.open('/sign-in?again=1')
    await browser.signIn()
    server.clock.aheadMs = 0
    await browser.open(again)
    expect(browser.url.pathname).toBe('/sign-in')
    await browser.signIn()
    expect(browser.text).toContain('Allow Test client?')
  })

  describe('for a web client that was allowed before', () => {
    const webRedirect = 'https://app.test/callback'
    const parameters = { redirect_uri: webRedirect }
    let web: oauth.Configuration

    beforeAll(async () => {
      web = await registerClient(url, { redirect_uris: [webRedirect] })
    })

    /** Where a request ends when nobody does anything. */
    async function silently(browser: HttpBrowser): Promise<URL> {
      return browser.open(
        oauth.buildAuthorizationUrl(web, {
          ...parameters,
          code_challenge: 'a'.repeat(43),
          code_challenge_method: 'S256',
        }),
      )
    }

    it('does not ask again', async () => {
      const { browser } = await authorize(url, web, parameters)
      const end = await silently(browser)
      expect(end.origin).toBe('https://app.test')
      expect(end.searchParams.get('code')).toBeTruthy()
    })

    it('asks who has signed out to sign in', async () => {
      const { browser } = await authorize(url, web, parameters)
      await browser.open('/sign-out', { method: 'POST', headers: { origin: url } })
      const end = await silently(browser)
      expect(end.origin + end.pathname).toBe(`${url}/sign-in`)
    })

    it('asks who has signed in as somebody else', async () => {
      await addPerson(server, { email: 'linus@acme.test' })
      const { browser } = await authorize(url, web, parameters)
      await browser.open('/sign-in?again=1')
      await browser.signIn('linus@acme.test')
      const end = await silently(browser)
      expect(end.origin).toBe(url)
      expect(browser.text).toContain('linus@acme.test')
    })
  })
})

describe('a refresh token', () => {
  it('gives new tokens, and the next one', async () => {
    const first = await getTokens(url, client)
    const second = await oauth.refreshTokenGrant(client, first.refresh_token ?? '')
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect((await fetchCurrentUser(url, second.access_token)).status).toBe(200)
    const third = await oauth.refreshTokenGrant(client, second.refresh_token ?? '')
    expect((await fetchCurrentUser(url, third.access_token)).body.credential).toMatchObject({
      resource: `${url}/v1`,
    })
  })

  it('that is used twice ends the whole family', async () => {
    const first = await getTokens(url, client)
    const second = await oauth.refreshTokenGrant(client, first.refresh_token ?? '')
    const reuse = oauth.refreshTokenGrant(client, first.refresh_token ?? '')
    await expect(reuse).rejects.toMatchObject({ error: 'invalid_grant' })
    expect((await fetchCurrentUser(url, first.access_token)).status).toBe(401)
    expect((await fetchCurrentUser(url, second.access_token)).status).toBe(401)
    const after = oauth.refreshTokenGrant(client, second.refresh_token ?? '')
    await expect(after).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('lets one of four parallel uses win', async () => {
    const { refresh_token: token = '' } = await getTokens(url, client)
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => oauth.refreshTokenGrant(client, token)))
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  })

  it('is worth nothing to another client', async () => {
    const { refresh_token: token = '' } = await getTokens(url, client)
    const other = await registerClient(url)
    await expect(oauth.refreshTokenGrant(other, token)).rejects.toMatchObject({ error: 'invalid_grant' })
  })
})

describe('a token', () => {
  it('is refused once it is revoked', async () => {
    const tokens = await getTokens(url, client)
    await oauth.tokenRevocation(client, tokens.access_token)
    expect((await fetchCurrentUser(url, tokens.access_token)).status).toBe(401)
  })

  it('dies with the refresh token of its grant', async () => {
    const tokens = await getTokens(url, client)
    await oauth.tokenRevocation(client, tokens.refresh_token ?? '')
    expect((await fetchCurrentUser(url, tokens.access_token)).status).toBe(401)
  })

  it('can be looked up by its own client only', async () => {
    const tokens = await getTokens(url, client)
    const known = await oauth.tokenIntrospection(client, tokens.access_token)
    expect(known).toMatchObject({ active: true, aud: `${url}/v1` })
    const other = await registerClient(url)
    expect(await oauth.tokenIntrospection(other, tokens.access_token)).toEqual({ active: false })
  })

  it('is refused when its hour is over', async () => {
    const tokens = await getTokens(url, client)
    server.clock.aheadMs = 3601_000
    const { status } = await fetchCurrentUser(url, tokens.access_token)
    server.clock.aheadMs = 0
    expect(status).toBe(401)
  })

  it('is refused from the moment its owner is disabled, and does not come back with them', async () => {
    const mary = await addPerson(server, { email: 'mary@acme.test' })
    const browser = new HttpBrowser(url)
    await browser.signIn('mary@acme.test')
    const { callback, verifier } = await authorize(url, client, {}, browser)
    const tokens = await oauth.authorizationCodeGrant(client, callback, { pkceCodeVerifier: verifier })
    expect((await fetchCurrentUser(url, tokens.access_token)).body.memberId).toBe(mary.id)
    await server.members.disable('acme', mary.id)
    expect((await fetchCurrentUser(url, tokens.access_token)).status).toBe(401)
    await expect(oauth.refreshTokenGrant(client, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    await server.members.enable('acme', mary.id)
    expect((await fetchCurrentUser(url, tokens.access_token)).status).toBe(401)
  })

  it('is nowhere in the store, nor is any other secret of the flow', async () => {
    const { callback, verifier } = await authorize(url, client)
    const tokens = await oauth.authorizationCodeGrant(client, callback, { pkceCodeVerifier: verifier })
    const rows = await server.database.unrestricted.selectFrom('oauth_record').selectAll().execute()
    const dump = JSON.stringify(rows)
    const secrets = [tokens.access_token, tokens.refresh_token ?? '', callback.searchParams.get('code') ?? '']
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(20)
      expect(dump).not.toContain(secret)
    }
    expect(rows.some((row) => row.id_hash.equals(hashSecret(tokens.access_token)))).toBe(true)
  })

  it('is deleted eight days after its end', async () => {
    const tokens = await getTokens(url, client)
    const isKept = async () =>
      (await server.database.unrestricted.selectFrom('oauth_record').select('id_hash').execute()).some((row) =>
        row.id_hash.equals(hashSecret(tokens.access_token)),
      )
    await deleteExpiredRecords(server.database, new Date(Date.now() + 8 * dayMs))
    expect(await isKept()).toBe(true)
    await deleteExpiredRecords(server.database, new Date(Date.now() + 8 * dayMs + 3601_000))
    expect(await isKept()).toBe(false)
    client = await registerClient(url)
  })
})

it('the authorization server failed at nothing behind the scenes', () => {
  expect(server.errors).toEqual([])
})
