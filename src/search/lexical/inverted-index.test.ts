import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { kernelSource } from '../../../scripts/build-kernel.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { createInvertedIndex, type DocumentTerms } from './inverted-index.ts'
import type { LexicalIndexQuery } from './max-score-search.ts'

test('the compiled kernel matches its source', async () => {
  const written = readFileSync(new URL('kernel/score-kernel.ts', import.meta.url), 'utf8')
  expect(written).toBe(await kernelSource('lexical/kernel/score-kernel'))
})

const { next, below } = seededRandom(5)
/** Zipf-like: a few words are in nearly every passage, most in hardly any. */
const word = () => {
  const rank = Math.floor(Math.exp(next() * Math.log(3000)))
  return rank % 3 === 0 ? `w${rank}ǀ` : `w${rank}`
}
const text = (maxWords: number) => Array.from({ length: 1 + below(maxWords) }, word).join(' ')

let lastKey = 0
function randomDocument(documentKey: number): DocumentTerms {
  const count = 1 + below(4)
  const audience = 7_000_000 + (documentKey % 5)
  return {
    organizationId: documentKey % 9 === 0 ? 'other' : 'acme',
    documentKey,
    keys: Array.from({ length: count }, () => ++lastKey),
    ordinals: Array.from({ length: count }, (_, ordinal) => ordinal),
    audienceIds: Array.from({ length: count }, () => audience),
    terms: Array.from({ length: count }, () => text(60)),
  }
}
const syntheticDocuments = Array.from({ length: 4000 }, (_, documentKey) => randomDocument(documentKey))

/** BM25 scores by brute force, with the statistics of the visible passages. */
function bruteForceScores(documents: readonly DocumentTerms[], query: LexicalIndexQuery): Map<number, number> {
  const all = documents
    .filter(({ organizationId }) => organizationId === query.organizationId)
    .flatMap((document) =>
      document.keys.map((key, index) => ({
        key,
        documentKey: document.documentKey,
        audienceId: document.audienceIds[index] as number,
        terms: (document.terms[index] as string).split(' '),
      })),
    )
    .filter(({ audienceId }) => query.audienceIds.includes(audienceId))
  const average = all.reduce((sum, { terms }) => sum + terms.length, 0) / all.length
  const weights = new Map(
    query.terms.map((term) => {
      const frequency = all.filter(({ terms }) => terms.includes(term)).length
      return [term, frequency === 0 ? 0 : Math.log(1 + (all.length - frequency + 0.5) / (frequency + 0.5))]
    }),
  )
  const scored = all
    .filter(({ documentKey }) => !query.documentKeys || query.documentKeys.includes(documentKey))
    .map(({ key, terms }) => {
      const contributions = query.terms.map((term) => {
        const times = terms.filter((own) => own === term).length
        const weight = weights.get(term) ?? 0
        return (weight * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * terms.length) / average))
      })
      return [key, contributions.reduce((sum, contribution) => sum + contribution, 0)] as const
    })
    .filter(([, score]) => score > 0)
    .sort(([keyA, a], [keyB, b]) => b - a || keyA - keyB)
  return new Map(scored)
}

const queries: LexicalIndexQuery[] = Array.from({ length: 60 }, (_, at) => ({
  organizationId: at % 6 === 0 ? 'other' : 'acme',
  terms: [...text(8).split(' '), 'unheard'],
  audienceIds: [7_000_000, 7_000_003, 12, 7_000_001].slice(0, 1 + (at % 4)),
  documentKeys:
    at % 5 === 0
      ? syntheticDocuments.filter((_, other) => other % 7 < 3).map(({ documentKey }) => documentKey)
      : undefined,
  depth: 25,
}))

function expectBruteForceScores(index: ReturnType<typeof createInvertedIndex>, documents: readonly DocumentTerms[]) {
  let largest = 0
  for (const query of queries) {
    const scores = bruteForceScores(documents, query)
    const expected = [...scores.values()].slice(0, query.depth)
    const found = index.search(query).hits.map(({ chunkKey }) => scores.get(chunkKey) ?? 0)
    expect(found).toHaveLength(expected.length)
    for (const [rank, score] of expected.entries()) expect(found[rank]).toBeCloseTo(score, 9)
    largest = Math.max(largest, expected.length)
  }
  expect(largest).toBe(25)
}

test('hits equal a brute-force search, restricted to the audiences and the scope', () => {
  const index = createInvertedIndex()
  for (const document of syntheticDocuments) index.put(document)
  expectBruteForceScores(index, syntheticDocuments)
})

test('a passage has the same score from its postings and from counting its terms', () => {
  const { below } = seededRandom(11)
  // Nearly all have the common terms, which are therefore counted only in passages with a rare term.
  const documents = Array.from({ length: 13_000 }, (_, at): DocumentTerms => {
    const filler = Array.from({ length: 3 + below(12) }, () => `f${below(40)}`)
    const common = Array.from({ length: 5 + below(5) }, () => ['usual', 'usualǀ', 'daily'][below(3)] as string)
    const rare = at % 97 === 0 ? ['rare'] : at % 61 === 0 ? ['seldom'] : []
    return {
      ...{ organizationId: 'acme', documentKey: at, keys: [20_000 - at], ordinals: [0] },
      ...{ audienceIds: [at % 3], terms: [[...rare, ...filler, ...common].join(' ')] },
    }
  })
  const index = createInvertedIndex()
  for (const document of documents) index.put(document)
  for (const terms of [
    ['rare', 'usual', 'usualǀ'],
    ['daily', 'rare', 'seldom', 'usual', 'daily'],
  ])
    for (const audienceIds of [[0, 1, 2], [1]]) {
      const query = { organizationId: 'acme', terms, audienceIds, depth: 30 }
      const scores = bruteForceScores(documents, query)
      // Rounded, so that ties are ordered by key.
      const expected = [...scores]
        .map(([key, score]) => ({ key, score: Math.round(score * 1e9) }))
        .sort((a, b) => b.score - a.score || a.key - b.key)
      expect(index.search(query).hits.map(({ chunkKey }) => chunkKey)).toEqual(
        expected.slice(0, 30).map(({ key }) => key),
      )
    }
})

test('a query of more than 1,024 terms gives the same results', () => {
  const documents = syntheticDocuments.slice(0, 300)
  const index = createInvertedIndex()
  for (const document of documents) index.put(document)
  const terms = [...new Set(documents.flatMap((document) => document.terms.join(' ').split(' ')))]
  expect(terms.length).toBeGreaterThan(1024)
  const query = { organizationId: 'acme', terms, audienceIds: [7_000_000, 7_000_001], depth: 10 }
  const scores = bruteForceScores(documents, query)
  const found = index.search(query).hits.map(({ chunkKey }) => scores.get(chunkKey) ?? 0)
  const expected = [...scores.values()].slice(0, 10)
  expect(found).toHaveLength(10)
  for (const [rank, score] of expected.entries()) expect(found[rank]).toBeCloseTo(score, 6)
})

test('replaced and removed documents are never found nor counted, also after compactions', () => {
  const index = createInvertedIndex()
  for (const document of syntheticDocuments) index.put(document)
  let now = syntheticDocuments
  for (let round = 0; round < 6; round++) {
    now = now.map((document, index) => {
      if ((index + round) % 4 !== 0) return document
      const other = randomDocument(document.documentKey)
      return (index + round) % 8 === 0 ? { ...other, keys: [], ordinals: [], audienceIds: [], terms: [] } : other
    })
    for (const document of now) index.put(document)
  }
  expectBruteForceScores(index, now)
})

test('an unchanged passage is updated in place when its audience or ordinal changes', () => {
  const index = createInvertedIndex()
  const document = { organizationId: 'acme', documentKey: 1, terms: ['red fox', 'blue whale'] }
  index.put({ ...document, keys: [1, 2], ordinals: [0, 1], audienceIds: [5, 5] })
  const size = index.bytes
  for (let round = 0; round < 100; round++)
    index.put({
      ...document,
      keys: [2, 1],
      ordinals: [0, 1],
      audienceIds: [6, 6],
      terms: ['blue whale', 'red fox'],
    })
  expect(index.bytes).toBe(size)
  const query = { organizationId: 'acme', terms: ['whale'], depth: 5 }
  expect(index.search({ ...query, audienceIds: [5] }).hits).toEqual([])
  expect(index.search({ ...query, audienceIds: [6] }).hits).toEqual([{ chunkKey: 2, documentKey: 1 }])
  const whale = { organizationId: 'acme', passages: [{ documentKey: 1, chunkKey: 2 }] }
  const around = index.readWithAdjacent({ ...whale, audienceIds: [6] })
  expect(around.map(({ chunkKey, ordinal }) => [chunkKey, ordinal])).toEqual([
    [2, 0],
    [1, 1],
  ])
  expect(index.readWithAdjacent({ ...whale, audienceIds: [5] })).toEqual([])
})

test('passages are read with their terms and neighbours, each once, and only for audiences that can see them', () => {
  const index = createInvertedIndex()
  for (const document of syntheticDocuments.slice(0, 50)) index.put(document)
  const letters = ['a b', 'c', 'd', 'e f g', 'h']
  const ordinals = [0, 1, 2, 4, 5]
  const document = { organizationId: 'acme', documentKey: 777, keys: [71, 72, 73, 74, 75], ordinals }
  index.put({ ...document, audienceIds: [1, 1, 2, 1, 1], terms: letters })
  const reading = (chunkKeys: number[], audienceIds: number[], organizationId = 'acme') =>
    index
      .readWithAdjacent({
        organizationId,
        audienceIds,
        passages: chunkKeys.map((chunkKey) => ({ documentKey: 777, chunkKey })),
      })
      .map(({ chunkKey, ordinal, terms }) => [chunkKey, ordinal, terms.length])
      .sort()
  expect(reading([71], [1])).toEqual([
    [71, 0, 2],
    [72, 1, 1],
  ])
  expect(reading([72, 71, 999], [1, 2])).toEqual([
    [71, 0, 2],
    [72, 1, 1],
    [73, 2, 1],
  ])
  expect(reading([72], [1])).toEqual([
    [71, 0, 2],
    [72, 1, 1],
  ])
  // There is no passage at 3.
  expect(reading([74], [1, 2])).toEqual([
    [74, 4, 3],
    [75, 5, 1],
  ])
  expect(reading([71], [3])).toEqual([])
  expect(reading([71], [1], 'other')).toEqual([])
  const { statistics } = index.search({ organizationId: 'acme', terms: ['h'], audienceIds: [1], depth: 1 })
  const [h] = index
    .readWithAdjacent({
      organizationId: 'acme',
      audienceIds: [1],
      passages: [{ documentKey: 777, chunkKey: 75 }],
    })
    .filter(({ chunkKey }) => chunkKey === 75)
  expect(h?.terms[0]).toBe(statistics.termIds.get('h'))
})
