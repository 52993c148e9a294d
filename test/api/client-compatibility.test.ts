import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type Person } from '../support/test-app.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/** Requests in the shapes that programs people run already send, over a real connection. */

let scratch: TestServer
let ada: Person
let url: string
beforeAll(async () => {
  scratch = await startTestServer()
  url = scratch.url
  await scratch.organization('acme')
  ada = await scratch.person('acme', 'ada')
  await scratch.note('acme', { id: 'eng', title: 'Engineering', content: 'All about machines.' })
  await scratch.note('acme', {
    id: 'oncall',
    parent: 'eng',
    title: 'On call',
    content: 'The platform team is on call at the weekend.',
  })
  await scratch.note('acme', {
    id: 'sales',
    title: 'Sales',
    content: 'Sales is on call at the weekend in May.',
  })
  await scratch.dataSource('acme', 'tickets')
  await scratch.assistant('acme', 'helper', { scope: { notes: ['eng'], dataSources: [] } })
})
afterAll(() => scratch?.close())

const question = 'Who is on call at the weekend?'

interface HttpReply {
  status: number
  headers: Record<string, string | string[] | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: what came over the wire is what a test is about to check
  body: any
}

/** With exactly these headers, which `fetch` would add to. */
function send(method: string, path: string, headers: Record<string, string>, body?: string): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url + path, { method, headers }, async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: text === '' ? undefined : JSON.parse(text),
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const bearer = () => ({ authorization: `Bearer ${ada.key}` })

describe('asking', () => {
  it('by POST with the fields in the query string, and an empty body with a JSON content type', async () => {
    for (const [name, value] of [
      ['content-length', '0'],
      ['transfer-encoding', 'chunked'],
    ] as const) {
      const { status, body } = await send('POST', `/v1/ask?${new URLSearchParams({ question })}`, {
        ...bearer(),
        [name]: value,
        'content-type': 'application/json',
      })
      expect(status).toBe(200)
      expect(body.sources.length).toBeGreaterThan(0)
    }
  })

  it('with the key in x-slite-api-key', async () => {
    const headers = { 'x-slite-api-key': ada.key, 'content-type': 'application/json' }
    const { status, body } = await send('POST', '/v1/ask', headers, JSON.stringify({ question }))
    expect(status).toBe(200)
    expect(body.answer).toContain('platform team')
  })

  it('by GET below a note that is named with parentNoteId', async () => {
    const query = new URLSearchParams({ question, parentNoteId: 'eng' })
    const { status, body } = await send('GET', `/v1/ask?${query}`, bearer())
    expect(status).toBe(200)
    expect(body.sources.map(({ id }: { id: string }) => id)).toEqual(['oncall'])
  })

  it('at /v1/super with a question and an assistant', async () => {
    const headers = { ...bearer(), 'content-type': 'application/json; charset=utf-8', accept: '*/*' }
    const { status, body } = await send(
      'POST',
      '/v1/super',
      headers,
      JSON.stringify({ question, assistantId: 'helper' }),
    )
    expect(status).toBe(200)
    expect(body.sources.map(({ id }: { id: string }) => id)).toEqual(['oncall'])
  })
})

const item = (id: string, updatedAt = '2026-11-01T09:00:00.000Z') => ({
  rootId: 'tickets',
  id,
  title: `Ticket ${id}`,
  content: 'It was the battery.',
  type: 'markdown',
  updatedAt,
  url: `https://tickets.test/${id}`,
})

const index = (body: unknown) =>
  send('POST', '/v1/ask/index', { 'x-api-key': ada.key, 'content-type': 'application/json' }, JSON.stringify(body))

describe('custom content', () => {
  it('is deleted by DELETE with query parameters, with and without a JSON content type', async () => {
    const kinds: Record<string, string>[] = [{}, { 'content-type': 'application/json' }]
    for (const headers of kinds) {
      expect((await index(item('gone'))).status).toBe(200)
      const query = new URLSearchParams({ rootId: 'tickets', id: 'gone' })
      const removed = await send('DELETE', `/v1/ask/index?${query}`, { ...bearer(), ...headers })
      expect(removed).toMatchObject({ status: 200, body: { ok: true } })
    }
    const { body } = await send('GET', '/v1/ask/index?rootId=tickets', bearer())
    expect(JSON.stringify(body)).not.toContain('gone')
  })

  it('is listed so that a strict client can walk it: page echoed, hits unique, none past nbPages', async () => {
    const sent = new Map<string, string>()
    for (let number = 0; number < 23; number++) {
      const updatedAt = new Date(Date.UTC(2026, 10, 1, number % 7, 0, 0, number)).toISOString()
      const { body } = await index(item(`T-${number}`, updatedAt))
      expect(body.updatedAt).toBe(updatedAt)
      sent.set(`T-${number}`, updatedAt)
    }
    const found = new Map<string, string>()
    let nbPages = 1
    for (let page = 0; page < nbPages; page++) {
      const query = new URLSearchParams({ rootId: 'tickets', page: String(page), hitsPerPage: '5' })
      const { body } = await send('GET', `/v1/super/index?${query}`, bearer())
      expect(body.page).toBe(page)
      expect(body.hits.length).toBeGreaterThan(0)
      for (const hit of body.hits) {
        expect(found.has(hit.id)).toBe(false)
        found.set(hit.id, hit.updatedAt)
      }
      nbPages = body.nbPages
    }
    expect(nbPages).toBe(5)
    expect(found).toEqual(sent)
    const past = await send('GET', `/v1/ask/index?rootId=tickets&page=${nbPages}&hitsPerPage=5`, bearer())
    expect(past.body).toEqual({ nbPages: 5, page: 5, hits: [] })
  })
})

it('a client that reads Retry-After gets through once it has waited that long', async () => {
  let at = Date.now()
  const limited = await createTestApp({ config: { askPerMinute: 2 }, now: () => new Date(at) })
  try {
    await limited.organization('acme')
    const { key } = await limited.person('acme', 'ada')
    const ask = () => limited.call(key, 'POST', '/v1/ask', { question })
    await ask()
    await ask()
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({ name: 'AskRateLimitedError', id: 'rate-limit', status: 429 })
    const seconds = Number(refused.headers['retry-after'])
    expect(Number.isInteger(seconds) && seconds > 0 && seconds <= 60).toBe(true)
    at += seconds * 1000
    expect((await ask()).status).toBe(200)
  } finally {
    await limited.close()
  }
})

it.each(['/v1/notes/%zz', '/v1/notes/%C3%28'])(
  'an address that is no address (%s) is refused in our own words',
  async (path) => {
    const { status, body } = await send('GET', path, bearer())
    expect(status).toBe(404)
    expect(body).toEqual({ message: 'There is nothing at this address.', id: 'not-found' })
  },
)
