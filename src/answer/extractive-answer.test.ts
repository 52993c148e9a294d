import { expect, test } from 'vitest'
import { passageFixture } from '../../test/support/read-passage.ts'
import { extractAnswer } from './extractive-answer.ts'

test('an item comes after the line that denies it, and several below one line', () => {
  const body =
    'You must not do any of the following in the workshop:\n- Charge a private battery.\n- Lend a battery to a visitor.'
  const quote = (question: string, terms: string[]) => {
    const weights = new Map(terms.map((term) => [term, 3]))
    const found = { question, passages: [passageFixture({ body })], found: 1, terms, weights, languageSupport: 0 }
    return extractAnswer(question, found).map(({ text }) => text)
  }
  expect(quote('Charge a private battery?', ['charg', 'privat', 'batteri'])[0]).toMatch(/^You must not .*: Charge/)
  expect(quote('battery', ['batteri']).join('\n')).toMatch(/^You must not .*:\n- Charge .*\n- Lend /)
})
