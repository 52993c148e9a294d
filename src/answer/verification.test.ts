import { expect, test } from 'vitest'
import { findSupportingPassages } from './verification.ts'

const passage = {
  heading: '',
  body: 'Shelf S0 stands in hall 0.\nThe code of shelf S0 is heron4000.',
  document: { title: 'Shelf S0' },
}
const supported = (sentence: string) =>
  findSupportingPassages(sentence, [passage], { language: 'en', background: passage.body }).length > 0

test('a literal quote is supported, even if one of its words only occurs at the start of a sentence', () => {
  expect(supported('The code of shelf S0 is heron4000.')).toBe(true)
})

test('a sentence with a name that the passage lacks is not supported', () => {
  expect(supported('Zephyrine said the code of shelf S0 is heron4000.')).toBe(false)
  expect(supported('The code of shelf S0 is Shel heron4000.')).toBe(false)
})

test('a sentence with an invented e-mail address is not supported', () => {
  const contact = { ...passage, body: `${passage.body}\nAsk ada@acme.test for the code of shelf S0.` }
  const isSupported = (sentence: string) =>
    findSupportingPassages(sentence, [contact], { language: 'en', background: contact.body }).length > 0
  expect(isSupported('Ask ada@acme.test for the code of shelf S0.')).toBe(true)
  expect(isSupported('Ask ada@acme-help.test for the code of shelf S0.')).toBe(false)
  expect(isSupported('Ask adam@acme.test for the code of shelf S0.')).toBe(false)
})
