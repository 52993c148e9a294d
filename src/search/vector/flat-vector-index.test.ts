import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { kernelSource } from '../../../scripts/build-kernel.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { createFlatVectorIndex, type NearestResult } from './flat-vector-index.ts'
import {
  cosineToCentroid,
  cosineToInt12,
  type Int12Vector,
  quantizeInt12,
  splitInt12,
} from './vector-quantization.ts'

test('the kernel is what its source says', async () => {
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
/** A document of one to four passages, seen by one of five audiences. */
const syntheticDocuments = Array.from({ length: 900 }, (_, index) => {
  const vectors = Array.from({ length: 1 + Math.floor(random() * 4) }, unit)
  return {
    organizationId: index % 3 === 0 ? 'other' : 'acme',
    documentKey: index,
    keys: vectors.map((_, place) => index * 10 + place),
    audienceIds: vectors.map(() => 7_000_000 + (index % 5)),
    codes: new Uint8Array(
      Buffer.concat(vectors.map((vector) => new Uint8Array(quantizeInt12(vector).buffer))),
    ),
    vectors,
  }
})

/** The same by plain arithmetic. */
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
    .filter(
      (entry) =>
        entry.organizationId === organizationId && audienceIds.includes(entry.audienceIds[0] as number),
    )
    .filter((entry) => !documentKeys || documentKeys.includes(entry.documentKey))
    .flatMap((entry) =>
      entry.vectors.map((own, place) => ({
        key: entry.keys[place] as number,
        score: own.reduce((sum, value, i) => sum + value * (vector[i] as number), 0),
      })),
    )
    .sort((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ key }) => key)
}

function createFilledIndex(documents: typeof syntheticDocuments) {
  const memory = createFlatVectorIndex(dimensions)
  for (const entry of documents) memory.put(entry)
  return memory
}

const queries = Array.from({ length: 40 }, (_, index) => ({
  organizationId: index % 4 === 0 ? 'other' : 'acme',
  vector: unit(),
  audienceIds: [7_000_000, 7_000_003, 12].slice(0, 1 + (index % 3)),
  documentKeys:
    index % 5 === 0
      ? syntheticDocuments.filter((_, at) => at % 7 < 3).map((entry) => entry.documentKey)
      : undefined,
  limit: 25,
}))

/** Nearly equal scores may change places at the end of the list: twelve bits are not all of a number. */
function overlap(found: readonly number[], wanted: readonly number[]): number {
  return wanted.filter((key) => found.includes(key)).length / Math.max(1, wanted.length)
}

const keysOf = ({ hits }: NearestResult) => hits.map(({ chunkKey }) => chunkKey)

test('the nearest are those of plain arithmetic, among what the audiences see and the scope holds', () => {
  const memory = createFilledIndex(syntheticDocuments)
  let kept = 0
  for (const query of queries) {
    const wanted = bruteForceNearest(syntheticDocuments, query)
    const { hits, visibleShare } = memory.nearest(query)
    expect(hits).toHaveLength(wanted.length)
    const overlapping = overlap(keysOf({ hits, visibleShare }), wanted)
    expect(overlapping).toBeGreaterThanOrEqual(0.96)
    kept += overlapping / queries.length
    const seen = bruteForceNearest(syntheticDocuments, { ...query, limit: Number.POSITIVE_INFINITY }).length
    expect(visibleShare).toBeCloseTo(
      seen / syntheticDocuments.reduce((sum, { keys }) => sum + keys.length, 0),
      10,
    )
  }
  // By the first eight bits alone it would be 0.997.
  expect(kept).toBeGreaterThan(0.999)
})

test('what was replaced or forgotten is never found, and its place is used again', () => {
  const memory = createFilledIndex(syntheticDocuments)
  const size = memory.bytes
  const kept = syntheticDocuments.map((entry, index) => {
    if (index % 2 === 0) return { ...entry, keys: [], audienceIds: [], codes: new Uint8Array(), vectors: [] }
    const other = syntheticDocuments[
      syntheticDocuments.length - 1 - index
    ] as (typeof syntheticDocuments)[number]
    return { ...other, organizationId: entry.organizationId, documentKey: entry.documentKey }
  })
  for (let round = 0; round < 3; round++) for (const entry of kept) memory.put(entry)
  const present = kept.filter((entry) => entry.keys.length > 0)
  for (const query of queries) {
    const wanted = bruteForceNearest(present, query)
    expect(overlap(keysOf(memory.nearest(query)), wanted)).toBeGreaterThanOrEqual(0.96)
  }
  expect(memory.bytes).toBe(size)
})

test('groups are as near as the middle of what is held of them, and not a number where nothing is', () => {
  const memory = createFilledIndex(syntheticDocuments)
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
  const found = memory.similarities({ organizationId: 'acme', vector, groups })
  expect(found[0]).toBeCloseTo(cosineToCentroid(vector, [first, second]), 5)
  expect(found[1]).toBeCloseTo(cosineToInt12(vector, second), 5)
  expect(found.slice(2)).toEqual(new Float32Array([Number.NaN, Number.NaN]))
  expect(memory.similarities({ organizationId: 'other', vector, groups: groups.slice(0, 1) })[0]).toBeNaN()
})

test('another organization’s documents of the same keys stay apart', () => {
  const memory = createFlatVectorIndex(dimensions)
  const [one, other] = [unit(), unit()]
  const document = { documentKey: 1, keys: [5], audienceIds: [3] }
  memory.put({ ...document, organizationId: 'acme', codes: new Uint8Array(quantizeInt12(one).buffer) })
  memory.put({ ...document, organizationId: 'other', codes: new Uint8Array(quantizeInt12(other).buffer) })
  memory.put({ organizationId: 'other', documentKey: 1, keys: [], audienceIds: [], codes: new Uint8Array() })
  const query = { vector: one, audienceIds: [3], limit: 5 }
  const similarity = cosineToInt12(one, coded(one))
  expect(memory.nearest({ ...query, organizationId: 'acme' })).toEqual({
    hits: [{ chunkKey: 5, documentKey: 1, similarity }],
    visibleShare: 1,
  })
  expect(memory.nearest({ ...query, organizationId: 'other' })).toEqual({ hits: [], visibleShare: 0 })
})

test('the middle of several codes is as near as the middle of their vectors', () => {
  const vectors = [unit(), unit(), unit()]
  const question = unit()
  const sum = question.map((_, i) => vectors.reduce((total, vector) => total + (vector[i] as number), 0))
  const exact =
    sum.reduce((total, value, i) => total + value * (question[i] as number), 0) / Math.hypot(...sum)
  expect(cosineToCentroid(question, vectors.map(coded))).toBeCloseTo(exact, 2)
})
