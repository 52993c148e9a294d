import { expect, test } from 'vitest'
import { passageFixture } from '../../../test/support/read-passage.ts'
import { extractAnswer } from './extractive-answer.ts'

function quote(body: string, question: string, terms: string[]): string[] {
  const weights = new Map(terms.map((term) => [term, 3]))
  const found = { question, passages: [passageFixture({ body })], found: 1, terms, weights, languageSupport: 0 }
  return extractAnswer(question, found).map(({ text }) => text)
}

test('an item comes after the line that denies it, and several below one line', () => {
  const body =
    'You must not do any of the following in the workshop:\n- Charge a private battery.\n- Lend a battery to a visitor.'
  expect(quote(body, 'Charge a private battery?', ['charg', 'privat', 'batteri'])[0]).toMatch(
    /^You must not .*: Charge/,
  )
  expect(quote(body, 'battery', ['batteri']).join('\n')).toMatch(/^You must not .*:\n- Charge .*\n- Lend /)
})

test('a further line that announces what is not quoted is left out', () => {
  const body =
    'A private battery is charged in the shed.\nTo charge a private battery elsewhere, read:\nThe fire rules.'
  expect(quote(body, 'charge a private battery', ['charg', 'privat', 'batteri'])).toEqual([
    'A private battery is charged in the shed.',
  ])
})

test('a sentence comes after the question that tells its case', () => {
  const body = 'Batteries are lent at the counter.\nLost one on the road?\nThe excess of a bicycle is 75 euros.'
  expect(quote(body, 'excess of a bicycle', ['excess', 'bicycl'])).toEqual([
    'Lost one on the road:',
    'The excess of a bicycle is 75 euros.',
  ])
})

test('an item that is no sentence comes with the items below it', () => {
  const body = '1. The shed is open.\n2. A private battery is\n- a) charged in the shed or\n- b) taken home.'
  expect(quote(body, 'a private battery', ['privat', 'batteri']).join('\n')).toBe(
    'A private battery is\n- a) charged in the shed or\n- b) taken home.',
  )
})
