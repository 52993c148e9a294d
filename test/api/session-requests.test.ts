import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowserSessions } from '../../src/identity/browser-sessions.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

const secret = 'vermilion'
const question = 'What is the colour of the zebra?'
let service: TestApp
let ada: Person
let cookie: string
let own: string

beforeAll(async () => {
  service = await createTestApp()
  own = new URL(service.app.config.publicUrl).origin
  await service.organization('acme')
  ada = await service.person('acme', 'ada', { role: 'admin' })
  await service.note('acme', { title: 'Zebra', content: `The colour of the zebra is ${secret}.` })
  const sessions = createBrowserSessions({
    database: service.database,
    publicUrl: service.app.config.publicUrl,
    now: () => new Date(),
  })
  const session = await sessions.create({ organizationId: 'acme', memberId: ada.id })
  cookie = `${sessions.cookieName}=${session.secret}`
})
afterAll(() => service.close())

const fetched = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
const navigated = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

describe('a session cookie authenticates', () => {
  test.each([
    ['a fetch of our own page', () => fetched],
    ['an XMLHttpRequest in mode same-origin', () => ({ ...fetched, 'sec-fetch-mode': 'same-origin' })],
    ['a script in a browser without fetch metadata', () => ({ 'x-requested-with': 'lorewell' })],
    ['a write of our own page in such a browser', () => ({ origin: own })],
  ])('%s', async (_, headers) => {
    const reply = await service.call(undefined, 'GET', '/v1/me', undefined, { cookie, ...headers() })
    expect(reply.status).toBe(200)
  })
})

describe('a session cookie does not authenticate', () => {
  test.each<[string, Record<string, string>]>([
    ['a link on another site', { ...navigated, 'sec-fetch-site': 'cross-site' }],
    ['a link on a sibling domain', { ...navigated, 'sec-fetch-site': 'same-site' }],
    ['a link in an answer', { ...navigated, 'sec-fetch-site': 'same-origin' }],
    ['an address typed by the person', { ...navigated, 'sec-fetch-site': 'none' }],
    ['a frame of our own page', { ...navigated, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' }],
    ['an image in an answer', { ...fetched, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['a ping of a link', { ...fetched, 'sec-fetch-mode': 'no-cors' }],
    ['a script element', { ...fetched, 'sec-fetch-dest': 'script' }],
    ['a fetch of another site', { ...fetched, 'sec-fetch-site': 'cross-site' }],
    ['a fetch of a sibling domain', { ...fetched, 'sec-fetch-site': 'same-site' }],
    ['a navigation with the header of our scripts', { ...navigated, 'x-requested-with': 'lorewell' }],
    ['another site with the header of our scripts', { 'x-requested-with': 'lorewell', origin: 'https://evil.example' }],
    ['a link in a browser without fetch metadata', {}],
  ])('%s', async (_, headers) => {
    for (const path of [`/v1/ask?question=${encodeURIComponent(question)}`, '/v1/me', '/v1/admin/audit']) {
      const reply = await service.call(undefined, 'GET', path, undefined, { cookie, ...headers })
      expect([path, reply.status]).toEqual([path, 401])
      expect(reply.text).not.toContain(secret)
    }
    const write = await service.call(undefined, 'POST', '/v1/notes', { title: 'Forged' }, { cookie, ...headers })
    expect(write.status).toBe(401)
  })
})

describe('a browser session cannot name a callback address', () => {
  const callbackUrl = 'https://8.8.8.8/answers'
  const query = new URLSearchParams({ question, callbackUrl })
  const countJobs = async () =>
    (await sql<{ count: number }>`select count(*)::int as count from job`.execute(service.database.unrestricted)).rows

  test.each(['/v1/ask', '/v1/super'])('%s: neither at once, nor streamed, nor deferred', async (path) => {
    const session = { cookie, ...fetched }
    const jobs = await countJobs()
    const variants: Record<string, string>[] = [{}, { accept: 'text/event-stream' }, { prefer: 'respond-async' }]
    for (const variant of variants) {
      const headers = { ...session, ...variant }
      for (const reply of [
        await service.call(undefined, 'GET', `${path}?${query}`, undefined, headers),
        await service.call(undefined, 'POST', path, { question, callbackUrl }, headers),
        await service.call(undefined, 'POST', `${path}?${query}`, undefined, headers),
      ]) {
        expect([reply.status, reply.body?.id, Object.keys(reply.body?.details ?? {})]).toEqual([
          400,
          'field-validation',
          ['callbackUrl'],
        ])
        expect(reply.text).not.toContain(secret)
      }
    }
    expect(await countJobs()).toEqual(jobs)
  })

  test('the error repeats its first 200 characters', async () => {
    const address = `${callbackUrl}/${'😀'.repeat(200)}`
    const headers = { cookie, ...fetched }
    const reply = await service.call(undefined, 'POST', '/v1/ask', { question, callbackUrl: address }, headers)
    expect(reply.body?.details.callbackUrl.value).toBe([...address].slice(0, 200).join(''))
  })

  test('a key can', async () => {
    const reply = await service.call(ada.key, 'POST', '/v1/ask', { question, callbackUrl })
    expect(reply.status).toBe(200)
    expect(reply.text).toContain(secret)
  })
})
