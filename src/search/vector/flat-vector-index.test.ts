import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { kernelSource } from '../../../scripts/build-kernel.ts'
import { copyThroughImage } from '../../../test/support/copy-through-image.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { createFlatVectorIndex, type NearestResult } from './flat-vector-index.ts'
import { cosineToCentroid, cosineToInt12, type Int12Vector, quantizeInt12, splitInt12 } from './vector-quantization.ts'

test('the compiled kernel matches its source', async () => {
  const written = readFileSync(new URL('kernel/dot-kernel.ts', import.meta.url), 'utf8')
  expect(written).toBe(await kernelSource('vector/kernel/dot-kernel'))
})

const dimensions = 40
const { next: random } = seededRandom(5)
const unit = () => {
  const numbers = Float32Array.from({ length: dimensions }, () => random() - 0.5)
  const length = Math.hypot(...numbers)
  return numbers.map((value) => value / length)
}
const coded = (vector: Float32Array) => splitInt12(quantizeInt12(vector), vector.length)
/** A document of one to four passages, visible to one of five audiences. */
const syntheticDocuments = Array.from({ length: 900 }, (_, index) => {
  const vectors = Array.from({ length: 1 + Math.floor(random() * 4) }, unit)
  return {
    organizationId: index % 3 === 0 ? 'other' : 'acme',
    documentKey: index,
    keys: vectors.map((_, at) => index * 10 + at),
    audienceIds: vectors.map(() => 7_000_000 + (index % 5)),
    codes: new Uint8Array(Buffer.concat(vectors.map((vector) => new Uint8Array(quantizeInt12(vector).buffer)))),
    vectors,
  }
})

/** The nearest passages by brute force. */
function bruteForceNearest(
  documents: typeof syntheticDocuments,
  {
    organizationId,
    vector,
    audienceIds,
    documentKeys,
    limit,
  }: Parameters<ReturnType<typeof createFilledIndex>['nearest']>[0],
): number[] {
  return documents
    .filter((entry) => entry.organizationId === organizationId && audienceIds.includes(entry.audienceIds[0] as number))
    .filter((entry) => !documentKeys || documentKeys.includes(entry.documentKey))
    .flatMap((entry) =>
      entry.vectors.map((own, at) => ({
        key: entry.keys[at] as number,
        score: own.reduce((sum, value, i) => sum + value * (vector[i] as number), 0),
      })),
    )
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ key }) => key)
}

function createFilledIndex(documents: typeof syntheticDocuments) {
  const index = createFlatVectorIndex(dimensions)
  for (const entry of documents) index.put(entry)
  return index
}

const queries = Array.from({ length: 40 }, (_, index) => ({
  organizationId: index % 4 === 0 ? 'other' : 'acme',
  vector: unit(),
  audienceIds: [7_000_000, 7_000_003, 12].slice(0, 1 + (index % 3)),
  documentKeys:
    index % 5 === 0 ? syntheticDocuments.filter((_, at) => at % 7 < 3).map((entry) => entry.documentKey) : undefined,
  limit: 25,
}))

/** Can be below 1, because nearly equal quantized scores swap at the end of the list. */
function recallOf(found: readonly number[], expected: readonly number[]): number {
  return expected.filter((key) => found.includes(key)).length / Math.max(1, expected.length)
}

const keysOf = ({ hits }: NearestResult) => hits.map(({ chunkKey }) => chunkKey)

test('hits equal a brute-force search, restricted to the audiences and the scope', () => {
  const index = createFilledIndex(syntheticDocuments)
  let recall = 0
  for (const query of queries) {
    const expected = bruteForceNearest(syntheticDocuments, query)
    const { hits, visibleShare } = index.nearest(query)
    expect(hits).toHaveLength(expected.length)
    const queryRecall = recallOf(keysOf({ hits, visibleShare }), expected)
    expect(queryRecall).toBeGreaterThanOrEqual(0.96)
    recall += queryRecall / queries.length
    const visible = bruteForceNearest(syntheticDocuments, {
      ...query,
      limit: Number.POSITIVE_INFINITY,
    }).length
    expect(visibleShare).toBeCloseTo(visible / syntheticDocuments.reduce((sum, { keys }) => sum + keys.length, 0), 10)
  }
  // By the high bytes alone it would be 0.997.
  expect(recall).toBeGreaterThan(0.999)
})

test('replaced and removed documents are never found, and their slots are reused', () => {
  const index = createFilledIndex(syntheticDocuments)
  const size = index.bytes
  const replacements = syntheticDocuments.map((entry, index) => {
    if (index % 2 === 0) return { ...entry, keys: [], audienceIds: [], codes: new Uint8Array(), vectors: [] }
    const other = syntheticDocuments[syntheticDocuments.length - 1 - index] as (typeof syntheticDocuments)[number]
    return { ...other, organizationId: entry.organizationId, documentKey: entry.documentKey }
  })
  for (let round = 0; round < 3; round++) for (const entry of replacements) index.put(entry)
  const present = replacements.filter((entry) => entry.keys.length > 0)
  for (const query of queries) {
    const expected = bruteForceNearest(present, query)
    expect(recallOf(keysOf(index.nearest(query)), expected)).toBeGreaterThanOrEqual(0.96)
  }
  expect(index.bytes).toBe(size)
})

test('an index from an image gives the same answers, also after further changes, and has nothing that was removed', () => {
  const index = createFilledIndex(syntheticDocuments)
  const removed = { keys: [], audienceIds: [], codes: new Uint8Array(), vectors: [] }
  for (const entry of syntheticDocuments) if (entry.documentKey % 4 === 1) index.put({ ...entry, ...removed })
  const restored = createFlatVectorIndex(dimensions)
  copyThroughImage(index, restored)
  const expectSameAnswers = () => {
    const groups = syntheticDocuments.map(({ documentKey, keys }) => ({ documentKey, chunkKeys: keys }))
    for (const query of queries.slice(0, 2))
      expect(restored.similarities({ ...query, groups })).toEqual(index.similarities({ ...query, groups }))
    for (const query of queries) expect(restored.nearest(query)).toEqual(index.nearest(query))
  }
  expectSameAnswers()
  // New passages, changed ones and removed ones, into free slots and new blocks.
  for (const entry of syntheticDocuments)
    for (const each of [index, restored]) {
      if (entry.documentKey % 3 === 0) each.put({ ...entry, ...removed })
      each.put({ ...entry, documentKey: entry.documentKey + 5000, keys: entry.keys.map((key) => key + 50_000) })
      if (entry.documentKey % 4 === 1) each.put({ ...entry, audienceIds: entry.keys.map(() => 12) })
    }
  expectSameAnswers()
})

test('the similarity of a group is that of its centroid, and NaN for unknown passages', () => {
  const index = createFilledIndex(syntheticDocuments)
  const [document, other] = syntheticDocuments.filter(
    ({ organizationId, keys }) => organizationId === 'acme' && keys.length > 1,
  ) as [(typeof syntheticDocuments)[number], (typeof syntheticDocuments)[number]]
  const vector = unit()
  const [first, second] = document.vectors.map(coded) as [Int12Vector, Int12Vector]
  const { documentKey, keys } = document
  const groups = [
    { documentKey, chunkKeys: keys.slice(0, 2) },
    { documentKey, chunkKeys: [keys[1] as number, 999_999] },
    { documentKey, chunkKeys: [999_999] },
    { documentKey: other.documentKey, chunkKeys: [keys[0] as number] },
  ]
  const found = index.similarities({ organizationId: 'acme', vector, groups })
  expect(found[0]).toBeCloseTo(cosineToCentroid(vector, [first, second]), 5)
  expect(found[1]).toBeCloseTo(cosineToInt12(vector, second), 5)
  expect(found.slice(2)).toEqual(new Float32Array([Number.NaN, Number.NaN]))
  expect(index.similarities({ organizationId: 'other', vector, groups: groups.slice(0, 1) })[0]).toBeNaN()
})

test('organizations with the same document keys stay separate', () => {
  const index = createFlatVectorIndex(dimensions)
  const [one, other] = [unit(), unit()]
  const document = { documentKey: 1, keys: [5], audienceIds: [3] }
  index.put({ ...document, organizationId: 'acme', codes: new Uint8Array(quantizeInt12(one).buffer) })
  index.put({ ...document, organizationId: 'other', codes: new Uint8Array(quantizeInt12(other).buffer) })
  index.put({ organizationId: 'other', documentKey: 1, keys: [], audienceIds: [], codes: new Uint8Array() })
  const query = { vector: one, audienceIds: [3], limit: 5 }
  const similarity = cosineToInt12(one, coded(one))
  expect(index.nearest({ ...query, organizationId: 'acme' })).toEqual({
    hits: [{ chunkKey: 5, documentKey: 1, similarity }],
    visibleShare: 1,
  })
  expect(index.nearest({ ...query, organizationId: 'other' })).toEqual({ hits: [], visibleShare: 0 })
})

test('the centroid of quantized vectors is as near as that of the vectors', () => {
  const vectors = [unit(), unit(), unit()]
  const question = unit()
  const sum = question.map((_, i) => vectors.reduce((total, vector) => total + (vector[i] as number), 0))
  const exact = sum.reduce((total, value, i) => total + value * (question[i] as number), 0) / Math.hypot(...sum)
  expect(cosineToCentroid(question, vectors.map(coded))).toBeCloseTo(exact, 2)
})
