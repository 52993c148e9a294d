import { expect, test } from 'vitest'
import { readPassageFixture } from '../../../test/support/read-passage.ts'
import { rankUnits } from './answer-units.ts'
import { findContact } from './contact-line.ts'
import { passageUnits } from './split-units.ts'

const lines = [
  'If it freezes again, write an e-mail to IT.',
  'Name: Ann Lee; Role: Office; Phone: 0555 410 14; Email: ann@acme.test',
  'Name: Support; Role: IT; Extension: 118; Email: help@acme.test',
  '- Safety officer: Lucy Grant, 0555 410 20, safety@acme.test',
]
const read = readPassageFixture(lines.map((text, index) => [text, 5 - index]))
const units = rankUnits(passageUnits(read, 0))

test.each([
  ['e-mail address of IT', 'help@acme.test'],
  ['What is the extension of support?', '118'],
  ["Lucy's phone number", '0555 410 20'],
  ['phone number of Ann Lee', '0555 410 14'],
])('%s: %s', (question, expected) => {
  const { text, shortAnswer } = findContact(question, units)!
  expect(text.slice(shortAnswer!.start, shortAnswer!.end)).toBe(expected)
})

test.each(['e-mail address of Ben', 'phone number of support', 'Who has an e-mail address?'])(
  'no line has what is asked: %s',
  (question) => {
    expect(findContact(question, units)).toBeUndefined()
  },
)
