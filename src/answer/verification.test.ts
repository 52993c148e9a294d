import { expect, test } from 'vitest'
import { findSupportingPassages } from './verification.ts'

const passage = {
  heading: '',
  body: 'Shelf S0 stands in hall 0.\nThe code of shelf S0 is heron4000.',
  document: { title: 'Shelf S0' },
}
const supported = (sentence: string) =>
  findSupportingPassages(sentence, [passage], { language: 'en', background: passage.body }).length > 0

test('what is quoted word for word is supported, also where a word stands only at the beginning of a sentence', () => {
  expect(supported('The code of shelf S0 is heron4000.')).toBe(true)
})

test('a name that the passage does not have is not', () => {
  expect(supported('Zephyrine said the code of shelf S0 is heron4000.')).toBe(false)
  expect(supported('The code of shelf S0 is Shel heron4000.')).toBe(false)
})
