import { describe, expect, test } from 'vitest'
import { createEmbeddingQueue, type QueuedText } from './embedding-queue.ts'

const vectorsOf = (length: number) => ({ vector: Float32Array.of(length), sentenceVectors: undefined })
const deliver = (taken: QueuedText[]) => {
  for (const item of taken) item.deliver(vectorsOf(String(item.text).length))
}
const textsOf = (taken: QueuedText[]) => taken.map(({ text }) => text)

describe('the embedding queue', () => {
  test('a call resolves with its vectors in the order of its texts, whatever order they are delivered in', async () => {
    const queue = createEmbeddingQueue()
    const vectors = queue.add(['a', 'bb', 'ccc'])
    deliver(queue.take(100).reverse())
    expect(await vectors).toEqual([vectorsOf(1), vectorsOf(2), vectorsOf(3)])
  })

  test('calls take turns, so a short one does not wait for a long one', async () => {
    const queue = createEmbeddingQueue()
    void queue.add(['a1', 'a2', 'a3', 'a4'])
    const short = queue.add(['b1'])
    const taken = queue.take(4)
    expect(textsOf(taken)).toEqual(['a1', 'b1'])
    deliver(taken)
    expect(await short).toEqual([vectorsOf(2)])
    expect(textsOf(queue.take(100))).toEqual(['a2', 'a3', 'a4'])
  })

  test('takes no more than the characters allow, but at least one text', () => {
    const queue = createEmbeddingQueue()
    void queue.add(['x'.repeat(50), 'yy', 'zz', 'www'])
    expect(textsOf(queue.take(5))).toEqual(['x'.repeat(50)])
    expect(textsOf(queue.take(5))).toEqual(['yy', 'zz'])
    expect(textsOf(queue.take(5))).toEqual(['www'])
    expect(queue.take(5)).toEqual([])
  })

  test('an aborted call rejects with the reason and its texts are not handed out', async () => {
    const queue = createEmbeddingQueue()
    const controller = new AbortController()
    const aborted = queue.add(['a', 'b'], controller.signal)
    const other = queue.add(['c'])
    const taken = queue.take(1)
    controller.abort('left')
    await expect(aborted).rejects.toBe('left')
    deliver(taken)
    const rest = queue.take(100)
    expect(textsOf(rest)).toEqual(['c'])
    deliver(rest)
    expect(await other).toEqual([vectorsOf(1)])
  })

  test('a call whose signal was aborted before rejects at once', async () => {
    const queue = createEmbeddingQueue()
    await expect(queue.add(['a'], AbortSignal.abort('left'))).rejects.toBe('left')
    expect(queue.take(100)).toEqual([])
  })

  test('one failed text fails its call, drops its other texts and spares the other calls', async () => {
    const queue = createEmbeddingQueue()
    const failing = queue.add(['a1', 'a2'])
    void queue.add(['b1'])
    queue.take(2)[0]?.fail('broken')
    await expect(failing).rejects.toBe('broken')
    expect(textsOf(queue.take(100))).toEqual(['b1'])
  })

  test('failAll rejects every waiting call', async () => {
    const queue = createEmbeddingQueue()
    const calls = [queue.add(['a']), queue.add(['b'])]
    queue.failAll('closed')
    for (const call of calls) await expect(call).rejects.toBe('closed')
    expect(queue.take(100)).toEqual([])
  })

  test('no texts give no vectors', async () => {
    expect(await createEmbeddingQueue().add([])).toEqual([])
  })
})
