import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentFixture, createTestApp, type Person, type TestApp } from '../support/test-app.ts'

let service: TestApp
let ada: Person
/** Requests stop here until they are let go. */
let releaseRequests: () => void = () => {}
let arrivedCount = 0

beforeAll(async () => {
  service = await createTestApp({ config: { maxInFlight: 3, metricsToken: 'a-token-for-metrics' } })
  const held = new Promise<void>((resolve) => {
    releaseRequests = resolve
  })
  const findGroup = service.app.teams.find
  service.app.teams.find = async (...given) => {
    arrivedCount += 1
    await held
    return findGroup(...given)
  }
  await service.organization('acme')
  ada = await service.person('acme', 'ada', { role: 'admin' })
})
afterAll(() => service.close())

test('past the bound a request is refused at once and told when to come back; then all goes on', async () => {
  const call = () => service.call(ada.key, 'PATCH', '/v1/groups/none', { memberIds: [] })
  const waiting = [call(), call(), call()]
  await expect.poll(() => arrivedCount).toBe(3)
  const refused = await call()
  expect(refused.status).toBe(503)
  expect(refused.headers['retry-after']).toBe('1')
  expect(refused.body).toEqual({ message: expect.stringContaining('busy'), id: 'unavailable' })
  expect((await service.call(undefined, 'GET', '/healthz')).status).toBe(200)
  expect((await service.call(undefined, 'GET', '/readyz')).status).toBe(200)
  releaseRequests()
  expect((await Promise.all(waiting)).map((reply) => reply.status)).toEqual([404, 404, 404])
  expect((await call()).status).toBe(404)
})

test('metrics tell what was answered, by the pattern of the address', async () => {
  const { text, headers } = await service.call(undefined, 'GET', '/metrics')
  expect(headers['content-type']).toContain('text/plain; version=0.0.4')
  expect(text).toContain('lorewell_http_requests_total{method="PATCH",route="/v1/groups/:id",status="404"} 4')
  expect(text).toContain('lorewell_http_requests_refused_total 1')
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
  expect(text).not.toContain('groups/none')
})

test('metrics are for this machine, or for who has the token', async () => {
  const from = (headers: Record<string, string>, remoteAddress: string) =>
    service.server.inject({ method: 'GET', url: '/metrics', headers, remoteAddress })
  expect((await from({}, '127.0.0.1')).statusCode).toBe(200)
  expect((await from({}, '::1')).statusCode).toBe(200)
  expect((await from({}, '203.0.113.7')).statusCode).toBe(404)
  expect((await from({ 'x-forwarded-for': '203.0.113.7' }, '127.0.0.1')).statusCode).toBe(404)
  expect((await from({ authorization: 'Bearer wrong' }, '203.0.113.7')).statusCode).toBe(404)
  expect((await from({ authorization: 'Bearer a-token-for-metrics' }, '203.0.113.7')).statusCode).toBe(200)
})

test('indexing takes no more than half of the places, through whichever door it comes; questions keep theirs', async () => {
  await service.dataSource('acme', 'tickets')
  const { index } = service.app.contents
  let go = () => {}
  let held = 0
  const released = new Promise<void>((resolve) => {
    go = resolve
  })
  service.app.contents.index = async (...given) => {
    held += 1
    await released
    return index(...given)
  }
  const send = (id: string) => service.call(ada.key, 'POST', '/v1/ask/index', contentFixture({ id }))
  const waiting = [send('A'), send('B')]
  await expect.poll(() => held).toBe(2)
  const refused = await send('C')
  expect(refused.status).toBe(503)
  expect(refused.headers['retry-after']).toBe('1')
  const tool = await service.call(
    ada.key,
    'POST',
    '/mcp',
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'index_content', arguments: contentFixture({ id: 'D' }) },
    },
    { accept: 'application/json, text/event-stream' },
  )
  expect(tool.text).toMatch(/busy.*Retry after 1 seconds.*"isError":true/)
  expect((await service.call(ada.key, 'POST', '/v1/ask', { question: 'When?' })).status).toBe(200)
  expect(held).toBe(2)
  go()
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200])
  expect((await send('C')).status).toBe(200)
})
