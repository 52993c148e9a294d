import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { createInferenceLock, inferenceLockBytes } from './inference-lock.ts'

test('after the lock is closed the worker has finished and never acquires it again', async () => {
  const lockMemory = new SharedArrayBuffer(inferenceLockBytes)
  const roundsMemory = new SharedArrayBuffer(8)
  // Goes in and out as fast as it can; each round is odd while inside and even outside.
  const source = `
    import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))}).then(async ({ register }) => {
      register()
      const { createInferenceLock } = await import(${JSON.stringify(new URL('./inference-lock.ts', import.meta.url).href)})
      const { workerData, parentPort } = require('node:worker_threads')
      const gate = createInferenceLock(workerData.lockMemory)
      const rounds = new Int32Array(workerData.roundsMemory)
      parentPort.postMessage('running')
      for (;;) {
        gate.acquire()
        Atomics.add(rounds, 0, 1)
        Atomics.add(rounds, 0, 1)
        gate.release()
      }
    })`
  const worker = new Worker(source, { eval: true, workerData: { lockMemory, roundsMemory } })
  await once(worker, 'message')
  const rounds = new Int32Array(roundsMemory)
  // Blocks until it has certainly been inside.
  while (Atomics.load(rounds, 0) < 1000) Atomics.wait(rounds, 1, 0, 1)
  createInferenceLock(lockMemory).closeAndWait(60_000)
  const atShutting = Atomics.load(rounds, 0)
  expect(atShutting % 2).toBe(0)
  // Long enough for thousands of rounds, if any were still made.
  for (let looks = 0; looks < 1_000_000; looks++) {
    if (Atomics.load(rounds, 0) !== atShutting) throw new Error('it came in again')
  }
  await worker.terminate()
})
