import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Embedder } from './embedder.ts'
import { createLocalEmbedder } from './local-embedder.ts'
import { createRemoteEmbedder } from './remote-embedder.ts'

const silentLog = { info: () => {}, error: () => {} }

const adapters: Record<string, () => Promise<{ embedder: Embedder; end: () => void }>> = {
  async local() {
    return { embedder: await createLocalEmbedder({ threads: 1, log: silentLog }), end: () => {} }
  },
  async remote() {
    const { baseUrl, end } = await serveLetterCounts()
    return { embedder: createRemoteEmbedder({ baseUrl, model: 'letters' }), end }
  },
}

describe.each(Object.keys(adapters))('the %s embedder', (name) => {
  let embedder: Embedder
  let end = () => {}

  beforeAll(async () => {
    ;({ embedder, end } = await adapters[name]!())
  })
  afterAll(async () => {
    await embedder.close()
    end()
  })

  test('gives one vector of unit length per text', async () => {
    const vectors = await embedder.embed(['A short text.', 'Another one, somewhat longer than the first.', 'x'])
    expect(vectors).toHaveLength(3)
    for (const vector of vectors) {
      expect(vector).toHaveLength(embedder.dimensions)
      expect(dot(vector, vector)).toBeCloseTo(1, 5)
    }
  })

  test('a text has the same vector alone, among others, in any order and in either priority', async () => {
    const texts = Array.from({ length: 70 }, (_, i) => `${'word '.repeat(i % 7)}number ${i}`)
    const interactive = await embedder.embed(texts)
    const bulk = await embedder.embed(texts.toReversed(), { priority: 'bulk' })
    expect(bulk.toReversed()).toEqual(interactive)
    expect(await embedder.embed([texts[33]!])).toEqual([interactive[33]])
  })

  test('different texts have different vectors', async () => {
    const [a, b] = await embedder.embed(['the cat sat on the mat', 'quarterly revenue grew'])
    expect(dot(a!, b!)).toBeLessThan(0.99)
  })

  test('each vector has memory of its own', async () => {
    const vectors = await embedder.embed(['a', 'b'])
    const bytes = embedder.dimensions * 4
    expect(vectors.map(({ buffer }) => buffer.byteLength)).toEqual([bytes, bytes])
  })

  test('no texts give no vectors', async () => {
    expect(await embedder.embed([])).toEqual([])
  })

  test('an empty text, lone surrogates, control characters and a megabyte in one line have vectors too', async () => {
    const vectors = await embedder.embed(['', '\ud800 \udfff', '\u0000\u0007\u200b', 'all work '.repeat(116_509)])
    expect(vectors).toHaveLength(4)
    for (const vector of vectors) expect(dot(vector, vector)).toBeCloseTo(1, 5)
  })

  test('a call that was aborted before rejects with the reason', async () => {
    const reason = new Error('aborted by the test')
    await expect(embedder.embed(['a'], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  test('an aborted bulk call rejects with the reason, and others are served', async () => {
    const controller = new AbortController()
    const reason = new Error('aborted by the test')
    const texts = Array.from({ length: 300 }, (_, i) => `text number ${i} of many`)
    const aborted = embedder.embed(texts, { priority: 'bulk', signal: controller.signal })
    const other = embedder.embed(['b'], { priority: 'bulk' })
    controller.abort(reason)
    await expect(aborted).rejects.toBe(reason)
    expect(await other).toHaveLength(1)
  })

  test('a question is answered while a bulk load goes on', async () => {
    const finished: string[] = []
    const texts = Array.from({ length: 200 }, (_, i) => `passage ${i} `.repeat(10))
    const load = embedder.embed(texts, { priority: 'bulk' }).then(() => finished.push('load'))
    await embedder.embed(['and the question?']).then(() => finished.push('question'))
    await load
    expect(finished).toEqual(['question', 'load'])
  })

  test('a closed embedder refuses', async () => {
    await embedder.close()
    await expect(embedder.embed(['a'])).rejects.toMatchObject({ code: 'unavailable' })
  })
})

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0)
}

/** An endpoint that embeds a text as its letter counts. */
async function serveLetterCounts() {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const { input } = JSON.parse(body) as { input: string[] }
    const data = input.map((text, index) => ({ object: 'embedding', index, embedding: letterCounts(text) }))
    // In no particular order: `index` gives the position.
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ object: 'list', data: data.toReversed() }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const end = () => {
    server.closeAllConnections()
    server.close()
  }
  return { baseUrl: `http://127.0.0.1:${port}/v1/`, end }
}

function letterCounts(text: string): number[] {
  const counts = new Array<number>(64).fill(0.1)
  for (const letter of text) counts[letter.codePointAt(0)! % 64]! += 1
  return counts
}
