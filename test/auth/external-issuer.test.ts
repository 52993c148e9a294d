import { createServer, type Server } from 'node:http'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createExternalTokenVerifier } from '../../src/identity/external-token-verifier.ts'
import { freePort } from '../support/free-port.ts'
import { fetchCurrentUser } from '../support/oauth-client.ts'
import { addPerson, type OAuthTestServer, startOAuthTestServer } from './oauth-test-server.ts'

let server: OAuthTestServer
let issuerServer: Server
let issuer: string
let signer: CryptoKey
const audience = 'https://lorewell.test'
const keys: object[] = []
const problems: unknown[] = []
const requests: string[] = []

beforeAll(async () => {
  const port = await freePort()
  issuer = `http://127.0.0.1:${port}`
  issuerServer = createServer((request, response) => {
    requests.push(request.url ?? '')
    const documents: Record<string, object> = {
      '/.well-known/openid-configuration': { issuer, jwks_uri: `${issuer}/keys` },
      '/keys': { keys },
      '/liar/.well-known/openid-configuration': { issuer, jwks_uri: `${issuer}/keys` },
    }
    const document = documents[request.url ?? '']
    response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(document))
  })
  await new Promise<void>((resolve) => issuerServer.listen(port, '127.0.0.1', resolve))
  signer = await addKey('one')
  server = await startOAuthTestServer({
    externalTokens: createExternalTokenVerifier({
      issuer,
      audience,
      publicUrl: audience,
      now: () => new Date(),
      onError: (error) => problems.push(error),
    }),
  })
  await addPerson(server)
  for (const organization of ['acme', 'globex']) await addPerson(server, { organization, email: 'both@mail.test' })
})
afterAll(async () => {
  issuerServer?.close()
  await server?.close()
})

async function addKey(kid: string): Promise<CryptoKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  keys.push({ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' })
  return privateKey
}

const validClaims: JWTPayload = { sub: 'u1', email: 'Ada@acme.test', email_verified: true }

function sign(claims: JWTPayload, { kid = 'one', key = signer } = {}): Promise<string> {
  return new SignJWT({ iss: issuer, aud: audience, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid })
    .setIssuedAt()
    .setExpirationTime(typeof claims.exp === 'number' ? claims.exp : '5m')
    .sign(key)
}

describe('a token of the external issuer', () => {
  it('leads to the one member with its verified address', async () => {
    const { status, body } = await fetchCurrentUser(server.publicUrl, await sign(validClaims))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      email: 'ada@acme.test',
      organizationId: 'acme',
      credential: { kind: 'token' },
    })
    expect(body.credential).not.toHaveProperty('resource')
  })

  it.each([
    [undefined, ['ask', 'content:read', 'content:write', 'notes:write']],
    ['openid profile', ['ask', 'content:read', 'content:write', 'notes:write']],
    ['openid admin', ['ask', 'content:read', 'content:write', 'notes:write', 'admin']],
    ['ask', ['ask']],
    ['ask admin', ['ask', 'admin']],
    [['admin'], ['ask', 'content:read', 'content:write', 'notes:write']],
  ])('with the scope %o has the scopes %o', async (scope, scopes) => {
    const { body } = await fetchCurrentUser(server.publicUrl, await sign({ ...validClaims, scope }))
    expect(body.credential).toMatchObject({ scopes })
  })

  it('needs to name the organization where several have the address', async () => {
    const both = { ...validClaims, email: 'both@mail.test' }
    expect((await fetchCurrentUser(server.publicUrl, await sign(both))).status).toBe(401)
    const named = await fetchCurrentUser(server.publicUrl, await sign({ ...both, org: 'globex' }))
    expect(named.body.organizationId).toBe('globex')
    expect((await fetchCurrentUser(server.publicUrl, await sign({ ...both, org: 'initech' }))).status).toBe(401)
  })

  it.each<[string, () => Promise<string> | string]>([
    ['an address that was not verified', () => sign({ ...validClaims, email_verified: false })],
    ['no word on the address being verified', () => sign({ sub: 'u1', email: 'ada@acme.test' })],
    ['no address', () => sign({ sub: 'u1', email_verified: true })],
    ['an unknown address', () => sign({ ...validClaims, email: 'nobody@acme.test' })],
    ['another audience', () => sign({ ...validClaims, aud: 'https://elsewhere.test' })],
    ['another issuer', () => sign({ ...validClaims, iss: 'https://elsewhere.test' })],
    ['a time that is over', () => sign({ ...validClaims, exp: Math.floor(Date.now() / 1000) - 60 })],
    [
      'the signature of another key',
      async () => sign(validClaims, { key: (await generateKeyPair('ES256')).privateKey }),
    ],
    [
      'no signature',
      () => new UnsecuredJWT({ ...validClaims, iss: issuer, aud: audience }).setExpirationTime('5m').encode(),
    ],
    [
      'a shared secret made of the public key',
      () =>
        new SignJWT({ ...validClaims, iss: issuer, aud: audience })
          .setProtectedHeader({ alg: 'HS256', kid: 'one' })
          .setExpirationTime('5m')
          .sign(new TextEncoder().encode(JSON.stringify(keys[0]))),
    ],
    ['three parts of nonsense', () => 'a.b.c'],
  ])('is refused with %s', async (_case, token) => {
    expect((await fetchCurrentUser(server.publicUrl, await token())).status).toBe(401)
  })

  it('is refused from the moment its member is disabled', async () => {
    const person = await addPerson(server, { email: 'gone@acme.test' })
    const token = await sign({ ...validClaims, email: 'gone@acme.test' })
    expect((await fetchCurrentUser(server.publicUrl, token)).status).toBe(200)
    await server.members.disable('acme', person.id)
    expect((await fetchCurrentUser(server.publicUrl, token)).status).toBe(401)
  })

  it('costs no request to the issuer once its keys are known', async () => {
    await fetchCurrentUser(server.publicUrl, await sign(validClaims))
    const before = requests.length
    await fetchCurrentUser(server.publicUrl, await sign(validClaims))
    expect(requests.length).toBe(before)
  })

  it('leaves the built-in kinds of credential as they are', async () => {
    const response = await fetch(`${server.publicUrl}/v1/me`, {
      headers: { authorization: 'Bearer unknown-key-1234' },
    })
    expect(response.status).toBe(401)
  })
})

describe('an issuer', () => {
  const verifierOf = (address: string, now = () => new Date()) =>
    createExternalTokenVerifier({
      issuer: address,
      audience,
      publicUrl: audience,
      now,
      onError: (error) => problems.push(error),
    })

  it('that cannot be reached is left alone for half a minute', async () => {
    problems.length = 0
    let at = Date.now()
    const tokens = verifierOf(`${issuer}/missing`, () => new Date(at))
    const token = await sign({ ...validClaims, iss: `${issuer}/missing` })
    expect(await tokens.verify(token)).toBeUndefined()
    const before = requests.length
    expect(await tokens.verify(token)).toBeUndefined()
    expect(requests.length).toBe(before)
    expect(problems).toHaveLength(1)
    at += 30_001
    await tokens.verify(token)
    expect(requests.length).toBeGreaterThan(before)
  })

  it('that calls itself by another name is not believed', async () => {
    expect(await verifierOf(`${issuer}/liar`).verify(await sign(validClaims))).toBeUndefined()
  })

  it('that changes its keys is followed', async () => {
    const fresh = verifierOf(issuer)
    const next = await addKey('two')
    expect(await fresh.verify(await sign(validClaims, { kid: 'two', key: next }))).toMatchObject({
      email: 'ada@acme.test',
    })
  })
})
