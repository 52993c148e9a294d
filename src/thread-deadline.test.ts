import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { startThreadDeadline, threadReady } from './thread-deadline.ts'

const cpuMs = 400

test.runIf(process.platform === 'linux')('a thread has a processor time of its own', async () => {
  const script = `
    const { readlinkSync } = require('node:fs')
    require('node:worker_threads').parentPort.postMessage('/proc/' + readlinkSync('/proc/thread-self') + '/schedstat')`
  const worker = new Worker(script, { eval: true })
  const [cpuTimeFile] = await once(worker, 'message')
  expect(cpuTimeFile).not.toBe(threadReady().cpuTimeFile)
  await worker.terminate()
})

test.runIf(process.platform === 'linux')('waiting for a processor does not count against the deadline', async () => {
  const script = `
    const { readlinkSync } = require('node:fs')
    const { parentPort } = require('node:worker_threads')
    parentPort.on('message', () => { for (;;) {} })
    parentPort.postMessage({ type: 'ready', cpuTimeFile: '/proc/' + readlinkSync('/proc/thread-self') + '/schedstat' })`
  const worker = new Worker(script, { eval: true })
  const [ready] = await once(worker, 'message')
  let isExceeded = false
  const cancel = startThreadDeadline(ready, { cpuMs, onExceeded: () => (isExceeded = true) })
  // The thread sleeps, while its process works and time passes.
  for (const end = performance.now() + 2 * cpuMs; performance.now() < end; ) await new Promise(setImmediate)
  expect(isExceeded).toBe(false)
  worker.postMessage('work')
  await expect.poll(() => isExceeded).toBe(true)
  cancel()
  await worker.terminate()
})

test('where the time of a thread is unknown, that of the process counts', async () => {
  let isExceeded = false
  startThreadDeadline({ type: 'ready' }, { cpuMs: 50, onExceeded: () => (isExceeded = true) })
  await expect
    .poll(() => {
      for (const end = performance.now() + 20; performance.now() < end; );
      return isExceeded
    })
    .toBe(true)
})

test('a canceled deadline is never exceeded', async () => {
  let isExceeded = false
  const cancel = startThreadDeadline({ type: 'ready' }, { cpuMs: 20, onExceeded: () => (isExceeded = true) })
  cancel()
  for (const end = performance.now() + 100; performance.now() < end; ) await new Promise(setImmediate)
  expect(isExceeded).toBe(false)
})
