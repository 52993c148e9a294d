import { expect, test } from 'vitest'
import { findContradictions } from './contradictions.ts'

const contradictingTexts = async (...texts: string[]) => {
  const passages = texts.map((body, index) => ({ documentKey: index + 1, body, language: 'en' }))
  const found = await findContradictions(passages)
  return found.map(([one, other]) => [one.text, other.text])
}

test('two documents that state different numbers are a contradiction', async () => {
  expect(
    await contradictingTexts(
      'About gates. The blue harbour gate opens at 7 in the morning.',
      'The blue harbour gate opens at 8 in the morning. It is heavy.',
    ),
  ).toEqual([['The blue harbour gate opens at 7 in the morning.', 'The blue harbour gate opens at 8 in the morning.']])
})

test.each([
  ['the same figure', 'The blue harbour gate opens at 7.', 'The blue harbour gate always opens at 7.'],
  ['one figure more', 'The blue harbour gate opens at 7.', 'The blue harbour gate opens at 7 and 9.'],
  ['another name', 'The limit for meals in Leipzig is 30 euros.', 'The limit for meals in Kobe is 50 euros.'],
  ['something else', 'The blue harbour gate opens at 7.', 'The old harbour crane lifts 8 tons of steel.'],
  ['too little', 'It opens at 7.', 'It opens at 8.'],
])('%s is not', async (_, one, other) => {
  expect(await contradictingTexts(one, other)).toEqual([])
})

test('statements of one document are not compared', async () => {
  expect(await contradictingTexts('The blue harbour gate opens at 7. The blue harbour gate opens at 8.')).toEqual([])
})
