import { expect, test } from 'vitest'
import { readPassageFixture } from '../../../test/support/read-passage.ts'
import { bestUnit } from '../quoted/split-units.ts'
import type { SentenceScore } from './read-passages.ts'
import { answerabilityScore, isAnswered } from './reading-answerability.ts'

/** The opinion of a passage with one sentence that the reader is undecided about. */
function judge(score: Partial<SentenceScore>, answers = 0): { score: number; isAnswered: boolean } {
  const passage = readPassageFixture([['The gate opens at seven each morning.', 0]], { answers })
  const read = [{ ...passage, scores: passage.scores.map((own) => ({ ...own, ...score })) }]
  const best = bestUnit(read)!
  return { score: answerabilityScore(best, read), isAnswered: isAnswered(best, read) }
}

test('names that the passage lacks make an answer less likely, each by its share', () => {
  const none = judge({ missingNames: 0 })
  const half = judge({ missingNames: 0.5 })
  const all = judge({ missingNames: 1 })
  expect(half.score).toBeLessThan(none.score)
  expect(none.score - all.score).toBeCloseTo(2 * (none.score - half.score))
})

test('a doubtful passage answers if it names what the question names, and not otherwise', () => {
  expect(judge({ missingNames: 0 }, -3).isAnswered).toBe(true)
  expect(judge({ missingNames: 1 }, -3).isAnswered).toBe(false)
})

test('a doubtful passage answers a question translated word by word, which lacks words of the notes', () => {
  const passage = readPassageFixture([['The gate opens at seven each morning.', 0]], { answers: -3 })
  const scores = passage.scores.map((own) => ({ ...own, missingShare: 0.6, coverage: 0.4 }))
  const answers = (isOfTranslation: boolean) => {
    const read = [{ ...passage, scores, isOfTranslation }]
    return isAnswered(bestUnit(read)!, read)
  }
  expect(answers(false)).toBe(false)
  expect(answers(true)).toBe(true)
})

test('a sentence about another year is no answer, even if the reader thinks so', () => {
  expect(judge({ isOtherCode: false, missingNames: 1 }, 5).isAnswered).toBe(true)
  expect(judge({ isOtherCode: true, missingNames: 1 }, 5).isAnswered).toBe(false)
  expect(judge({ isOtherCode: true, hasAskedCell: true }).score).toBe(judge({ isOtherCode: true }).score)
})

test('a row that the question names counts more, unless only its name is shared', () => {
  const plain = (coverage: number) => judge({ coverage }).score
  expect(judge({ isNamedRow: true, coverage: 0.6 }).score).toBeGreaterThan(plain(0.6))
  expect(judge({ isNamedRow: true, coverage: 0.3 }).score).toBe(plain(0.3))
})

test('a range that contains the quantity asked about counts for the sentence', () => {
  expect(judge({ isRangeMatch: true }).score).toBeGreaterThan(judge({}).score)
})

test('a row of which the question names a column counts more than one that it names', () => {
  const named = judge({ isNamedRow: true, coverage: 0.6 }).score
  expect(judge({ isNamedRow: true, hasAskedCell: true, coverage: 0.6 }).score).toBeGreaterThan(named)
})
