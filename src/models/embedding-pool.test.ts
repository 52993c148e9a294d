import { EventEmitter } from 'node:events'
import { describe, expect, test } from 'vitest'
import { createEmbeddingPool, type EmbeddingLane } from './embedding-pool.ts'
import type { EmbeddingWorkerRequest } from './embedding-worker.ts'

/** A thread that computes when the test says so: the vector of a text is its length, twice. */
class FakeWorkerThread extends EventEmitter {
  readonly lane: EmbeddingLane
  readonly received: EmbeddingWorkerRequest[] = []

  constructor(lane: EmbeddingLane) {
    super()
    this.lane = lane
  }

  postMessage(message: EmbeddingWorkerRequest) {
    this.received.push(message)
    if (message === 'close') this.emit('exit', 0)
  }

  becomeReady() {
    this.emit('message', 'ready')
  }

  answer() {
    const texts = this.received.at(-1)
    if (!Array.isArray(texts)) throw new Error('nothing to answer')
    const lengths = texts.map((text) => (typeof text === 'string' ? text : text.context).length)
    const sentences = texts.flatMap((text) => (typeof text === 'string' ? [] : text.sentences))
    this.emit('message', {
      vectors: Float32Array.from(lengths.flatMap((length) => [length, length])),
      sentences: Int8Array.from(sentences.flatMap(({ length }) => [length, -length])),
    })
  }
}

const vectorsOf = (length: number) => ({
  vector: Float32Array.of(length, length),
  sentenceVectors: undefined,
})

function createTestPool() {
  const threads: FakeWorkerThread[] = []
  const errors: unknown[] = []
  const pool = createEmbeddingPool({
    startThread: (lane) => {
      const thread = new FakeWorkerThread(lane)
      threads.push(thread)
      return thread
    },
    bulkThreads: 2,
    dimensions: 2,
    log: { error: (details: unknown) => errors.push(details) },
  })
  return { pool, threads, errors }
}

describe('the embedding pool', () => {
  test('bulk threads start with the first bulk text, not before', async () => {
    const { pool, threads } = createTestPool()
    void pool.ready()
    threads[0]?.becomeReady()
    const question = pool.embed(['abc'], 'interactive')
    threads[0]?.answer()
    expect(await question).toEqual([vectorsOf(3)])
    expect(threads.map(({ lane }) => lane)).toEqual(['interactive'])
    void pool.embed(['x'], 'bulk')
    expect(threads.map(({ lane }) => lane)).toEqual(['interactive', 'bulk', 'bulk'])
  })

  test('the interactive thread never takes bulk texts, and a bulk thread takes interactive ones first', async () => {
    const { pool, threads } = createTestPool()
    void pool.ready()
    const passages = ['p'.repeat(1500), 'q'.repeat(1500), 'r'.repeat(1500)]
    void pool.embed(passages, 'bulk')
    for (const thread of threads) thread.becomeReady()
    expect(threads.map(({ received }) => received)).toEqual([[], [[passages[0]]], [[passages[1]]]])
    void pool.embed(['first?'], 'interactive')
    const second = pool.embed(['second?'], 'interactive')
    expect(threads[0]?.received).toEqual([['first?']])
    threads[1]?.answer()
    expect(threads[1]?.received.at(-1)).toEqual(['second?'])
    threads[1]?.answer()
    expect(await second).toEqual([vectorsOf(7)])
    expect(threads[1]?.received.at(-1)).toEqual([passages[2]])
  })

  test('background texts come after bulk texts, and fail with the bulk threads', async () => {
    const { pool, threads } = createTestPool()
    const background = pool.embed(['b'.repeat(3000), 'bb'.repeat(3000), 'bbb'], 'background')
    const bulk = pool.embed(['c'], 'bulk')
    const [one, other] = threads as [FakeWorkerThread, FakeWorkerThread]
    one.becomeReady()
    expect(one.received).toEqual([['c']])
    one.answer()
    expect(await bulk).toEqual([vectorsOf(1)])
    expect(one.received.at(-1)).toEqual(['b'.repeat(3000)])
    for (const thread of [one, other]) thread.emit('exit', 1)
    await expect(background).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('vectors do not share memory', async () => {
    const { pool, threads } = createTestPool()
    const vectors = pool.embed(['a', 'bb'], 'interactive')
    threads[0]?.becomeReady()
    threads[0]?.answer()
    expect((await vectors).map(({ vector }) => vector.buffer.byteLength)).toEqual([8, 8])
  })

  test('a passage returns with a vector per sentence, whatever texts surround it', async () => {
    const { pool, threads } = createTestPool()
    const mixed = pool.embed(
      [{ context: 'abc', sentences: ['x', 'yy'] }, 'question', { context: '', sentences: ['zzz'] }],
      'interactive',
    )
    threads[0]?.becomeReady()
    threads[0]?.answer()
    expect(await mixed).toEqual([
      { vector: Float32Array.of(3, 3), sentenceVectors: Int8Array.of(1, -1, 2, -2) },
      vectorsOf(8),
      { vector: Float32Array.of(0, 0), sentenceVectors: Int8Array.of(3, -3) },
    ])
  })

  test('a text that fails in the thread fails its call alone, and the thread goes on', async () => {
    const { pool, threads } = createTestPool()
    const failing = pool.embed(['a'], 'interactive')
    threads[0]?.becomeReady()
    threads[0]?.emit('message', { error: new Error('bad input') })
    await expect(failing).rejects.toMatchObject({ code: 'internal', cause: new Error('bad input') })
    const next = pool.embed(['bb'], 'interactive')
    threads[0]?.answer()
    expect(await next).toEqual([vectorsOf(2)])
  })

  test('a thread that dies fails its texts and is replaced by the next call', async () => {
    const { pool, threads, errors } = createTestPool()
    const lost = pool.embed(['a'], 'interactive')
    threads[0]?.becomeReady()
    threads[0]?.emit('error', new Error('out of memory'))
    threads[0]?.emit('exit', 1)
    await expect(lost).rejects.toMatchObject({ code: 'unavailable' })
    expect(errors).toHaveLength(1)
    const next = pool.embed(['bb'], 'interactive')
    threads[1]?.becomeReady()
    threads[1]?.answer()
    expect(await next).toEqual([vectorsOf(2)])
  })

  test('texts queued for a thread that cannot start are rejected', async () => {
    const { pool, threads } = createTestPool()
    const ready = pool.ready()
    const waiting = pool.embed(['a'], 'interactive')
    threads[0]?.emit('error', new Error('no such model'))
    await expect(ready).rejects.toMatchObject({ code: 'unavailable', cause: new Error('no such model') })
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('when one of two bulk threads dies, the other takes the queued texts', async () => {
    const { pool, threads } = createTestPool()
    const long = 'p'.repeat(1500)
    const lost = pool.embed([long], 'bulk')
    for (const thread of threads) thread.becomeReady()
    const kept = [pool.embed([long], 'bulk'), pool.embed([long], 'bulk')]
    threads[0]?.emit('exit', 1)
    await expect(lost).rejects.toMatchObject({ code: 'unavailable' })
    threads[1]?.answer()
    threads[1]?.answer()
    for (const vectors of await Promise.all(kept)) expect(vectors).toEqual([vectorsOf(1500)])
  })

  test('closing rejects queued and running texts and ends every thread', async () => {
    const { pool, threads, errors } = createTestPool()
    const computing = pool.embed(['p'.repeat(1500)], 'bulk')
    const waiting = pool.embed(['a'], 'interactive')
    for (const thread of threads.filter(({ lane }) => lane === 'bulk')) thread.becomeReady()
    const closed = pool.close()
    await expect(computing).rejects.toMatchObject({ code: 'unavailable' })
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' })
    await closed
    for (const thread of threads) expect(thread.received.at(-1)).toBe('close')
    await expect(pool.embed(['b'], 'interactive')).rejects.toMatchObject({ code: 'unavailable' })
    expect(errors).toEqual([])
  })
})
