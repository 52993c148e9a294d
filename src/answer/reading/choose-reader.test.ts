import { expect, test } from 'vitest'
import { passageFixture } from '../../../test/support/read-passage.ts'
import { createStubReader } from '../../../test/support/stub-reader.ts'
import { chooseReader } from './choose-reader.ts'

const passageIn = (language: string) => {
  const passage = passageFixture()
  return { ...passage, document: { ...passage.document, language } }
}
const english = createStubReader(/nothing/)
const otherLanguages = { ...createStubReader(/nothing/), languages: ['de', 'fr', 'es'] }
const reader = { ...english, otherLanguages }

const german = 'Wie viele Urlaubstage habe ich im Jahr?'
const inEnglish = 'How many days of leave do I have?'

test.each([
  ['an English question about English notes', inEnglish, 'en', 'english'],
  ['a German question about German notes', german, 'de', 'other languages'],
  ['a German question about English notes', german, 'en', 'none'],
  ['an English question about German notes', inEnglish, 'de', 'other languages'],
  ['keywords without a language, about German notes', 'Kilometergeld', 'de', 'other languages'],
  ['keywords without a language, about English notes', 'mileage', 'en', 'english'],
  ['a language that neither model knows', '休暇は年に何日ありますか', 'en', 'none'],
  ['a German question about notes in a language that neither knows', german, 'pl', 'none'],
])('%s', (_, question, language, expected) => {
  const chosen = chooseReader(reader, question, [passageIn(language)])
  const names = new Map<unknown, string>([
    [reader, 'english'],
    [otherLanguages, 'other languages'],
    [undefined, 'none'],
  ])
  expect(names.get(chosen)).toBe(expected)
})

test('without the model for other languages, questions in them are not read', () => {
  expect(chooseReader(english, german, [passageIn('de')])).toBeUndefined()
  expect(chooseReader(english, inEnglish, [passageIn('de')])).toBe(english)
})
