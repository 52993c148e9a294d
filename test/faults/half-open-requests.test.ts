import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ConnectionTimeouts } from '../../src/http/connection-timeouts.ts'
import { HttpBrowser } from '../support/http-browser.ts'
import { halfOpenRequest, openRawConnection, type RawConnection } from '../support/raw-connection.ts'
import { contentFixture, type Person } from '../support/test-app.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }

let service: TestServer
let ada: Person
let arrived: number
const connections: RawConnection[] = []

/** Starts a service for the tests of a block. */
function useService(timeouts: Partial<ConnectionTimeouts>): void {
  beforeAll(async () => {
    service = await startTestServer({ config: { maxInFlight: 20, maxBodyBytes: 100_000 }, http: { timeouts } })
    await service.organization('acme')
    await service.dataSource('acme', 'tickets')
    ada = await service.person('acme', 'ada', { role: 'admin', password: 'correct horse' })
    service.server.server.on('request', () => arrived++)
  })
  beforeEach(() => {
    arrived = 0
  })
  afterEach(() => {
    for (const { socket } of connections.splice(0)) socket.destroy()
  })
  afterAll(() => service.close())
}

async function open(text: string): Promise<RawConnection> {
  const connection = await openRawConnection(service.url, text)
  connections.push(connection)
  return connection
}

const credentialOf = (person: Person) => ({ authorization: `Bearer ${person.key}` })

/** Sends requests as everybody does, while others are half open. */
async function expectNormalService(): Promise<void> {
  const browser = new HttpBrowser(service.url)
  await browser.signIn(ada.email)
  expect(browser.cookies.has('lorewell_session')).toBe(true)
  const post = (path: string, body: unknown) =>
    fetch(service.url + path, {
      method: 'POST',
      headers: { ...json, ...credentialOf(ada) },
      body: JSON.stringify(body),
    })
  expect((await post('/v1/ask/index', contentFixture())).status).toBe(200)
  const answer = await post('/v1/ask', { question: 'When does the front door open?' })
  expect(answer.status).toBe(200)
  expect(JSON.stringify(await answer.json())).toContain('opens at seven')
  const token = await fetch(`${service.url}/oauth/token`, { method: 'POST', headers: form, body: 'grant_type=none' })
  expect(token.status).toBe(400)
}

/** Returns an index request in two parts. */
function splitUpload(): { head: string; rest: string } {
  const body = JSON.stringify(contentFixture({ id: 'slow' }))
  const headers = { host: 'x', ...json, ...credentialOf(ada), 'content-length': String(body.length) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return { head: `POST /v1/ask/index HTTP/1.1\r\n${lines.join('')}\r\n${body.slice(0, 10)}`, rest: body.slice(10) }
}

describe('while their deadline is far', () => {
  const far = 600_000
  useService({ anonymousBodyMs: far, bodyIdleMs: far, bodyGraceMs: far, unreadBodyMs: far, stalledResponseMs: far })

  test('200 half-open requests without credentials hold up nobody', async () => {
    const requests = [
      halfOpenRequest('/sign-in', form),
      halfOpenRequest('/oauth/token', form),
      halfOpenRequest('/oauth/register', json),
    ]
    for (let count = 0; count < 200; count++) await open(requests[count % requests.length] as string)
    await expect.poll(() => arrived).toBe(200)
    await expectNormalService()
    expect(connections.filter((connection) => connection.received() !== '' || !connection.isOpen())).toEqual([])
  })

  test('200 half-open requests with wrong and without credentials are answered 401 and hold up nobody', async () => {
    const paths = ['/v1/ask', '/v1/ask/index', '/v1/ask/index/batch', '/v1/ask/index/stream', '/v1/notes', '/mcp']
    const credentials: Record<string, string>[] = [{}, { authorization: 'Bearer lw_wrong' }]
    for (let count = 0; count < 200; count++) {
      const headers = { ...json, ...credentials[count % 2] }
      const { received } = await open(halfOpenRequest(paths[count % paths.length] as string, headers))
      await expect.poll(received).toMatch(/^HTTP\/1\.1 401 /)
    }
    await expectNormalService()
  })

  test('200 half-open requests of one caller hold up nobody, that caller included', async () => {
    const paths = ['/v1/ask', '/v1/ask/index', '/v1/ask/index/batch', '/v1/notes', '/mcp']
    for (let count = 0; count < 200; count++)
      await open(halfOpenRequest(paths[count % paths.length] as string, { ...json, ...credentialOf(ada) }))
    await expect.poll(() => arrived).toBe(200)
    await expectNormalService()
  })

  test('a client that does not read its responses holds no slot', async () => {
    await openWithoutReading()
    await expect.poll(() => arrived).toBeGreaterThan(20)
    await expectNormalService()
  })

  test('idle connections hold no slot', async () => {
    for (let count = 0; count < 50; count++) await open('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
    for (const { received } of connections) await expect.poll(received).toMatch(/^HTTP\/1\.1 200 /)
    for (let count = 0; count < 50; count++) await open('')
    await expectNormalService()
  })
})

describe('without credentials', () => {
  useService({ anonymousBodyMs: 20, unreadBodyMs: 1 })

  test.each([
    ['/sign-in', form],
    ['/setup', form],
    ['/oauth/token', form],
    ['/oauth/register', json],
  ])('a body for %s that does not arrive is answered 408', async (path, headers) => {
    const { closed } = await open(halfOpenRequest(path, headers))
    const response = await closed
    expect(response).toMatch(/^HTTP\/1\.1 408 /)
    expect(response).toMatch(/\r\nconnection: close\r\n/i)
  })

  test('an unknown address is answered 404 without waiting for the body', async () => {
    const { closed } = await open(halfOpenRequest('/nowhere', json))
    expect(await closed).toMatch(/^HTTP\/1\.1 404 /)
  })

  test('the connection of a refused request ends if its body does not arrive', async () => {
    const { closed } = await open(halfOpenRequest('/v1/ask', json))
    expect(await closed).toMatch(/^HTTP\/1\.1 401 /)
  })

  test('only, the deadline is short: the body of a caller can take longer', async () => {
    const { head, rest } = splitUpload()
    const slow = await open(head)
    await expect.poll(() => arrived).toBe(1)
    await (await open(halfOpenRequest('/sign-in', form))).closed
    slow.socket.write(rest)
    await expect.poll(slow.received).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('the body of a caller', () => {
  useService({ anonymousBodyMs: 20, bodyIdleMs: 20 })

  test.each(['/v1/ask', '/mcp'])('for %s that stops arriving is answered 408', async (path) => {
    const { closed } = await open(halfOpenRequest(path, { ...json, ...credentialOf(ada) }))
    const response = await closed
    expect(response).toMatch(/^HTTP\/1\.1 408 /)
    expect(response).toContain('"id":"request-timeout"')
  })

  test('that is a stream of items can pause', async () => {
    const ndjson = { 'content-type': 'application/x-ndjson', ...credentialOf(ada) }
    const stream = await open(halfOpenRequest('/v1/ask/index/stream', ndjson).replace(/1\r\n\{\r\n$/, ''))
    await expect.poll(() => arrived).toBe(1)
    await (await open(halfOpenRequest('/v1/ask', { ...json, ...credentialOf(ada) }))).closed
    const line = `${JSON.stringify(contentFixture({ id: 'streamed' }))}\n`
    stream.socket.write(`${line.length.toString(16)}\r\n${line}\r\n0\r\n\r\n`)
    await expect.poll(stream.received).toContain('"ok":true')
  })
})

describe('too slowly', () => {
  useService({ bodyGraceMs: 20, minBodyBytesPerSecond: 1e6, streamIdleMs: 20, stalledResponseMs: 50, headersMs: 1000 })

  test('a body that arrives below the minimum rate is answered 408', async () => {
    expect(await (await open(splitUpload().head)).closed).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('a stream of items ends when nothing arrives for long', async () => {
    const ndjson = { 'content-type': 'application/x-ndjson', ...credentialOf(ada) }
    await (await open(halfOpenRequest('/v1/ask/index/stream', ndjson))).closed
  })

  test('headers that do not arrive end the connection', async () => {
    await (await open('POST /sign-in HTTP/1.1\r\nhost: x\r\nx-slow: ')).closed
    expect(arrived).toBe(0)
  })

  test('a client that does not read its responses loses its connection', async () => {
    const responses: ServerResponse[] = []
    service.server.server.on('request', (_request, response) => responses.push(response))
    const [[{ socket }]] = await Promise.all([once(service.server.server, 'request'), openWithoutReading()])
    if (!socket.destroyed) await once(socket, 'close')
    expect(responses.filter((response) => !response.writableFinished).length).toBeGreaterThan(0)
  })
})

/** Requests more than the socket buffers of both sides hold, in more requests than there are slots. */
async function openWithoutReading(): Promise<void> {
  const { socket } = await open('')
  socket.pause()
  socket.write('GET /v1/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(200))
}
