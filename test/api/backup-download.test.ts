import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBrowserSessions } from '../../src/identity/browser-sessions.ts'
import { loadServiceKeys } from '../../src/identity/service-keys.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'
import { type BrowserCall, createBrowserCall } from './browser-session.ts'

let service: TestApp
let ada: Person
let rita: Person
let at = new Date('2026-11-16T09:00:00Z')
const password = 'correct horse'

beforeAll(async () => {
  service = await createTestApp({ now: () => at })
  await service.organization('acme')
  ada = await service.person('acme', 'ada', { role: 'admin', password })
  rita = await service.person('acme', 'rita', { password })
  await service.call(rita.key, 'POST', '/v1/notes', { title: 'Diary', markdown: 'I will resign on Friday.' })
})
afterAll(() => service?.close())
beforeEach(() => service.database.unrestricted.deleteFrom('rate_window').execute())

const sessionOf = (person: Person) => createBrowserCall(service, 'acme', person, at)
const passMinutes = (minutes: number) => {
  at = new Date(at.getTime() + minutes * 60_000)
}

async function confirmedSession(person: Person): Promise<BrowserCall> {
  const call = await sessionOf(person)
  expect((await call('POST', '/v1/me/confirm', { password })).status).toBe(204)
  return call
}

/** A session with its cookie, for the requests that the browser itself makes. */
async function signIn(person: Person): Promise<{ cookie: string; call: BrowserCall }> {
  const { publicUrl } = service.app.config
  const sessions = createBrowserSessions({ database: service.database, publicUrl, now: () => at })
  const { secret } = await sessions.create({ organizationId: 'acme', memberId: person.id })
  const cookie = `${sessions.cookieName}=${secret}`
  const call: BrowserCall = (method, path, body) =>
    service.call(undefined, method, path, body, { cookie, origin: new URL(publicUrl).origin })
  return { cookie, call }
}

/** Opens an address as a browser that follows a link. */
const download = (url: string, cookie = '') =>
  service.server.inject({ url, headers: { cookie, 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' } })

async function accessToken(person: Person): Promise<string> {
  const { hashSecret } = await import('../../src/identity/secrets.ts')
  const token = `token-${person.id}`
  await service.database.unrestricted
    .insertInto('oauth_record')
    .values({
      kind: 'AccessToken',
      id_hash: hashSecret(token),
      payload: JSON.stringify({ aud: `${service.app.config.publicUrl}/v1` }) as never,
      org_id: 'acme',
      member_id: person.id,
      expires_at: new Date(at.getTime() + 3600_000),
    })
    .execute()
  return token
}

describe('a backup of the service', () => {
  test('is refused to an admin’s key and token, and they cannot confirm anything', async () => {
    const token = await accessToken(ada)
    expect((await service.call(token, 'GET', '/v1/me')).status).toBe(200)
    for (const credential of [ada.key, token]) {
      for (const [method, path, body] of [
        ['GET', '/v1/admin/backup', undefined],
        ['POST', '/v1/admin/backup/downloads', {}],
        ['GET', '/v1/me/confirm', undefined],
        ['POST', '/v1/me/confirm', { password }],
      ] as const) {
        const reply = await service.call(credential, method, path, body)
        expect(reply, path).toMatchObject({ status: 403, body: { id: 'forbidden' } })
        expect(reply.body.message).toContain('A key or a token cannot do this.')
      }
    }
  })

  test('needs a session whose password was entered again in the last five minutes', async () => {
    const call = await sessionOf(ada)
    const refused = { status: 403, body: { id: 'confirmation-required' } }
    expect(await call('GET', '/v1/admin/backup')).toMatchObject(refused)
    expect(await call('POST', '/v1/admin/backup/downloads', {})).toMatchObject(refused)
    expect((await call('GET', '/v1/me/confirm')).body).toEqual({
      confirmedUntil: null,
      hasPassword: true,
      passkey: null,
    })
    expect((await call('POST', '/v1/me/confirm', { password: 'wrong' })).status).toBe(403)
    expect(await call('GET', '/v1/admin/backup')).toMatchObject(refused)
    expect((await call('POST', '/v1/me/confirm', { password })).status).toBe(204)
    expect((await call('GET', '/v1/me/confirm')).body.confirmedUntil).toBe(
      new Date(at.getTime() + 300_000).toISOString(),
    )
    expect((await call('GET', '/v1/admin/backup')).status).toBe(200)
    // Another session of the same admin is not confirmed.
    expect(await (await sessionOf(ada))('GET', '/v1/admin/backup')).toMatchObject(refused)
    passMinutes(5)
    expect(await call('GET', '/v1/admin/backup')).toMatchObject(refused)
  })

  test('is refused to people who are no admins, however confirmed', async () => {
    const call = await confirmedSession(rita)
    expect(await call('GET', '/v1/admin/backup')).toMatchObject({ status: 403, body: { id: 'forbidden' } })
    expect((await call('POST', '/v1/admin/backup/downloads', {})).status).toBe(403)
  })

  test('cannot be reached by guessing the password quickly', async () => {
    const call = await sessionOf(ada)
    const statuses = []
    for (let index = 0; index < 7; index++)
      statuses.push((await call('POST', '/v1/me/confirm', { password: `guess ${index}` })).status)
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429])
    expect((await call('POST', '/v1/me/confirm', { password })).status).toBe(429)
  })

  test('is downloaded by the browser from an address that works once, in the same session, for a minute', async () => {
    const { cookie, call } = await signIn(ada)
    await call('POST', '/v1/me/confirm', { password })
    const newAddress = async () => (await call('POST', '/v1/admin/backup/downloads', {})).body.url as string
    const url = await newAddress()
    expect(url).toMatch(/^\/downloads\/backup\?ticket=[\w-]+$/)
    const other = await signIn(ada)
    for (const [name, foreign] of Object.entries({
      none: '',
      'another session': other.cookie,
      reader: (await signIn(rita)).cookie,
    }))
      expect((await download(url, foreign)).statusCode, name).toBe(403)
    const reply = await download(url, cookie)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-disposition': 'attachment; filename="lorewell.backup"',
      'content-length': String(reply.rawPayload.length),
    })
    expect(gunzipSync(reply.rawPayload).toString()).toContain('I will resign on Friday.')
    expect((await download(url, cookie)).statusCode).toBe(403)
    const late = await newAddress()
    passMinutes(1.1)
    expect((await download(late, cookie)).statusCode).toBe(403)
    expect((await download(`${late}x`, cookie)).statusCode).toBe(403)
    expect((await download('/downloads/backup', cookie)).statusCode).toBe(403)
  })

  test('never contains the keys that sign tokens and cookies in the clear', async () => {
    const { cookie, call } = await signIn(ada)
    await call('POST', '/v1/me/confirm', { password })
    const keys = await loadServiceKeys(service.database)
    const secrets = [keys.cookies[0], keys.signing.keys[0]?.d, keys.signing.keys[0]?.p] as string[]
    for (const body of [{}, { passphrase: 'a long passphrase' }]) {
      const { url } = (await call('POST', '/v1/admin/backup/downloads', body)).body
      expect(url).not.toContain('passphrase')
      const text = gunzipSync((await download(url, cookie)).rawPayload).toString()
      for (const secret of secrets) expect(text.includes(secret)).toBe(false)
      expect(text.includes('scrypt-aes-256-gcm')).toBe('passphrase' in body)
    }
    const direct = await service.server.inject({
      url: '/v1/admin/backup',
      headers: { cookie, origin: new URL(service.app.config.publicUrl).origin },
    })
    const text = gunzipSync(direct.rawPayload).toString()
    for (const secret of secrets) expect(text.includes(secret)).toBe(false)
  })

  test('is recorded with who took it', async () => {
    const { rows } = await (await import('kysely')).sql<{ action: string; outcome: string }>`
      select distinct action, outcome from audit_event
      where member_id = ${ada.id} and action in ('downloadBackup', 'createBackupDownload', 'confirmMe')
      order by 1, 2`.execute(service.database.unrestricted)
    expect(rows).toEqual([
      { action: 'confirmMe', outcome: 'done' },
      { action: 'confirmMe', outcome: 'refused' },
      { action: 'createBackupDownload', outcome: 'done' },
      { action: 'createBackupDownload', outcome: 'refused' },
      { action: 'downloadBackup', outcome: 'done' },
      { action: 'downloadBackup', outcome: 'refused' },
    ])
  })

  test('is refused where there is another organization', async () => {
    const { cookie, call } = await signIn(ada)
    await call('POST', '/v1/me/confirm', { password })
    const { url } = (await call('POST', '/v1/admin/backup/downloads', {})).body
    await service.organization('globex')
    expect((await call('GET', '/v1/admin/backup')).status).toBe(403)
    expect((await call('POST', '/v1/admin/backup/downloads', {})).status).toBe(403)
    expect((await download(url, cookie)).statusCode).toBe(403)
  })
})
