import { expect, test } from 'vitest'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { countMissingLetters, distancesToPrefixes, letterMask } from './edit-distance.ts'

const distance = (term: string, word: string) => distancesToPrefixes(term, word, 40)?.[word.length]

test('an insertion, a deletion, a replacement and a swap of neighbours are one edit each', () => {
  for (const word of ['onboardding', 'onbarding', 'onboarding', 'onbaording', 'onboxrding'])
    expect(distance('onboarding', word), word).toBe(word === 'onboarding' ? 0 : 1)
  expect(distance('onboarding', 'nobaording')).toBe(2)
})

test('"y" equals "i", because stems end in "i" where words end in "y"', () => {
  expect(distance('polici', 'policy')).toBe(0)
})

test('the distances to the beginnings of a word are those to the beginnings alone', () => {
  const random = seededRandom(3)
  const draw = () => Array.from({ length: 1 + random.below(8) }, () => 'abc'[random.below(3)]).join('')
  for (let run = 0; run < 500; run++) {
    const [term, word] = [draw(), draw()]
    const all = Array.from(distancesToPrefixes(term, word, 40)?.slice(0, word.length + 1) ?? [])
    expect(all, `${term} ${word}`).toEqual(all.map((_, length) => recursiveDistance(term, word.slice(0, length))))
    const [nearest] = [...all].sort((a, b) => a - b)
    expect(distancesToPrefixes(term, word, (nearest as number) - 1) === undefined || nearest === 0).toBe(true)
    expect(countMissingLetters(letterMask(term), letterMask(word))).toBeLessThanOrEqual(all.at(-1) as number)
  }
})

/** The definition of optimal string alignment. */
function recursiveDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const [restA, restB] = [a.slice(0, -1), b.slice(0, -1)]
  const isSwap = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)
  return Math.min(
    recursiveDistance(restA, b) + 1,
    recursiveDistance(a, restB) + 1,
    recursiveDistance(restA, restB) + (a.at(-1) === b.at(-1) ? 0 : 1),
    isSwap ? recursiveDistance(a.slice(0, -2), b.slice(0, -2)) + 1 : Number.POSITIVE_INFINITY,
  )
}
