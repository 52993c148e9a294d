import { expect, test } from 'vitest'
import { createStubReader, readingOf } from '../../test/support/stub-reader.ts'
import type { Caller } from '../access/caller.ts'
import { searchRequest } from '../contract/search.ts'
import type { Passage } from '../search/retrieval.ts'
import { createSearchReranking } from './search-reranking.ts'

const caller = { organizationId: 'acme', memberId: 'ada' } as Caller
const question = 'When does the gate open?'
const request = searchRequest.parse({ query: question, rerank: true })
const priority = { runFirst: <T>(work: () => Promise<T>) => work() }

const passages = Array.from(
  { length: 8 },
  (_, rank) =>
    ({
      chunkKey: rank,
      score: 1 - rank / 100,
      heading: '',
      body: `Gate ${rank} is open.`,
      document: { title: 'Gates', path: [] as string[], language: 'en' },
    }) as unknown as Passage,
)

test('a reading that takes too long ends, and the passages read so far are reordered', async () => {
  const prefers = /Gate [37] /
  const reader = createStubReader(prefers, {
    read: (_question, given, signal) =>
      new Promise((resolve, reject) => {
        if (given.some(({ sentences }) => sentences[0]?.includes('Gate 0 ')))
          resolve(given.map((passage) => readingOf(passage, prefers)))
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  })
  const failures: unknown[] = []
  const { rerank } = createSearchReranking({
    reader,
    priority,
    onReaderFailure: (error) => failures.push(error),
    maxReadingMs: 10,
  })
  const reranked = await rerank(caller, request, { question, passages }, {})
  expect(reranked.map(({ chunkKey }) => chunkKey)).toEqual([3, 0, 1, 2, 4, 5, 6, 7])
  expect(failures).toEqual([])
})

test('passages are read in turns with questions, and no further when these wait', async () => {
  const sizes: number[] = []
  let rerankBudget = 20
  const stub = createStubReader(/./)
  const reader = {
    ...stub,
    get rerankBudget() {
      return rerankBudget
    },
    async read(...[asked, given]: Parameters<typeof stub.read>) {
      sizes.push(given.length)
      rerankBudget = 6
      return stub.read(asked, given)
    },
  }
  const { rerank } = createSearchReranking({ reader, priority, onReaderFailure: () => {} })
  await rerank(caller, request, { question, passages }, {})
  expect(sizes).toEqual([4, 2])
})

test('irrelevant passages sink; those that the reader thinks relevant keep the order of the search', async () => {
  const logits = [1, 7, -1, 3, -6, 0, 5, -4]
  const reader = createStubReader(/./, {
    read: async (_question, given) =>
      given.map((passage) => ({
        ...readingOf(passage, /./),
        relevance: logits[Number(passage.sentences[0]?.match(/\d/)?.[0])]!,
      })),
  })
  const { rerank } = createSearchReranking({ reader, priority, onReaderFailure: () => {} })
  const reranked = await rerank(caller, request, { question, passages }, {})
  expect(reranked.map(({ chunkKey }) => chunkKey)).toEqual([0, 1, 3, 5, 6, 2, 7, 4])
  const scores = reranked.map(({ score }) => score)
  expect(scores).toEqual([...scores].sort((a, b) => b - a))
})
