import { expect, test } from 'vitest'
import { isNamedBesides, isNamedLine, readLabel } from './labelled-line.ts'

test.each([
  ['- Night shift: from ten to six', 'Night shift'],
  ['Year 9: two hours', 'Year 9'],
  ['You need: a key', 'You need'],
  ['We open at 9:00 and close at 5:00.', undefined],
  ['Ask Ada. Then write: it is done', undefined],
  ['Everybody who comes by car from far away: park behind the hall', undefined],
  ['Kobe:', undefined],
])('the label of "%s" is %s', (line, label) => {
  expect(readLabel(line)).toBe(label)
})

const lines = ['- Night shift: from ten to six', '- Day shifts: from six to two', '- Bring your badge.']

test('a question names the line whose label it contains', () => {
  const named = (question: string) => lines.filter((line) => isNamedLine(question, line, lines))
  expect(named('When does the night shift begin?')).toEqual([lines[0]])
  expect(named('When does a day shift begin?')).toEqual([lines[1]])
  expect(named('When does a shift begin at night?')).toEqual([])
  expect(named('Is the night shift longer than day shifts?')).toEqual([])
})

test('a line whose label stands alone is no choice, and no step is', () => {
  expect(isNamedLine('What is the price?', 'Price: nine euros', ['Price: nine euros', 'Call us.'])).toBe(false)
  const steps = ['1. Key: turn it', '2. Lever: pull it']
  expect(isNamedLine('Where is the key?', steps[0]!, steps)).toBe(false)
})

test('of two lines with labels, the question names one', () => {
  const address = '- Address: 5 Quay Street'
  expect(isNamedBesides('Where can I park in Cork?', '- Parking: next door', address)).toBe(true)
  expect(isNamedBesides('Where can I park in Cork?', address, '- Parking: next door')).toBe(false)
  expect(isNamedBesides('Where can I park in Cork?', '- Parking: next door', 'We are in 5 Quay Street.')).toBe(false)
})
