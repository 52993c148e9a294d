import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { installLoadShedding } from './load-shedding.ts'

test('who asks through another door stands in the same line', async () => {
  let at = 0
  const pressure = installLoadShedding(fastify(), {
    maxInFlight: 1000,
    askWaitMs: 10,
    maxBodyBytes: 1000,
    now: () => at,
  })
  const ask = { path: '/ask', rateLimit: 'ask' } as const
  const takes = (ms: number) => async () => {
    at += ms
  }
  for (let round = 0; round < 50; round++) await pressure.runAdmitted(ask, takes(5))

  let answer = () => {}
  const crowd = Array.from({ length: 40 }, () =>
    pressure.runAdmitted(
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
  // Everything that comes back in this stretch is late.
  const late = pressure.runAdmitted(ask, takes(300))
  await late
  await expect(pressure.runAdmitted(ask, takes(5))).rejects.toMatchObject({
    code: 'unavailable',
    retryAfterSeconds: 1,
  })
  expect(pressure.stats().refused).toBe(1)
  // What is asked elsewhere has a line of its own, and what does not ask has none.
  await pressure.runAdmitted({ path: '/search', rateLimit: 'ask' }, takes(5))
  await pressure.runAdmitted({ path: '/notes' }, takes(5))
  answer()
  await Promise.all(crowd)
  await pressure.runAdmitted(ask, takes(5))
})

test('a language model that answers in its own time makes no line', async () => {
  let at = 0
  const pressure = installLoadShedding(fastify(), {
    maxInFlight: 1000,
    askWaitMs: 0,
    maxBodyBytes: 1000,
    now: () => at,
  })
  for (let round = 0; round < 100; round++) {
    await pressure.runAdmitted({ path: '/ask', rateLimit: 'ask' }, async () => {
      at += 5000
    })
  }
  expect(pressure.stats().refused).toBe(0)
})

test('bodies take no more than a bounded memory at once; one of unknown length counts as the largest', async () => {
  const server = fastify()
  const pressure = installLoadShedding(server, { maxInFlight: 1000, askWaitMs: 0, maxBodyBytes: 100 })
  let go = () => {}
  const released = new Promise<void>((resolve) => {
    go = resolve
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
    // No more than the largest is ever held of one.
    ...Array.from({ length: 16 }, () => send({ 'content-length': '5000' })),
    ...Array.from({ length: 16 }, () => send({ 'transfer-encoding': 'chunked' })),
  ]
  await expect.poll(() => pressure.stats().inFlight).toBe(64)
  for (const [name, value] of [
    ['content-length', '1'],
    ['transfer-encoding', 'chunked'],
  ] as const)
    expect((await send({ [name]: value })).payload).toContain('The service is busy')
  expect(pressure.stats().refused).toBe(2)
  expect((await server.inject('/')).payload).toBe('here')
  go()
  expect((await Promise.all(waiting)).map(({ payload }) => payload)).toEqual(waiting.map(() => 'done'))
  expect((await send({ 'content-length': '100' })).payload).toBe('done')
  await server.close()
})
