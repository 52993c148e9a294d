import { EventEmitter, getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { createBulkPause } from './bulk-pause.ts'
import type { Reading } from './reader.ts'
import { createReaderQueue } from './reader-queue.ts'
import type { ReaderWorkerRequest } from './reader-worker.ts'

/** A thread that reads when the test says so: the relevance of a passage is the length of its context. */
class FakeReaderThread extends EventEmitter {
  readonly received: ReaderWorkerRequest[] = []

  postMessage(message: ReaderWorkerRequest) {
    this.received.push(message)
    if (message === 'close') this.emit('exit', 0)
  }

  get questions(): string[] {
    return this.received.map((message) => (message === 'close' ? message : message.question))
  }

  answer() {
    const request = this.received.at(-1)
    if (request === undefined || request === 'close') throw new Error('nothing to answer')
    this.emit('message', { readings: request.passages.map(({ context }) => readingOf(context.length)) })
  }
}

const readingOf = (relevance: number): Reading => ({
  ...{ relevance, answers: 0, supports: 0, spanMargin: 0, sentences: [], shortAnswer: undefined },
})

const passage = { context: 'abc', sentences: ['One.'] }

function createTestQueue() {
  const threads: FakeReaderThread[] = []
  const errors: unknown[] = []
  const pauses = { underWay: 0, begin: () => void pauses.underWay++, end: () => void pauses.underWay-- }
  const queue = createReaderQueue({
    pause: pauses,
    startThread: () => {
      const thread = new FakeReaderThread()
      threads.push(thread)
      return thread
    },
    log: { error: (details: unknown) => errors.push(details) },
  })
  void queue.ready().catch(() => {})
  threads[0]?.emit('message', 'ready')
  return { queue, threads, errors, pauses, thread: threads[0] as FakeReaderThread }
}

test('questions are read one after the other, in the order of their arrival', async () => {
  const { queue, thread } = createTestQueue()
  const first = queue.read('first', [passage])
  const second = queue.read('second', [{ context: 'abcd', sentences: [] }, passage])
  expect(thread.questions).toEqual(['first'])
  thread.answer()
  expect(await first).toEqual([readingOf(3)])
  expect(thread.questions).toEqual(['first', 'second'])
  thread.answer()
  expect(await second).toEqual([readingOf(4), readingOf(3)])
})

test('bulk embedding pauses from the first question until the last one is read', async () => {
  const { queue, thread, pauses } = createTestQueue()
  expect(pauses.underWay).toBe(0)
  const first = queue.read('first', [passage])
  const second = queue.read('second', [passage])
  expect(pauses.underWay).toBe(1)
  thread.answer()
  await first
  expect(pauses.underWay).toBe(1)
  thread.answer()
  await second
  expect(pauses.underWay).toBe(0)
})

test('a thread that stops while it reads, and the end of the queue, end the pause', async () => {
  const { queue, threads, thread, pauses } = createTestQueue()
  const failed = queue.read('first', [passage])
  thread.emit('exit', 1)
  await expect(failed).rejects.toThrow('stopped working')
  expect(pauses.underWay).toBe(0)
  const again = queue.read('second', [passage])
  expect(pauses.underWay).toBe(1)
  const closed = queue.close()
  await expect(again).rejects.toThrow('shut down')
  threads[1]?.emit('exit', 0)
  await closed
  expect(pauses.underWay).toBe(0)
})

test('a question without passages needs no thread', async () => {
  const { queue, thread } = createTestQueue()
  expect(await queue.read('q', [])).toEqual([])
  expect(thread.received).toEqual([])
})

test('the passage budget falls while questions wait, and rises again', async () => {
  const { queue, thread } = createTestQueue()
  const idleBudget = queue.passageBudget
  const reads = ['a', 'b', 'c', 'd', 'e'].map((question) => queue.read(question, [passage]))
  const budgets = [queue.passageBudget]
  for (const read of reads) {
    thread.answer()
    await read
    budgets.push(queue.passageBudget)
  }
  expect(budgets[0]).toBeGreaterThan(0)
  expect(budgets[0]).toBeLessThan(idleBudget)
  expect(budgets).toEqual([...budgets].sort((a, b) => a - b))
  expect(budgets.at(-1)).toBe(idleBudget)
})

test('an aborted question rejects at once, is never sent, and others are served', async () => {
  const { queue, thread } = createTestQueue()
  const controller = new AbortController()
  const first = queue.read('first', [passage])
  const aborted = queue.read('aborted', [passage], controller.signal)
  const last = queue.read('last', [passage])
  controller.abort(new Error('gone'))
  await expect(aborted).rejects.toThrow('gone')
  thread.answer()
  await first
  thread.answer()
  expect(await last).toEqual([readingOf(3)])
  expect(thread.questions).toEqual(['first', 'last'])
  await expect(queue.read('late', [passage], controller.signal)).rejects.toThrow('gone')
})

test('reads leave no listener on a signal that outlives them', async () => {
  const { queue, thread } = createTestQueue()
  const { signal } = new AbortController()
  for (let round = 0; round < 3; round += 1) {
    const reading = queue.read('asked', [passage], signal)
    thread.answer()
    await reading
  }
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('a question aborted while it is read rejects at once, and its readings go to nobody else', async () => {
  const { queue, thread } = createTestQueue()
  const controller = new AbortController()
  const aborted = queue.read('aborted', [{ context: 'aborted', sentences: [] }], controller.signal)
  const next = queue.read('next', [passage])
  controller.abort(new Error('gone'))
  await expect(aborted).rejects.toThrow('gone')
  expect(thread.questions).toEqual(['aborted'])
  thread.answer()
  expect(thread.questions).toEqual(['aborted', 'next'])
  thread.answer()
  expect(await next).toEqual([readingOf(3)])
})

test('a passage that fails in the thread fails its question alone', async () => {
  const { queue, thread } = createTestQueue()
  const failing = queue.read('bad', [passage])
  const next = queue.read('next', [passage])
  thread.emit('message', { error: new Error('bad input') })
  await expect(failing).rejects.toMatchObject({ code: 'internal', cause: new Error('bad input') })
  thread.answer()
  expect(await next).toEqual([readingOf(3)])
})

test('a thread that dies fails its questions without a log line of its own, and the next question starts another', async () => {
  const { queue, threads, thread, errors } = createTestQueue()
  const idleBudget = queue.passageBudget
  const lost = [queue.read('read', [passage]), queue.read('waiting', [passage])]
  thread.emit('error', new Error('out of memory'))
  thread.emit('exit', 1)
  for (const read of lost) {
    await expect(read).rejects.toMatchObject({ code: 'unavailable', cause: new Error('out of memory') })
  }
  expect(errors).toEqual([])
  expect(queue.passageBudget).toBe(idleBudget)
  const next = queue.read('next', [passage])
  expect(threads).toHaveLength(2)
  threads[1]?.answer()
  expect(await next).toEqual([readingOf(3)])
})

test('a thread that dies while it is idle is logged once', () => {
  const { thread, errors } = createTestQueue()
  thread.emit('error', new Error('out of memory'))
  thread.emit('exit', 1)
  expect(errors).toEqual([{ err: new Error('out of memory') }])
})

test('a model that cannot be loaded rejects ready()', async () => {
  const thread = new FakeReaderThread()
  const queue = createReaderQueue({ startThread: () => thread, pause: createBulkPause(), log: { error: () => {} } })
  const ready = queue.ready()
  thread.emit('error', new Error('no such model'))
  await expect(ready).rejects.toMatchObject({ code: 'unavailable', cause: new Error('no such model') })
})

test('closing rejects the question that is read and those that wait, and ends the thread', async () => {
  const { queue, thread, errors } = createTestQueue()
  const pending = [queue.read('a', [passage]), queue.read('b', [passage])]
  const closed = queue.close()
  for (const read of pending) await expect(read).rejects.toMatchObject({ code: 'unavailable' })
  await closed
  expect(thread.questions).toEqual(['a', 'close'])
  await expect(queue.read('c', [passage])).rejects.toMatchObject({ code: 'unavailable' })
  expect(errors).toEqual([])
})
