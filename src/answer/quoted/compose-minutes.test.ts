import { expect, test } from 'vitest'
import { readPassageFixture, type ScoredLine } from '../../../test/support/read-passage.ts'
import { composeMinutes } from './compose-minutes.ts'

const linesOf = (...texts: string[]): ScoredLine[] => texts.map((text) => [text, -9])
const minutes = (title: string, documentKey: number, ...texts: string[]) =>
  readPassageFixture(linesOf(...texts), { title, documentKey, answers: -9 })
const march = minutes(
  'Team meeting',
  1,
  'Team meeting, 4 March 2026, office',
  'Present: Ann, Ben',
  'Apologies: Carla',
  'Vans: Ann wants two. We agreed to lease one.',
  '1. Rent',
  'The landlord wants more.',
  'Decision: we stay at €900.',
  '2. Printer',
  'Ben showed two printers.',
  'Open tasks',
  '- Ben: call the landlord',
  '- ☑ Carla: order toner',
  '- Ann: order paper',
  'Next meeting: 1 April, 9:00',
)
const february = minutes(
  'Board meeting 2026-02-04',
  2,
  '- Absent: Dora',
  'To do',
  '- Carla: write to the bank',
  'Next meeting: 4 March',
)
const prices = minutes('Prices', 3, 'The rent of the hall is €40.')
const answer = (question: string) =>
  composeMinutes(question, [prices, february, march])?.map(({ kind, text }) =>
    kind === 'heading' ? `# ${text}` : text,
  )

test.each<[string, string[]]>([
  ['What did we decide about the rent?', ['# Rent', 'Decision: we stay at €900.']],
  ['what was agreed about vans', ['Vans: Ann wants two. We agreed to lease one.']],
  ['Which tasks are open?', ['Open tasks', '- Ben: call the landlord', '- Ann: order paper']],
  ['what is open from the board meeting', ['To do', '- Carla: write to the bank']],
  ['to-dos from the board meeting', ['To do', '- Carla: write to the bank']],
  ['who was absent at the march meeting', ['Apologies: Carla']],
  ['Who missed the board meeting?', ['- Absent: Dora']],
  ['When is the next meeting?', ['Next meeting: 1 April, 9:00']],
])('%s', (question, expected) => {
  expect(answer(question)).toEqual(expected)
})

test('minutes of other meetings are no answer', () => {
  expect(answer('who was absent at the july meeting')).toEqual([])
})

test.each([
  'What did we decide about the printer?',
  'Who is absent on Fridays?',
  'What is open on Sunday?',
  'What are the tasks of the safety officer?',
  'What was said about the rent?',
])('nothing in minutes is marked as what is asked: %s', (question) => {
  expect(question.startsWith('Who') ? composeMinutes(question, [prices]) : answer(question)).toBeUndefined()
})

test('a decision within a labelled paragraph comes with its label or the sentences before it', () => {
  const lines = readPassageFixture(linesOf('Hourly pay: Ann proposed 3 %.', 'Agreed: 2.5 %.'))
  const read = { ...lines, passage: { ...lines.passage, body: lines.sentences.join(' ') } }
  expect(composeMinutes('What was agreed about hourly pay?', [read])?.map(({ text }) => text)).toEqual([
    'Hourly pay',
    'Agreed: 2.5 %.',
  ])
  expect(composeMinutes('What was agreed about pay for Ann?', [read])?.map(({ text }) => text)).toEqual(read.sentences)
})
