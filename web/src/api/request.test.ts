import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendRequest } from './request.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A service that is busy so often, and then answers. */
function stubBusyServer(times: number, retryAfter: string) {
  let tried = 0
  vi.stubGlobal('fetch', async () => {
    tried += 1
    if (tried > times) return new Response('{}', { status: 200 })
    return new Response('{"id":"unavailable","message":"The service is busy."}', {
      status: 503,
      headers: { 'retry-after': retryAfter },
    })
  })
  return () => tried
}

const sendAsk = (patience?: number) =>
  sendRequest('POST', '/ask', { body: {}, accept: 'application/json', patience })

test('a busy service is tried again after the time it names', async () => {
  const tried = stubBusyServer(2, '1')
  const answer = sendAsk(3)
  await vi.advanceTimersByTimeAsync(999)
  expect(tried()).toBe(1)
  await vi.advanceTimersByTimeAsync(1001)
  expect((await answer).status).toBe(200)
  expect(tried()).toBe(3)
})

test.each([
  ['the last time', 1, '1', 2],
  ['a call without patience', undefined, '1', 1],
  ['a long wait', 3, '60', 1],
])('after %s the refusal is told', async (_, patience, retryAfter, times) => {
  const tried = stubBusyServer(9, retryAfter)
  const told = expect(sendAsk(patience)).rejects.toMatchObject({
    status: 503,
    message: 'The service is busy.',
  })
  await vi.advanceTimersByTimeAsync(10_000)
  await told
  expect(tried()).toBe(times)
})
