import { expect, test } from 'vitest'
import { passageFixture } from '../../../test/support/read-passage.ts'
import { refersBack } from './refers-back.ts'

const passage = passageFixture()

function isReference(text: string, language: string): boolean {
  return refersBack({ text, passage: { ...passage, document: { ...passage.document, language } } })
}

test.each([
  ['en', 'They pay at the gate.', 'The visitors pay at the gate.'],
  ['en', '- This is for visitors.', '- Thistles are for visitors.'],
  ['en', 'Plugins loaded this way are slow.', 'Plugins are slow this year.'],
  ['en', 'At that pace it lasts a year.', 'At thatched barns it lasts a year.'],
  ['en', 'The rest is paid by you.', 'The restaurant is paid by you.'],
  ['en', 'Pelicans are excluded.', 'Pelicans are excluded from the pool in winter.'],
  ['de', 'Diese gelten ab Mai.', 'Dienste gelten ab Mai.'],
  ['de', 'Dafür braucht man einen Ausweis.', 'Sie brauchen einen Ausweis.'],
  ['fr', 'Elle est payée en mai.', 'Les équipes paient en mai.'],
  ['es', 'Esto vale en mayo.', 'Estonia vale en mayo.'],
  ['ja', 'これは五月に有効です。', '休暇は五月に有効です。'],
])('%s: %j points to the sentence before it, %j does not', (language, reference, statement) => {
  expect(isReference(reference, language)).toBe(true)
  expect(isReference(statement, language)).toBe(false)
})

test('the words of one language mean nothing in another', () => {
  expect(isReference('Also gilt es ab Mai.', 'de')).toBe(false)
})
