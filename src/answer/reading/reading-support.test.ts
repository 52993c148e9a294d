import { expect, test } from 'vitest'
import { passageFixture, readPassageFixture } from '../../../test/support/read-passage.ts'
import type { Passage, RetrievalResult } from '../../search/retrieval.ts'
import { isTranslationBetter, measureOwnLanguageSupport, measureSupport } from './reading-support.ts'

const supportOf = (score: number) => ({ score, evidence: '' })

test.each([
  ['answered, and better', 1, -1, true],
  ['answered, but hardly better', 1, 0.8, false],
  ['better, but not answered', -2, -4, false],
  ['answered where nothing else is', 0.5, Number.NEGATIVE_INFINITY, true],
])('a translation that is %s', (_, translated, typed, expected) => {
  expect(isTranslationBetter(supportOf(translated), supportOf(typed))).toBe(expected)
})

function findingsOf(passage: Passage, terms: readonly string[]): RetrievalResult {
  const weights = new Map(terms.map((term) => [term, 1]))
  return { question: '', passages: [passage], found: 1, terms: [...terms], weights, languageSupport: 1 }
}

test('notes in the language of the question support it less if they lack its words', () => {
  const line = 'Die Kantine öffnet um sieben.'
  const german = (read: ReturnType<typeof readPassageFixture>) => {
    const passage = { ...read.passage, document: { ...read.passage.document, language: 'de' } }
    return { ...read, passage }
  }
  const read = [german(readPassageFixture([[line, 5]]))]
  const measure = (terms: readonly string[]) => {
    const findings = { ...findingsOf(read[0]!.passage, terms), read }
    return measureOwnLanguageSupport('Wann öffnet die Kantine?', findings).score - measureSupport('', findings).score
  }
  expect(measure(['kantin', 'offnet'])).toBeGreaterThan(measure(['schwimmbad', 'rutsch']))
})

test('without a reader their words alone count', () => {
  const passage = passageFixture({ body: 'The canteen opens at seven.' })
  const findings = { ...findingsOf(passage, ['kantin']), read: undefined }
  expect(measureOwnLanguageSupport('Wann öffnet die Kantine?', findings).score).toBe(Number.NEGATIVE_INFINITY)
})
