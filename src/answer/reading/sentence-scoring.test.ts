import { expect, test } from 'vitest'
import { passageFixture } from '../../../test/support/read-passage.ts'
import { analyze } from '../../ingest/analyze.ts'
import { type AnalyzedQuestion, analyzeQuestion, rarestMissingTermShare, scoreSentences } from './sentence-scoring.ts'

function analyzed(question: string): AnalyzedQuestion {
  const terms = analyze(question, 'en')
  const weights = new Map(terms.map((term) => [term, 1]))
  return analyzeQuestion(question, { question, passages: [], found: 0, terms, weights, languageSupport: 1 })
}

function missingShare(question: string, sentence: string): number {
  return rarestMissingTermShare(analyzed(question), new Set(analyze(sentence, 'en')))
}

test.each([
  { title: 'The Leipzig workshop', heading: '' },
  { title: 'Workshops', heading: 'Leipzig' },
])('a sentence needs no word that its page has in "$title" or "$heading"', (page) => {
  const body = 'The early shift lasts from six to two. There is no late shift in Leipzig.'
  const [best] = scoreSentences(analyzed('When is the early shift in Leipzig?'), [passageFixture({ ...page, body })])
  expect(best?.text).toBe('The early shift lasts from six to two.')
})

test('a note that lacks the words of a request lacks nothing', () => {
  expect(missingShare('Is first class on the train allowed?', 'Trains over three hours are first class.')).toBe(0)
  expect(missingShare('What happens if I am sick?', 'Call your lead before nine when you are sick.')).toBe(0)
})

test('a note that lacks what the question is about lacks its share', () => {
  expect(
    missingShare('Is first class on the plane allowed?', 'Trains over three hours are first class.'),
  ).toBeGreaterThan(0)
})

test('a duration of the case that the question is about is not missed', () => {
  const rule = 'Up to 20 working days a year may be worked from abroad.'
  expect(missingShare('Can I work from abroad for a month?', rule)).toBe(0)
  expect(missingShare('Can I work from abroad next month?', rule)).toBeGreaterThan(0)
})
