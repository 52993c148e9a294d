import { expect, test } from 'vitest'
import { matchesQuestionType } from './question-type.ts'

const question = 'Who opens the gate?'

test('a name that the question lacks answers a question for a person', () => {
  expect(matchesQuestionType('person', 'The gate is opened by  Berta every day.', question)).toBe(true)
  expect(matchesQuestionType('person', 'Carla Diaz opens it.', question)).toBe(true)
  expect(matchesQuestionType('person', 'The gate is opened every day.', question)).toBe(false)
})

test.each([' ', '\t', '\u00a0'])('a long run of %j in a sentence takes no time to speak of', (blank) => {
  expect(matchesQuestionType('person', `opens the gate${blank.repeat(300_000)}every day`, question)).toBe(false)
  expect(matchesQuestionType('person', `The gate${blank.repeat(300_000)}is opened.`, question)).toBe(false)
})
