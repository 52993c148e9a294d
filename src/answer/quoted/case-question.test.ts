import { expect, test } from 'vitest'
import { tellsCase } from './case-question.ts'

test.each([
  'Found again within 48 hours?',
  'Lost your key?',
  'More than three days?',
  'Questions about pay?',
  'So you are ill on a Monday?',
])('%s tells a case', (question) => {
  expect(tellsCase(question)).toBe(true)
})

test.each([
  'What happens with a lost key?',
  'And who pays for it?',
  'Can I bring my dog?',
  'Have you clicked on the link?',
  'Do you deliver on Sundays?',
  'Is the canteen open on Fridays?',
  'Ill on a Monday, can I stay at home?',
  'Why?',
  'In which case do I get a receipt?',
  'Really?',
  'You know the house rules, right?',
  'Anything else, and if so, what does it cost?',
  'Found again within 48 hours.',
])('%s does not', (question) => {
  expect(tellsCase(question)).toBe(false)
})
