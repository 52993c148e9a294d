import { expect, test } from 'vitest'
import { expectLinearTime } from '../../../test/support/growth.ts'
import { passageFixture, readPassageFixture } from '../../../test/support/read-passage.ts'
import { composeAnswer } from './compose-answer.ts'
import { sectionUnits } from './split-units.ts'

const kindsOf = (...lines: string[]) =>
  sectionUnits([passageFixture({ body: lines.join('\n') })], 0).map(({ kind }) => kind)

test.each([
  ['(a)', '(b)'],
  ['a)', 'b)'],
  ['a.', 'b.'],
  ['(1)', '(2)'],
  ['‣', '‣'],
  ['◦', '◦'],
])('conditions with the markers %s and %s are quoted together', async (first, second) => {
  const lines = [
    'You can borrow the van only if:',
    `${first} you have had a licence for a year;`,
    `${second} you have worked here for a month.`,
  ]
  const read = readPassageFixture([
    [lines[0]!, -4],
    [lines[1]!, 5],
    [lines[2]!, -5],
    ['The canteen sells soup on Fridays.', -9],
  ])
  const answer = await composeAnswer('Can I borrow the van after a year?', [read], async () => [])
  expect(answer.map(({ text }) => text)).toEqual(lines)
})

test.each([
  'A["Order received, with <b>date</b> and sum"] --> B["Invoice"]',
  'n2@{ label: "Lead: first bill of €100<br>- from business" } --> n8["SPECIALIST"]',
  'n3 -- "Growth to<br>€2k" --> n14["Account review<br>(Simon decides)"]',
])('a line of a diagram in code is no sentence: %s', (line) => {
  expect(kindsOf(line)).toEqual(['label'])
})

test('a path with arrows is a sentence', () => {
  expect(kindsOf('Choose Settings --> Billing to see the invoices (PDF) of [all years].')).toEqual(['sentence'])
})

test('steps inside a line are sentences', () => {
  expect(kindsOf('Password entered: 1. Lock the account. 2. End all sessions.', 'Tell us.')).toEqual(
    Array(3).fill('sentence'),
  )
})

test('a letter begins an item only if another line has the letter before or after it', () => {
  expect(kindsOf('You need:', 'a) a form', '- signed', 'b) a badge', 'c) a key')).toEqual([
    'lead-in',
    'item',
    'item',
    'item',
    'item',
  ])
  expect(kindsOf('(c) 2026 Elm Ltd.', 'Call us.', '(b) is the choice of most people.')).not.toContain('item')
  expect(kindsOf('d. h. nur mit Karte.', 'e. g. a van.', 'i. e. not a car.')).not.toContain('item')
  expect(kindsOf('A. Smith leads sales.', 'B. Jones leads support.', 'I. Newton leads research.')).not.toContain('item')
})

test('a few words after a question in its line are an answer, on a line of their own they are a label', () => {
  expect(kindsOf('Parking? Ask Petra (ext. 5577)')).toEqual(['question', 'sentence'])
  expect(kindsOf('Parking', 'Ask Petra.')).toEqual(['label', 'sentence'])
})

test.each(['\tmake\n\n', 'One is two. '])('splitting a long section takes linear time: %j', (piece) => {
  expectLinearTime((body) => sectionUnits([passageFixture({ body })], 0), piece, 160_000)
})
