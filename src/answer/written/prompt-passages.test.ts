import { expect, test } from 'vitest'
import { passageFixture } from '../../../test/support/read-passage.ts'
import { answerPrompt } from './prompt.ts'
import { selectPromptPassages } from './prompt-passages.ts'

test('neighbours within a document become one passage in reading order, where the best of them ranks', () => {
  const part = (ordinal: number, body: string) => passageFixture({ documentKey: 900, ordinal, body })
  const other = passageFixture({ body: 'Other.' })
  const selected = selectPromptPassages([
    part(3, 'Third.'),
    other,
    part(1, 'First.'),
    part(2, 'Second.'),
    part(7, 'Far.'),
  ])
  expect(selected.map(({ body }) => body)).toEqual(['First.\n\nSecond.\n\nThird.', 'Other.', 'Far.'])
  expect(selected[0]?.parts.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3])
})

test('up to sixteen passages fit, fewer long ones, and repeated text stands once', () => {
  const many = Array.from({ length: 40 }, (_, index) => passageFixture({ body: `Text ${index}.` }))
  expect(selectPromptPassages(many)).toHaveLength(16)
  const long = Array.from({ length: 20 }, (_, index) => passageFixture({ body: `${index} ${'x'.repeat(4000)}` }))
  expect(selectPromptPassages(long)).toHaveLength(3)
  expect(selectPromptPassages([...long, passageFixture({ body: 'Short.' })])).toHaveLength(4)
  expect(
    selectPromptPassages([passageFixture({ body: 'Same text.' }), passageFixture({ body: 'same  text' })]),
  ).toHaveLength(1)
})

test('each passage has its path, the name of its source and the date of its source', () => {
  const note = passageFixture({
    title: 'Holidays and leave',
    updatedAt: new Date('2024-03-05T23:00:00Z'),
    body: 'Text.',
  })
  note.document.path = ['Handbook', 'People']
  note.heading = 'Asking for it'
  const item = passageFixture({ title: 'Ticket', body: 'Broken.' })
  item.document.sourceName = 'Tickets'
  const { messages } = answerPrompt({
    question: 'Q?',
    passages: selectPromptPassages([note, item]),
    instructions: '',
    language: 'en',
    delimiter: '7f3a',
  })
  expect(messages[0]?.content).toContain(
    'Path: Handbook › People › Holidays and leave › Asking for it\nSource: Notes\nUpdated: 2024-03-05\nText.',
  )
  expect(messages[0]?.content).toContain('Path: Ticket\nSource: Tickets\n')
})
