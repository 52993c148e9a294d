import { expect, test } from 'vitest'
import { copyThroughImage } from '../../../test/support/copy-through-image.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { createInvertedIndex, type DocumentTerms, type InvertedIndex } from './inverted-index.ts'

const { next, below } = seededRandom(23)
/** Zipf-like: the most common words have posting lists of several blocks and pages. */
const word = () => `${['w', 'straße', '語'][below(3)]}${Math.floor(Math.exp(next() * Math.log(20_000)))}`
let lastKey = 0
function randomDocument(documentKey: number, wordCount = 80): DocumentTerms {
  const count = 1 + below(3)
  const passages = Array.from({ length: count }, (_, at) => at)
  return {
    organizationId: documentKey % 9 === 0 ? 'other' : 'acme',
    documentKey,
    keys: passages.map(() => ++lastKey),
    ordinals: passages,
    audienceIds: passages.map(() => 7_000_000 + (documentKey % 5)),
    terms: passages.map(() => Array.from({ length: 1 + below(wordCount) }, word).join(' ')),
  }
}
const removed = ({ organizationId, documentKey }: DocumentTerms): DocumentTerms => ({
  ...{ organizationId, documentKey, keys: [], ordinals: [], audienceIds: [], terms: [] },
})
const documents = Array.from({ length: 2000 }, (_, documentKey) => randomDocument(documentKey))

/** All that two indexes with other ids of terms have in common. */
function answersOf(index: InvertedIndex): unknown {
  const { below } = seededRandom(7)
  return Array.from({ length: 20 }, (_, at) => {
    const caller = {
      organizationId: at % 5 === 0 ? 'other' : 'acme',
      audienceIds: at % 3 === 0 ? [7_000_001] : [7_000_000, 7_000_001, 7_000_002, 7_000_003, 7_000_004],
    }
    const terms = ['w1', `straße${1 + below(40)}`, `語${1 + below(400)}`, `w${below(20_000)}`, 'zebra', 'lighthouse']
    const { hits, statistics } = index.search({ ...caller, terms, depth: 50 })
    const read = index.readWithAdjacent({ ...caller, passages: hits })
    return {
      hits,
      weights: [...statistics.weights],
      known: index.findKnownTerms({ ...caller, terms }),
      near: index.findNearTerms({ ...caller, misspellings: [{ word: 'lighthuose', stem: 'lighthuos' }] }),
      read: read.map(({ terms, ...passage }) => ({ ...passage, length: terms.length })).sort(byKey),
      counts: read
        .map(({ chunkKey, terms: own }) => ({
          chunkKey,
          counts: [...statistics.termIds].map(([term, id]) => [term, own.filter((other) => other === id).length]),
        }))
        .sort(byKey),
    }
  })
}
const byKey = (a: { chunkKey: number }, b: { chunkKey: number }) => a.chunkKey - b.chunkKey

function createFilledIndex(): InvertedIndex {
  const index = createInvertedIndex()
  for (const document of documents) index.put(document)
  index.put({ ...randomDocument(4000), terms: ['lighthous w1', 'zebra', 'lighthous'] })
  return index
}

test('an index from an image gives the same answers, also after further changes and compactions', () => {
  const index = createFilledIndex()
  // More terms than a page of the passage store holds.
  index.put({
    ...randomDocument(5000),
    terms: [Array.from({ length: 70_000 }, word).join(' '), 'zebra', 'zebra zebra'],
  })
  // Passages of one document that are far from each other in the index, and not in the order of their ordinals.
  const [first] = documents as [DocumentTerms]
  const { keys, audienceIds, terms } = randomDocument(first.documentKey)
  index.put({
    ...first,
    keys: [keys[0] as number, ...first.keys],
    ordinals: [0, ...first.ordinals.map((ordinal) => ordinal + 1)],
    audienceIds: [audienceIds[0] as number, ...first.audienceIds],
    terms: [terms[0] as string, ...first.terms],
  })
  for (const document of documents) if (document.documentKey % 11 === 3) index.put(removed(document))

  const restored = createInvertedIndex()
  copyThroughImage(index, restored)
  expect(answersOf(restored)).toEqual(answersOf(index))
  expect(restored.bytes).toBeLessThan(index.bytes)

  for (let round = 0; round < 3; round++)
    for (const { documentKey } of documents) {
      if ((documentKey + round) % 2 === 0) continue
      const changed = randomDocument(documentKey)
      for (const each of [index, restored]) each.put(documentKey % 7 === 0 ? removed(changed) : changed)
    }
  expect(answersOf(restored)).toEqual(answersOf(index))
})

test('an image has no term of a deleted passage, and none of its passages is found', () => {
  const index = createFilledIndex()
  const secret = { ...randomDocument(6000), organizationId: 'acme', terms: ['zebrafish w1', 'lighthouse', 'w2'] }
  index.put({ ...secret, keys: [1_000_001, 1_000_002, 1_000_003], ordinals: [0, 1, 2], audienceIds: [1, 1, 1] })
  const before = copyThroughImage(index, createInvertedIndex())
  expect(before.includes('zebrafish')).toBe(true)
  index.put(removed(secret))
  const restored = createInvertedIndex()
  expect(copyThroughImage(index, restored).includes('zebrafish')).toBe(false)
  const caller = { organizationId: 'acme', audienceIds: [1] }
  expect(restored.search({ ...caller, terms: ['zebrafish', 'w1', 'w2'], depth: 10 }).hits).toEqual([])
  expect(restored.findKnownTerms({ ...caller, terms: ['zebrafish', 'lighthouse', 'w1'] })).toEqual([])
  expect(restored.readWithAdjacent({ ...caller, passages: [{ documentKey: 6000, chunkKey: 1_000_001 }] })).toEqual([])
})

test('documents of an organization that are added while it is written are left out', () => {
  const index = createFilledIndex()
  const expected = createInvertedIndex()
  copyThroughImage(index, expected)
  const restored = createInvertedIndex()
  let added = 0
  copyThroughImage(index, restored, () => {
    // The organization that is written first.
    for (let i = 0; i < 20; i++) index.put({ ...randomDocument(10_000 + added++), organizationId: 'other' })
    index.put({ ...randomDocument(20_000 + added), organizationId: 'other', terms: ['zebra', `new${added}`, 'w1'] })
  })
  expect(added).toBeGreaterThan(60)
  expect(answersOf(restored)).toEqual(answersOf(expected))
})
