import { expect, test } from 'vitest'
import { expectLinearTime } from '../../../test/support/growth.ts'
import { namesOtherCode } from './other-codes.ts'

test.each([
  ['How many bikes did we sell in 2022?', 'In 2025 we built 4,310 bikes.', true],
  ['How many bikes did we sell in 2022?', 'In 2022 we sold 3,100 bikes, in 2025 4,310.', false],
  ['How many bikes did we sell in 2022?', 'We sell 4,310 bikes a year.', false],
  ['What was the budget in 2022?', 'From 2020 to 2024 the budget was €2,000.', false],
  ['What was the budget in 2022?', 'From 2023 to 2024 the budget was €2,000.', true],
  ['What is the allowance in 2027?', 'Since January 2024 the allowance is €0.21.', false],
  ['What is the allowance in 2020?', 'Since January 2024 the allowance is €0.21.', true],
  ['What was the allowance in 2020?', 'Until the end of 2023 the allowance was €0.19.', false],
  ['Can I spend €2000 on a chair?', 'Since 2024 a chair is paid up to €500; in 2025 we bought 20.', false],
  ['Can I carry days over from 2025 to 2026?', 'Days of 2025 are kept until 31 March.', false],
  ['How soon is a P5 case answered?', 'Priority: P2; First answer: 1 working day', true],
  ['How soon is a P2 case answered?', 'Priority: P2; First answer: 1 working day', false],
  ['When are the Q3 figures due?', 'The Q2 figures are due on 15 July.', true],
  ['When are the Q3 figures due?', 'Figures are due two weeks after the quarter.', false],
  ['Can I work from Spain for a month?', 'Interns get €1,400 in Portugal and €2,100 in Ireland.', true],
  ['can i work from spain', 'You can work from Portugal for a month.', true],
  ['Can I work from Portugal?', 'You can work from Portugal for a month.', false],
  ['Darf ich aus Deutschland arbeiten?', 'You can work from Germany or France.', false],
  ['Hotel limit in Spain?', 'In Portugal €140, elsewhere €120.', false],
  ['Can I work from Spain?', 'You can work abroad for a month, in Portugal longer.', false],
  ['Can I work from Spain?', 'You can work from home.', false],
  ['Is the turkey free?', 'Lunch is free in Portugal.', false],
  ['Do I need 2FA at 3am?', 'Call reception at 5 or use 1FA.', false],
])('%s "%s": %s', (question, text, expected) => {
  expect(namesOtherCode(question, text, text)).toBe(expected)
})

test('a year that stands elsewhere in the passage is not lacking', () => {
  expect(
    namesOtherCode(
      'What did we sell in 2022?',
      'In 2025: 4,310.',
      'Sales since the move\nIn 2025: 4,310. In 2022: 3,100.',
    ),
  ).toBe(false)
})

test('a title names the year of the lines below it', () => {
  const isOther = (question: string) =>
    namesOtherCode(question, 'Carpenter: €61', 'Rates 2026\nCarpenter: €61', 'Rates 2026')
  expect(isOther('hourly rates 2028')).toBe(true)
  expect(isOther('hourly rates 2026')).toBe(false)
  expect(isOther('hourly rates')).toBe(false)
})

test.each(['a', 'Friday to ', 'out of ', '– '])(
  'a long passage is searched for countries in linear time: %j',
  (piece) => {
    expectLinearTime((text) => namesOtherCode('Can I work from Spain on Sunday?', 'Only in Portugal.', text), piece)
  },
)
