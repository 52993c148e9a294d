import { describe, expect, test } from 'vitest'
import { expectLinearTime } from '../../../test/support/growth.ts'
import { alignValues, hasConflictingValues } from './equal-values.ts'

const align = (statement: string, evidence: string, language = 'en') => alignValues(statement, evidence, language)

describe('equal values', () => {
  test.each([
    ['10 am', '10:00'],
    ['10 a.m.', '10:00'],
    ['10:00', '10 am'],
    ['2 pm', '14:00'],
    ['2:30 p.m.', '14:30'],
    ['noon', '12:00'],
    ['midnight', '0:00'],
    ['14:00', '14 Uhr'],
    ['14:30', '14h30'],
    ['9.30 am', '9:30'],
    ['20%', '20 percent'],
    ['20 %', 'twenty percent'],
    ['twenty-five per cent', '25%'],
    ['2.5%', '2,5 Prozent'],
    ['1,500 EUR', '€1500'],
    ['€1500', 'EUR 1.500,00'],
    ['1,500 euros', '1 500 €'],
    ['CHF 1,500', "1'500 CHF"],
    ['$2.50', '2.5 dollars'],
    ['$25k', 'USD 25,000'],
    ['3 May 2025', '2025-05-03'],
    ['May 3rd, 2025', '03.05.2025'],
    ['2025-05-03', '3 May 2025'],
    ['3. Mai 2025', '2025-05-03'],
    ['3 de mayo de 2025', '3 May 2025'],
    ['13 May 2025', '05/13/2025'],
    ['3 May 2025', '3/5/2025 and 30/5/2025'],
    ['3 May', '2025-05-03'],
  ])('%s is written as %s', (own, other) => {
    expect(align(`It is ${own} there.`, `They say ${other}.`)).toBe(`It is ${other.split(' and ')[0]} there.`)
  })

  test.each([
    ['10 pm', '10:00'],
    ['5 pm', '5:00'],
    ['5:00', '17:00'],
    ['20%', '20 people'],
    ['20%', 'thirty percent'],
    ['€1500', '$1500'],
    ['€1,500', '€15,00'],
    ['3 May 2025', '2025-03-05'],
    ['3 May 2025', '3 May'],
    ['3 May 2025', '05/03/2025'],
    ['14 days', '2 weeks'],
    ['8h', '8:00'],
    ['You may 3 times', 'on 2025-05-03'],
  ])('%s is not %s', (own, other) =>
    expect(align(`It is ${own} there.`, `They say ${other}.`)).toBe(`It is ${own} there.`),
  )

  test.each([
    ['2 to 4 p.m.', '14:00 to 16:00'],
    ['9–11 am', '9:00–11:00'],
    ['11 to 1 pm', '11:00 to 13:00'],
    ['between 12 and 2:30 pm', 'between 12:00 and 14:30'],
  ])('the first time of %s has its half of the day from the second', (own, other) => {
    expect(align(`Open ${own} there.`, `They say ${other}.`)).toBe(`Open ${other} there.`)
    expect(align(`Open ${own} there.`, 'They say 3:00 to 5:00.')).toBe(`Open ${own} there.`)
  })

  test('a language tells the order of a date, and what "14h" is', () => {
    expect(align('Ouvert à 14h.', 'Ouvert à 14:00.', 'fr')).toBe('Ouvert à 14:00.')
    expect(align('Es ist der 3. Mai 2025.', 'Am 03/05/2025.', 'de')).toBe('Es ist der 03/05/2025.')
  })

  test('number words of other languages are figures', () => {
    expect(align('An 3 Tagen.', 'An bis zu drei Tagen.', 'de')).toBe('An drei Tagen.')
    expect(align('An drei Tagen.', 'An bis zu 3 Tagen.', 'de')).toBe('An 3 Tagen.')
    expect(align('An vier Tagen.', 'An bis zu 3 Tagen und 4 Wochen.', 'de')).toBe('An vier Tagen.')
  })

  test('what is written alike stays, also beside another spelling', () => {
    expect(align('From 10:00.', 'From 10 am. From 10:00.')).toBe('From 10:00.')
  })
})

test.each([
  ['It opens at 10 pm.', 'It opens at 10 am.', true],
  ['It opens at 10 am.', 'It opens at 10:00.', false],
  ['It opens at 5 pm.', 'It opens at 5:00.', false],
  ['It is due on 2025-03-05.', 'It is due on 2025-05-03.', true],
  ['It is due on 2025-05-03.', 'It is due on 3 May 2025.', false],
  ['It opens at 10 pm.', 'There are 10 rooms.', false],
])('"%s" has the figures of another value in "%s": %s', (statement, evidence, expected) =>
  expect(hasConflictingValues(statement, evidence, 'en')).toBe(expected),
)

test.each(['1', '1,', '1 ', '1.', '1/', '1-', '1:', '€', 'May ', '1 May ', 'a', ' ', 'twenty ', '1 million '])(
  'a long row of "%s" takes linear time',
  (piece) => {
    expectLinearTime((text) => align(`${text}!`, 'It is 10 am.'), piece)
    expectLinearTime((text) => align('It is 10 am.', `${text}!`), piece)
  },
)
