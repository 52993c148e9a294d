import { expect, test } from 'vitest'
import { readPassageFixture } from '../../../test/support/read-passage.ts'
import { composeAnswer } from './compose-answer.ts'
import { quoteUnits } from './quote-units.ts'

async function answer(question: string, lines: [string, number][], body = lines.map(([text]) => text).join('\n')) {
  const fixture = readPassageFixture(lines)
  const read = { ...fixture, passage: { ...fixture.passage, body } }
  return quoteUnits(await composeAnswer(question, [read], async () => [])).map(({ text }) => text)
}

test('a sentence of a message comes after its head', async () => {
  const lines: [string, number][] = [
    ['Ann Lee (12.03.24, 10:32):', 2],
    ['The payment tests fail.', -9],
    ['We moved the release to Thursday.', 6],
    ['Ben (12.03.24, 10:35):', -9],
    ['ok, thanks for the quick answer.', -9],
  ]
  expect(await answer('When is the release?', lines)).toEqual([
    'Ann Lee (12.03.24, 10:32):',
    'We moved the release to Thursday.',
  ])
})

test('the head of a message is quoted once', async () => {
  const lines: [string, number][] = [
    ['Ann Lee (10:32 AM):', 5],
    ['I can take the shift on Saturday.', 6],
    ['Saturday shifts are paid twice.', 6],
  ]
  expect(await answer('What about the shift on Saturday?', lines)).toEqual([
    'Ann Lee (10:32 AM):',
    lines[1]![0],
    lines[2]![0],
  ])
})

test('a speaker who says "I" is named', async () => {
  const lines: [string, number][] = [
    ['Ben Okoro: The reason is the billing bug.', -9],
    ['I fix the export until Wednesday.', 6],
    ['The export has 40 columns.', -9],
  ]
  const body = lines.map(([text]) => text).join(' ')
  expect(await answer('Who fixes the export?', lines, body)).toEqual(['Ben Okoro:', lines[1]![0]])
  const other = lines.map(([text, evidence], index): [string, number] => [text, index === 2 ? 9 : evidence])
  expect(await answer('How many columns does the export have?', other, body)).not.toContain('Ben Okoro:')
})
