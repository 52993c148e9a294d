import { expect, test } from 'vitest'
import { isNamedParallel } from './parallel-sentence.ts'

const lines = ['Tips at the bar are yours.', 'Tips at the counters go into the box.', 'We pay on Friday.']

test.each([
  ['Who gets the tips at the bar?', lines[0]],
  ['Who gets the tips at the counter?', lines[1]],
  ['Who gets the tips?', undefined],
  ['Who gets the tips at the bar and at the counter?', undefined],
  ['When do we get paid on Friday?', undefined],
])('%s names %s', (question, expected) => {
  expect(lines.find((line) => isNamedParallel(question, line, lines))).toBe(expected)
})

test('an article that sentences begin with makes them no parallels', () => {
  const owners = ['The staff fund has one seat.', 'The founders hold 60 % and the staff fund 40 %.']
  expect(owners.filter((line) => isNamedParallel('What share belongs to the staff fund?', line, owners))).toEqual([])
})

test('sentences that begin with the same preposition are parallel, too', () => {
  const places = ['At Marsh Farm you text.', 'At Hill Farm you call.']
  expect(places.filter((line) => isNamedParallel('Whom do I call at Hill Farm?', line, places))).toEqual([places[1]])
})
