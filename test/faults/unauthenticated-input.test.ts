import { createConnection } from 'node:net'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { issueSetupLink } from '../../src/identity/setup.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

/** Values that PostgreSQL cannot store, that have no UTF-8 form, or that are longer than any limit. */
const hostileValues = {
  NUL: 'a\u0000b',
  'a lone surrogate': 'a\ud800b',
  'the other half': 'a\udc00b',
  'an overlong value': 'x'.repeat(50_000),
  nothing: '',
}

let service: TestApp
let formFields: { form: string; challenge: string; setupToken: string }
let cookie: string
const redirectUri = 'https://client.test/callback'

beforeAll(async () => {
  service = await createTestApp({ config: { publicUrl: 'http://localhost:3000' } })
  const setupLink = await issueSetupLink({ database: service.database, publicUrl: 'http://localhost:3000' })
  const page = await service.server.inject({ url: '/sign-in' })
  cookie = String(page.headers['set-cookie']).split(';')[0] as string
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.body)?.[1] ?? ''
  formFields = {
    form: field('form'),
    challenge: field('challenge'),
    setupToken: new URL(setupLink as string).searchParams.get('token') as string,
  }
})
afterAll(() => service?.close())
beforeEach(() => service.database.unrestricted.deleteFrom('rate_window').execute())

const send = (options: InjectOptions) => service.server.inject({ ...options, headers: { cookie, ...options.headers } })

/** The field percent-encoded: as it is, or as the three bytes that a broken encoder makes of half a surrogate pair. */
function encodeValue(value: string): string {
  return [...value]
    .map((character) => {
      if (character.isWellFormed()) return encodeURIComponent(character)
      const code = character.charCodeAt(0)
      const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
      return bytes.map((byte) => `%${byte.toString(16)}`).join('')
    })
    .join('')
}
const encodeFields = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${encodeValue(name)}=${encodeValue(value)}`)
    .join('&')

const registeredClient = async () =>
  (
    await send({
      method: 'POST',
      url: '/oauth/register',
      payload: { redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' },
    })
  ).json().client_id as string

/** Every field that a form or an address takes from somebody who has not signed in. */
const forms: Record<string, () => Promise<Record<string, string>>> = {
  '/sign-in': async () => ({ form: formFields.form, email: 'a@b.test', password: 'x', return: '/' }),
  '/sign-in/passkey': async () => ({
    form: formFields.form,
    challenge: formFields.challenge,
    credential: '{"id":"x"}',
    return: '/',
  }),
  '/sign-in/organization': async () => ({ form: formFields.form, candidates: 'x.y', choice: '0', return: '/' }),
  '/sign-out': async () => ({ form: formFields.form }),
  '/passkeys': async () => ({ form: formFields.form, name: 'x', password: 'x', challenge: 'x', credential: '{}' }),
  '/passkeys/remove': async () => ({ form: formFields.form, id: 'x' }),
  '/setup': async () => ({
    form: formFields.form,
    token: formFields.setupToken,
    organization: 'Acme',
    name: 'Ada',
    // Not valid, so that the service stays empty and the link works for every field.
    email: 'nobody',
    password: 'correct horse',
    sample: 'no',
  }),
  '/oauth/token': async () => ({
    grant_type: 'authorization_code',
    client_id: await registeredClient(),
    client_secret: 'x',
    code: 'x',
    code_verifier: 'x'.repeat(43),
    redirect_uri: redirectUri,
    refresh_token: 'x',
    resource: 'http://localhost:3000/v1',
    scope: 'openid',
  }),
  '/oauth/revoke': async () => ({ client_id: await registeredClient(), token: 'x', token_type_hint: 'access_token' }),
  '/oauth/introspect': async () => ({ client_id: await registeredClient(), token: 'x', token_type_hint: 'x' }),
  '/oauth/interaction/x': async () => ({ form: formFields.form, decision: 'allow' }),
}

const queries: Record<string, () => Promise<Record<string, string>>> = {
  '/sign-in': async () => ({ return: '/', email: 'a@b.test', again: '1' }),
  '/setup': async () => ({ token: formFields.setupToken }),
  '/passkeys': async () => ({ x: 'y' }),
  '/oauth/authorize': async () => ({
    client_id: await registeredClient(),
    redirect_uri: redirectUri,
    response_type: 'code',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
    state: 'x',
    nonce: 'x',
    scope: 'openid',
    resource: 'http://localhost:3000/v1',
    login_hint: 'a@b.test',
    ui_locales: 'en',
    claims_locales: 'en',
    acr_values: 'x',
    display: 'page',
    prompt: 'consent',
    max_age: '10',
    id_token_hint: 'x',
    response_mode: 'query',
    request: 'x',
    request_uri: 'https://client.test/request',
  }),
  '/oauth/authorize/x': async () => ({ x: 'y' }),
  '/oauth/interaction/x': async () => ({ x: 'y' }),
}

describe.each(Object.keys(forms))('the form of %s', (url) => {
  test('answers hostile fields with an error of theirs, not of ours', async () => {
    const fields = await (forms[url] as () => Promise<Record<string, string>>)()
    for (const name of [...Object.keys(fields), 'unknown', 'a\u0000'])
      for (const [kind, value] of Object.entries(hostileValues)) {
        const reply = await send({
          method: 'POST',
          url,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: encodeFields({ ...fields, [name]: value }),
        })
        expect(reply.statusCode, `${name}: ${kind}: ${reply.body.slice(-300)}`).toBeLessThan(500)
      }
  })
})

describe.each(Object.keys(queries))('the query of %s', (url) => {
  test('answers hostile fields with an error of theirs, not of ours', async () => {
    const fields = await (queries[url] as () => Promise<Record<string, string>>)()
    const optional = ['state', 'login_hint', 'ui_locales', 'nonce', 'scope', 'acr_values', 'claims_locales']
    for (const name of [...Object.keys(fields), 'unknown'])
      for (const [kind, value] of Object.entries(hostileValues)) {
        // An authorization request is stored only where the rest of it is valid, so the faulty hints are left out.
        const rest = Object.entries(fields).filter(
          ([other]) => !['request', 'request_uri', 'id_token_hint', 'display', 'claims_locales'].includes(other),
        )
        const sent = { ...(optional.includes(name) ? Object.fromEntries(rest) : fields), [name]: value.slice(0, 8000) }
        const reply = await send({ url: `${url}?${encodeFields(sent)}` })
        expect(reply.statusCode, `${name}: ${kind}: ${reply.body.slice(-300)}`).toBeLessThan(500)
        expect(String(reply.headers.location), `${name}: ${kind}`).not.toContain('server_error')
      }
  })
})

test('a client that registers itself with a hostile value is refused, not failed', async () => {
  const metadata = {
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: 'none',
    client_name: 'x',
    client_uri: 'https://client.test/',
    logo_uri: 'https://client.test/',
    contacts: ['a@b.test'],
    policy_uri: 'https://client.test/',
    scope: 'openid',
    software_id: 'x',
  }
  expect((await send({ method: 'POST', url: '/oauth/register', payload: metadata })).statusCode).toBe(201)
  for (const name of [...Object.keys(metadata), 'unknown', 'a\u0000'])
    for (const [kind, value] of Object.entries(hostileValues))
      for (const sent of [value, [value], { [value]: value }, null, 1]) {
        await service.database.unrestricted.deleteFrom('rate_window').execute()
        const reply = await send({ method: 'POST', url: '/oauth/register', payload: { ...metadata, [name]: sent } })
        expect(reply.statusCode, `${name}: ${kind}: ${reply.body.slice(-300)}`).toBeLessThan(500)
      }
})

test('a passkey response with hostile values is refused, not failed', async () => {
  for (const [kind, value] of Object.entries(hostileValues))
    for (const credential of [value, { id: value }, { id: [value] }, { id: 'x', response: value }, [value], null]) {
      await service.database.unrestricted.deleteFrom('rate_window').execute()
      const reply = await send({
        method: 'POST',
        url: '/sign-in/passkey',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: encodeFields({
          form: formFields.form,
          challenge: formFields.challenge,
          credential: JSON.stringify(credential),
        }),
      })
      expect(reply.statusCode, `${kind}: ${reply.body.slice(-300)}`).toBeLessThan(500)
    }
})

test('addresses that no client library sends get an answer', async () => {
  const base = new URL(await service.baseUrl())
  for (const target of [
    ...['//', '///', '//[', '/\\', '/%00', '/%', '/%ff', '/%ED%A0%80', 'http://[', 'http://x:99999/', '*', '/?%00'],
    ...['/assets', '/assets/', '/assets/%00', '/assets/..%2f', '/sign-in/%00', '/oauth/interaction/%00'],
    ...['/oauth/authorize/%00', '/oauth/authorize?%', '/oauth/authorize?client_id=%ED%A0%80', '/oauth/jwks?%00'],
    ...['/oauth/interaction/%5b', '//oauth/interaction/x', '/v1/%00', '/v1/notes/%00', '/.well-known/%00', '/docs/%00'],
  ]) {
    const response = await new Promise<string>((resolve, reject) => {
      const socket = createConnection({ port: Number(base.port), host: base.hostname }, () =>
        socket.write(`GET ${target} HTTP/1.1\r\nhost: ${base.host}\r\nconnection: close\r\ncookie: ${cookie}\r\n\r\n`),
      )
      let text = ''
      socket.setEncoding('latin1')
      socket.on('data', (data) => {
        text += data
      })
      socket.on('end', () => resolve(text))
      socket.on('error', reject)
    })
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1])
    // 503: this checkout has no built app.
    expect(status === 503 || status < 500, `${target}: ${response.slice(0, 400)}`).toBe(true)
  }
})
