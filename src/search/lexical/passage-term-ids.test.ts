import { expect, test } from 'vitest'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { createPassageTermIds } from './passage-term-ids.ts'
import { createTermDictionary } from './term-dictionary.ts'

test('terms of all passages have the ids that a term dictionary gives them', () => {
  const random = seededRandom(5)
  const dictionary = createTermDictionary()
  const { idsOf, idOf } = createPassageTermIds()
  const letters = [...'abcdeäß日ǀ']
  for (let passage = 0; passage < 120; passage++) {
    // More terms than fit at first, also longer passages than at first.
    const terms = Array.from({ length: passage === 60 ? 5000 : 150 }, () =>
      Array.from({ length: 1 + random.below(6) }, () => random.pick(letters)).join(''),
    )
    expect(idsOf(terms.join(' '))).toEqual(Uint32Array.from(terms, dictionary.intern))
    expect(idOf(terms[0] as string)).toBe(dictionary.find(terms[0] as string))
  }
  expect(dictionary.size).toBeGreaterThan(2 ** 13)
})

test('a passage without terms has one empty term, as when it is split', () => {
  expect(createPassageTermIds().idsOf('')).toHaveLength(1)
})

test('terms with the same hash stay apart', () => {
  const { idsOf } = createPassageTermIds()
  const ids = idsOf(`${collidingTerms[0]} ${collidingTerms[1]} ${collidingTerms[0]}`)
  expect(ids[0]).not.toBe(ids[1])
  expect(ids[2]).toBe(ids[0])
})

/** Both have the FNV-1a hash 0x61d6d9b9. */
const collidingTerms = ['swbtchq', 'zsnfzpg'] as const
