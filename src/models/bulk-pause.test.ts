import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { createBulkPause } from './bulk-pause.ts'

function waitedMs(pause: { wait(maxMs: number): void }, maxMs: number): number {
  const startedAt = performance.now()
  pause.wait(maxMs)
  return performance.now() - startedAt
}

test('a thread waits while something is read, at most as long as it allows, and not afterwards', () => {
  const reading = createBulkPause()
  const embedding = createBulkPause(reading.memory)
  expect(waitedMs(embedding, 10_000)).toBeLessThan(5_000)
  reading.begin()
  reading.begin()
  expect(waitedMs(embedding, 30)).toBeGreaterThanOrEqual(29)
  reading.end()
  expect(waitedMs(embedding, 30)).toBeGreaterThanOrEqual(29)
  reading.end()
  expect(waitedMs(embedding, 10_000)).toBeLessThan(5_000)
})

test('the end of a reading wakes a thread that waits', async () => {
  const reading = createBulkPause()
  reading.begin()
  const wait = `const { parentPort, workerData } = require('node:worker_threads')
    parentPort.postMessage('waiting')
    parentPort.postMessage(Atomics.wait(new Int32Array(workerData), 0, 1, 60_000))`
  const thread = new Worker(wait, { eval: true, workerData: reading.memory })
  const messages = on(thread, 'message')
  expect((await messages.next()).value).toEqual(['waiting'])
  reading.end()
  expect(['ok', 'not-equal']).toContain((await messages.next()).value[0])
})
