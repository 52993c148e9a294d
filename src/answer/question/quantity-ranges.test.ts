import { expect, test } from 'vitest'
import { expectLinearTime } from '../../../test/support/growth.ts'
import { countsIn, isWithinRange, quantitiesIn } from './quantity-ranges.ts'

test.each([
  ['Who approves €18,000?', [{ value: 18_000, unit: '€', word: '€18,000' }]],
  ['Can I spend 20k dollars?', [{ value: 20_000, unit: '$', word: '20k' }]],
  ['A lorry of 14 metres', [{ value: 14, unit: 'metre', word: '14' }]],
  ['I am away for three days', [{ value: 3, unit: 'day', word: 'three' }]],
  ['Level L4 in 2027, room 0.12, at 3am, with 2FA', []],
])('the figures with a unit in %j are read', (text, expected) => {
  expect(quantitiesIn(text)).toEqual(expected)
})

test.each([
  ['Amount: €5,000 to €25,000; Who says yes: head of department', '€18,000', true],
  ['Amount: €500 to €5,000; Who says yes: your team lead', '€18,000', false],
  ['Amount: above €75,000', '€18,000', false],
  ['Anything over €15,000 needs a contract.', '€18,000', true],
  ['Up to three days: one week ahead.', '2 days', true],
  ['Up to three days: one week ahead.', '2 weeks', false],
  ['Time with us: 1 to 2 years', '18 months', true],
  ['Time with us: 2 to 5 years', '18 months', false],
  ['Time with us: 6 months to 2 years', '18 months', true],
  ['Time with us: from 6 months to 2 years', '30 months', false],
  ['Time with us: up to 2 years', '24 months', true],
  ['Delay: within 90 minutes', '1 hour', true],
  ['Delay: within 90 minutes', '2 hours', false],
  ['Return it within ten days.', 'two weeks', false],
  ['Return it within thirty days.', 'three weeks', true],
  ['Return it within twenty-five days.', '22 days', true],
  ['Trips longer than 5 km', '800 metres', false],
  ['Service after 5 years', '20 minutes', false],
  ['Age of the frame: the second year', '18 months', true],
  ['Age of the frame: first year', '18 months', false],
  ['In the first three years we repair it.', '30 months', true],
  ['From the fourth year on you pay.', '30 months', false],
  ['From the fourth year on you pay.', '5 years', true],
  ['Groups of 10 people or more', '12 people', true],
  ['Groups: 10 or more people', '10 people', true],
  ['Groups: 10 or more people', '9 people', false],
  ['Groups: 10+ people', '12 people', true],
  ['Time with us: 5 years and more', '70 months', true],
  ['Time with us: from 5 years', '70 months', true],
  ['Time with us: at least 5 years', '40 months', false],
  ['Groups of between 5 and 10 people', '7 people', true],
  ['Lorries longer than 12 metres are announced.', '14 metres', true],
  ['It costs €18,000.', '€18,000', false],
])('"%s" and %s: %s', (text, quantity, expected) => {
  expect(isWithinRange(text, quantitiesIn(quantity)[0]!)).toBe(expected)
})

test('a bound belongs to the range that ends with it', () => {
  const [limit] = quantitiesIn('€5,000')
  expect(isWithinRange('€500 to €5,000', limit!)).toBe(true)
  expect(isWithinRange('€5,000 to €25,000', limit!)).toBe(false)
})

test('a long number that is none takes linear time', () => {
  expect(quantitiesIn(`${'1'.repeat(100_000)}x`)).toEqual([])
  expect(quantitiesIn('12x, 3 days, 4,500 euros')).toMatchObject([{ value: 3 }, { value: 4500 }])
})

test.each([
  ['Can we book 6 tents?', 'Groups: 4 to 10 tents', true],
  ['Can we book six tents?', 'Groups: up to 10 tents', true],
  ['Can we book 12 tents?', 'Groups: 4 to 10 tents', false],
  ['Can we book 12 tents?', 'Groups: more than 10 tents', true],
  ['Can we book 6 boats?', 'Groups: 4 to 10 tents', false],
  ['Is it for 3 people?', 'Feeds: 3 or 4 people', true],
])('the count in "%s" is within "%s": %s', (question, text, expected) => {
  const counts = [...quantitiesIn(question), ...countsIn(question)]
  expect(counts.some((count) => isWithinRange(text, count))).toBe(expected)
})

test('years, codes and words of grammar are no counts', () => {
  expect(countsIn('Which P2 tickets were open in 2025 when room 4 was closed?')).toEqual([])
})

test.each(['1,', '1', '1.1 ', '1 ', '12 to ', '12 days or ', 'two ', '1 a', 'a', ' ', '$', '1,1 to 1,1 ', 'from 12 '])(
  'a long row of "%s" takes linear time',
  (piece) => {
    const [day] = quantitiesIn('3 days')
    expectLinearTime((text) => isWithinRange(`${text}x`, day!), piece)
    expectLinearTime((text) => countsIn(`${text}x`), piece)
  },
)
