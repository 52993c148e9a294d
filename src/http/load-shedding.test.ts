import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { installLoadShedding } from './load-shedding.ts'

test('questions over MCP and over HTTP share one admission control', async () => {
  let at = 0
  const loadShedder = installLoadShedding(fastify(), {
    maxInFlight: 1000,
    askWaitMs: 10,
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
    now: () => at,
  })
  for (let round = 0; round < 100; round++) {
    await loadShedder.runAdmitted({ path: '/ask', rateLimit: 'ask' }, async () => {
      at += 5000
    })
  }
  expect(loadShedder.stats().refused).toBe(0)
})

test('a request holds a slot neither while its body arrives nor while its response is read', async () => {
  const server = fastify()
  const loadShedder = installLoadShedding(server, { maxInFlight: 1, askWaitMs: 0 })
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  server.post('/', async (request) => String(request.body))
  server.get('/', async () => 'here')
  const url = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))
  const upload = request(url, { method: 'POST', headers: { 'content-type': 'text/x' } })
  upload.write('a')
  const [incoming] = await once(server.server, 'request')
  await expect.poll(() => loadShedder.stats().inFlight).toBe(0)
  expect(incoming.complete).toBe(false)
  expect(await (await fetch(url)).text()).toBe('here')
  upload.end('b')
  const [response] = (await once(upload, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  // Not read yet.
  expect(loadShedder.stats()).toEqual({ inFlight: 0, refused: 0 })
  expect(await text(response)).toBe('ab')
  await server.close()
})

test('a disconnected upload leaves no slot behind', async () => {
  const server = fastify()
  const loadShedder = installLoadShedding(server, { maxInFlight: 1, askWaitMs: 0 })
  server.post('/', async () => 'done')
  const url = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))
  const upload = request(url, { method: 'POST', headers: { 'content-type': 'application/json' } })
  upload.on('error', () => {})
  upload.write('{')
  const [, response] = await once(server.server, 'request')
  const closed = once(response, 'close')
  upload.destroy()
  await closed
  expect((await server.inject({ method: 'POST', url: '/', payload: {} })).payload).toBe('done')
  expect(loadShedder.stats()).toEqual({ inFlight: 0, refused: 0 })
  await server.close()
})
