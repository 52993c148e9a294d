import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentFixture, createTestApp, type Person, type TestApp } from '../support/test-app.ts'

let service: TestApp
let ada: Person

beforeAll(async () => {
  service = await createTestApp({ config: { maxInFlight: 3, metricsToken: 'a-token-for-metrics' } })
  await service.organization('acme')
  ada = await service.person('acme', 'ada', { role: 'admin' })
})
afterAll(() => service.close())

/** Makes calls of a method wait until `release` is called; counts those that arrived. */
function holdCalls<Target, Name extends keyof Target>(target: Target, name: Name) {
  const original = target[name] as (...given: unknown[]) => Promise<unknown>
  const held = { count: 0, release: () => {} }
  const released = new Promise<void>((resolve) => {
    held.release = resolve
  })
  target[name] = (async (...given: unknown[]) => {
    held.count += 1
    await released
    return original(...given)
  }) as Target[Name]
  return held
}

async function readMetric(name: RegExp): Promise<number> {
  const { text } = await service.call(undefined, 'GET', '/metrics')
  return Number(new RegExp(`^${name.source} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
}

test('past the bound a request is refused at once and told when to retry; then all goes on', async () => {
  const held = holdCalls(service.app.teams, 'find')
  const call = () => service.call(ada.key, 'PATCH', '/v1/groups/none', { memberIds: [] })
  const waiting = [call(), call(), call()]
  await expect.poll(() => held.count).toBe(3)
  const refusedBefore = await readMetric(/lorewell_http_requests_refused_total/)
  const refused = await call()
  expect(refused.status).toBe(503)
  expect(refused.headers['retry-after']).toBe('1')
  expect(refused.body).toEqual({ message: expect.stringContaining('busy'), id: 'unavailable' })
  expect((await service.call(undefined, 'GET', '/healthz')).status).toBe(200)
  expect((await service.call(undefined, 'GET', '/readyz')).status).toBe(200)
  expect(await readMetric(/lorewell_http_requests_refused_total/)).toBe(refusedBefore + 1)
  held.release()
  expect((await Promise.all(waiting)).map((reply) => reply.status)).toEqual([404, 404, 404])
  expect((await call()).status).toBe(404)
})

test('metrics count requests by route pattern, never by address', async () => {
  const counter = /lorewell_http_requests_total\{method="DELETE",route="\/v1\/groups\/:id",status="404"\}/
  const before = await readMetric(counter)
  for (let round = 0; round < 4; round++)
    expect((await service.call(ada.key, 'DELETE', '/v1/groups/none')).status).toBe(404)
  expect(await readMetric(counter)).toBe(before + 4)
  const { text, headers } = await service.call(undefined, 'GET', '/metrics')
  expect(headers['content-type']).toContain('text/plain; version=0.0.4')
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
  expect(text).not.toContain('groups/none')
})

test('metrics are served to this machine and to callers with the token', async () => {
  const from = (headers: Record<string, string>, remoteAddress: string) =>
    service.server.inject({ method: 'GET', url: '/metrics', headers, remoteAddress })
  expect((await from({}, '127.0.0.1')).statusCode).toBe(200)
  expect((await from({}, '::1')).statusCode).toBe(200)
  expect((await from({}, '203.0.113.7')).statusCode).toBe(404)
  expect((await from({ 'x-forwarded-for': '203.0.113.7' }, '127.0.0.1')).statusCode).toBe(404)
  expect((await from({ authorization: 'Bearer wrong' }, '203.0.113.7')).statusCode).toBe(404)
  expect((await from({ authorization: 'Bearer a-token-for-metrics' }, '203.0.113.7')).statusCode).toBe(200)
})

test('indexing takes at most half of the slots through /v1 and /mcp together; questions keep theirs', async () => {
  await service.dataSource('acme', 'tickets')
  const held = holdCalls(service.app.contents, 'index')
  const send = (id: string) => service.call(ada.key, 'POST', '/v1/ask/index', contentFixture({ id }))
  const waiting = [send('A'), send('B')]
  await expect.poll(() => held.count).toBe(2)
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
  expect(held.count).toBe(2)
  held.release()
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200])
  expect((await send('C')).status).toBe(200)
})
