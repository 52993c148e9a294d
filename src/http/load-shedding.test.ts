import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { installLoadShedding } from './load-shedding.ts'

test('questions over MCP and over HTTP share one admission control', async () => {
  let at = 0
  const loadShedder = installLoadShedding(fastify(), {
    maxInFlight: 1000,
    askWaitMs: 10,
    maxBodyBytes: 1000,
    now: () => at,
  })
  const ask = { path: '/ask', rateLimit: 'ask' } as const
  const takes = (ms: number) => async () => {
    at += ms
  }
  for (let round = 0; round < 50; round++) await loadShedder.runAdmitted(ask, takes(5))

  let answer = () => {}
  const burst = Array.from({ length: 40 }, () =>
    loadShedder.runAdmitted(
      ask,
      () =>
        new Promise<void>((resolve) => {
          const before = answer
          answer = () => {
            before()
            resolve()
          }
        }),
    ),
  )
  // The fastest answer of this window is late.
  const late = loadShedder.runAdmitted(ask, takes(300))
  await late
  await expect(loadShedder.runAdmitted(ask, takes(5))).rejects.toMatchObject({
    code: 'unavailable',
    retryAfterSeconds: 1,
  })
  expect(loadShedder.stats().refused).toBe(1)
  // Another path has an admission control of its own, and operations without a rate limit have none.
  await loadShedder.runAdmitted({ path: '/search', rateLimit: 'ask' }, takes(5))
  await loadShedder.runAdmitted({ path: '/notes' }, takes(5))
  answer()
  await Promise.all(burst)
  await loadShedder.runAdmitted(ask, takes(5))
})

test('with a language model, slow answers do not shed load', async () => {
  let at = 0
  const loadShedder = installLoadShedding(fastify(), {
    maxInFlight: 1000,
    askWaitMs: 0,
    maxBodyBytes: 1000,
    now: () => at,
  })
  for (let round = 0; round < 100; round++) {
    await loadShedder.runAdmitted({ path: '/ask', rateLimit: 'ask' }, async () => {
      at += 5000
    })
  }
  expect(loadShedder.stats().refused).toBe(0)
})

test('the memory of request bodies is limited; one of unknown length counts as the largest', async () => {
  const server = fastify()
  const loadShedder = installLoadShedding(server, { maxInFlight: 1000, askWaitMs: 0, maxBodyBytes: 100 })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  server.addContentTypeParser('*', (_request, _payload, done) => done(null))
  server.post('/', async () => {
    await released
    return 'done'
  })
  server.get('/', async () => 'here')
  const send = (headers: Record<string, string>) =>
    server.inject({ method: 'POST', url: '/', headers: { 'content-type': 'text/x', ...headers } })
  const waiting = [
    ...Array.from({ length: 32 }, () => send({ 'content-length': '100' })),
    // Never counted as more than the maximum size.
    ...Array.from({ length: 16 }, () => send({ 'content-length': '5000' })),
    ...Array.from({ length: 16 }, () => send({ 'transfer-encoding': 'chunked' })),
  ]
  await expect.poll(() => loadShedder.stats().inFlight).toBe(64)
  for (const [name, value] of [
    ['content-length', '1'],
    ['transfer-encoding', 'chunked'],
  ] as const)
    expect((await send({ [name]: value })).payload).toContain('The service is busy')
  expect(loadShedder.stats().refused).toBe(2)
  expect((await server.inject('/')).payload).toBe('here')
  release()
  expect((await Promise.all(waiting)).map(({ payload }) => payload)).toEqual(waiting.map(() => 'done'))
  expect((await send({ 'content-length': '100' })).payload).toBe('done')
  await server.close()
})
