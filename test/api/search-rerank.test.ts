import { EventEmitter } from 'node:events'
import { request } from 'node:http'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Reader } from '../../src/models/reader.ts'
import { createReaderQueue } from '../../src/models/reader-queue.ts'
import type { ReaderWorkerRequest } from '../../src/models/reader-worker.ts'
import { createStubReader, readingOf } from '../support/stub-reader.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

interface Hit {
  id: string
  score: number
}

let service: TestApp
let reader: Reader
let logged: { level: number; msg: string }[] = []
let ada: Person
let ben: Person

const noteCount = 30

beforeAll(async () => {
  const current: Reader = {
    name: 'current',
    language: 'en',
    get passageBudget() {
      return reader.passageBudget
    },
    get rerankBudget() {
      return reader.rerankBudget
    },
    read: (question, passages, signal) => reader.read(question, passages, signal),
    close: async () => {},
  }
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(JSON.parse(line)) })
  service = await createTestApp({ reader: current, log })
  await service.organization('acme')
  ada = await service.person('acme', 'ada')
  ben = await service.person('acme', 'ben')
  // The longer a note, the lower its rank.
  for (let number = 0; number < noteCount; number += 1) {
    await service.note('acme', {
      id: `n${number}`,
      title: `Note ${number}`,
      content: `The gate opens at ${number} o'clock. ${words(number * 3)}`,
    })
  }
  await service.note('acme', {
    id: 'secret',
    title: 'Gate code',
    content: "The gate opens at 4711 o'clock.",
    audience: [`user:${ada.email}`],
  })
})
afterAll(() => service.close())
beforeEach(() => {
  logged = []
})

/** Different words in each note: near-duplicates would be folded. */
const words = (count: number) => Array.from({ length: count }, (_, i) => `w${count}x${i * i}`).join(' ')

const query = 'When does the gate open?'
const search = (fields: object = {}, person = ben) =>
  service.call(person.key, 'POST', '/v1/search', { query, ...fields })
const hitsOf = async (fields: object = {}, person = ben): Promise<Hit[]> => {
  const { status, body } = await search(fields, person)
  expect(status).toBe(200)
  return body.hits
}
const idsOf = async (fields: object = {}, person = ben) => (await hitsOf(fields, person)).map(({ id }) => id)
const isDescending = (hits: Hit[]) => hits.every(({ score }, i) => i === 0 || score <= hits[i - 1]!.score)

test('rerank must be true or false', async () => {
  const { status, body } = await search({ rerank: 'yes' })
  expect(status).toBe(400)
  expect(body.details).toMatchObject({ rerank: { message: 'must be true or false' } })
})

describe('with a reader that prefers one note', () => {
  test('that note comes first, also from below the limit; the others keep their order, and scores descend', async () => {
    const plain = await idsOf({ limit: 30 })
    const preferred = plain[15]!
    reader = createStubReader(new RegExp(`at ${preferred.slice(1)} o'clock`))
    const reranked = await hitsOf({ limit: 30, rerank: true })
    expect(reranked.map(({ id }) => id)).toEqual([preferred, ...plain.filter((id) => id !== preferred)])
    expect(isDescending(reranked)).toBe(true)
    expect(await idsOf({ limit: 1, rerank: true })).toEqual([preferred])
    expect(await idsOf({ limit: 30 })).toEqual(plain)
  })

  test('the best twenty passages are read, and a note after them stays there', async () => {
    const plain = await idsOf({ limit: 30 })
    const stub = createStubReader(new RegExp(`at ${plain[20]!.slice(1)} o'clock`))
    reader = stub
    expect(await idsOf({ limit: 30, rerank: true })).toEqual(plain)
    expect(stub.calls.flatMap(({ passages }) => passages)).toHaveLength(20)
  })

  test('without rerank nothing is read', async () => {
    const stub = createStubReader(/gate/)
    reader = stub
    await search()
    await search({ rerank: false })
    expect(stub.calls).toEqual([])
  })

  test('a question in a language that it does not know is not read', async () => {
    const stub = createStubReader(/gate/)
    reader = stub
    expect(
      (await search({ query: 'Um wie viel Uhr öffnet das Tor und wer schließt es wieder?', rerank: true })).status,
    ).toBe(200)
    expect(stub.calls).toEqual([])
  })

  test('it gets only passages that the caller can see', async () => {
    const stub = createStubReader(/gate/)
    reader = stub
    await search({ rerank: true }, ben)
    expect(JSON.stringify(stub.calls)).toContain('The gate opens at')
    expect(JSON.stringify(stub.calls)).not.toMatch(/4711|Gate code/)
    await search({ rerank: true }, ada)
    expect(JSON.stringify(stub.calls)).toMatch(/4711/)
  })
})

describe('pages', () => {
  const limit = 7
  const pagesOf = async (fields: object) => {
    const ids: string[] = []
    for (let page = 0; ; page += 1) {
      const { body } = await search({ ...fields, limit, page })
      expect(isDescending(body.hits)).toBe(true)
      ids.push(...body.hits.map(({ id }: Hit) => id))
      if (!body.hasNextPage) return ids
    }
  }

  test('hold each document once, in the order of the whole list, and are read once', async () => {
    const plain = await pagesOf({})
    const stub = createStubReader(new RegExp(`at ${plain[15]!.slice(1)} o'clock`))
    reader = stub
    const reranked = await pagesOf({ rerank: true })
    expect(reranked).toEqual([plain[15], ...plain.filter((_, rank) => rank !== 15)])
    expect(reranked).toHaveLength(noteCount)
    expect(stub.calls.flatMap(({ passages }) => passages)).toHaveLength(20)
  })

  test('hold each document once when the reader has less time for the later ones, or all are asked for at once', async () => {
    const plain = await pagesOf({})
    const prefers = new RegExp(`at ${plain[15]!.slice(1)} o'clock`)
    let rerankBudget = 20
    reader = {
      ...createStubReader(prefers),
      get rerankBudget() {
        return rerankBudget
      },
    }
    const first = await idsOf({ limit, page: 0, rerank: true })
    rerankBudget = 4
    const later = [
      ...(await idsOf({ limit, page: 1, rerank: true })),
      ...(await idsOf({ limit, page: 2, rerank: true })),
    ]
    expect(new Set([...first, ...later]).size).toBe(3 * limit)
    expect(first[0]).toBe(plain[15])

    const { queue, releaseAll } = createManualReader(prefers)
    reader = queue
    const pending = Promise.all([0, 1, 2].map((page) => idsOf({ limit, page, rerank: true }, ada)))
    const pages = await releaseAll(pending)
    expect(new Set(pages.flat()).size).toBe(3 * limit)
  })
})

describe('a search is answered in its first order', () => {
  test('while the reader fails, which is logged once', async () => {
    const plain = await idsOf({ limit: 30 })
    reader = createStubReader(/./, { read: async () => Promise.reject(new Error('out of memory')) })
    for (let round = 0; round < 2; round += 1) expect(await idsOf({ limit: 30, rerank: true })).toEqual(plain)
    expect(logged.filter(({ msg }) => msg.includes('reader')).map(({ msg }) => msg)).toEqual([
      expect.stringContaining('the reader failed; searches keep their first order'),
    ])
  })

  test('without a reader', async () => {
    const withoutReader = await createTestApp()
    await withoutReader.organization('acme')
    const { key } = await withoutReader.person('acme', 'ada')
    await withoutReader.note('acme', { id: 'gate', content: 'The gate opens at seven.' })
    await withoutReader.note('acme', { id: 'door', content: 'The door of the gate is green.' })
    const plain = await withoutReader.call(key, 'POST', '/v1/search', { query })
    const reranked = await withoutReader.call(key, 'POST', '/v1/search', { query, rerank: true })
    expect(plain.body.hits).toHaveLength(2)
    expect(reranked).toMatchObject({ status: 200, body: plain.body })
    await withoutReader.close()
  })
})

test('under load fewer passages are read, then none, and nobody is refused', async () => {
  const plain = await idsOf({})
  const { queue, releaseAll, sizes } = createManualReader(/nothing/)
  reader = queue
  let answered = 0
  const pending = Array.from({ length: 8 }, () =>
    search({ rerank: true }).finally(() => {
      answered += 1
    }),
  )
  // While three wait for the reader, the others are answered without it.
  await expect.poll(() => answered).toBe(5)
  const replies = await releaseAll(Promise.all(pending))
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
  for (const { body } of replies) expect(body.hits.map(({ id }: Hit) => id)).toEqual(plain)
  // Alone, each of the three would read twenty.
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(3 * 20)
})

test('a reading ends when its client disconnects, which is no failure', async () => {
  const given: AbortSignal[] = []
  reader = createStubReader(/./, {
    read: (_question, _passages, signal) =>
      new Promise((_resolve, reject) => {
        given.push(signal!)
        signal!.addEventListener('abort', () => reject(signal!.reason))
      }),
  })
  const url = new URL('/v1/search', await service.baseUrl())
  const headers = { authorization: `Bearer ${ben.key}`, 'content-type': 'application/json' }
  const sent = request(url, { method: 'POST', headers }).on('error', () => {})
  sent.end(JSON.stringify({ query, rerank: true }))
  await expect.poll(() => given.length, { timeout: 20_000 }).toBe(1)
  sent.destroy()
  await expect.poll(() => given[0]?.aborted, { timeout: 20_000 }).toBe(true)
  expect((await search()).status).toBe(200)
  expect(logged.filter(({ level }) => level >= 40)).toEqual([])
})

/** A reader behind the real queue, whose thread reads when the test says so. */
function createManualReader(prefers: RegExp) {
  const sizes: number[] = []
  let pending: Exclude<ReaderWorkerRequest, 'close'> | undefined
  const thread = Object.assign(new EventEmitter(), {
    postMessage(message: ReaderWorkerRequest) {
      if (message === 'close') return
      sizes.push(message.passages.length)
      pending = message
    },
  })
  const queue = createReaderQueue({ startThread: () => thread, log: { error: () => {} } })
  return {
    sizes,
    queue: Object.defineProperties(
      { name: 'manual', language: 'en', read: queue.read, close: queue.close },
      {
        passageBudget: { get: () => queue.passageBudget },
        rerankBudget: { get: () => queue.rerankBudget },
      },
    ) as Reader,
    /** Reads until the replies have come. */
    async releaseAll<T>(replies: Promise<T>): Promise<T> {
      let isOver = false
      const over = replies.finally(() => {
        isOver = true
      })
      while (!isOver) {
        await new Promise((resolve) => setTimeout(resolve, 20))
        const message = pending
        pending = undefined
        if (message) thread.emit('message', { readings: message.passages.map((one) => readingOf(one, prefers)) })
      }
      return over
    },
  }
}
