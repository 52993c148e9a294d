import { expect, test } from 'vitest'
import { readPassageFixture } from '../../../test/support/read-passage.ts'
import { quoteAnswer } from './quoted-answer.ts'

const quote = async (question: string) => {
  const read = [readPassageFixture([['The gate opens at seven.', 6]])]
  const found = { question, passages: [], found: 1, terms: [], weights: new Map(), languageSupport: 1 }
  const quoted = await quoteAnswer(question, {
    ...found,
    read,
    readSection: async () => [],
    readDocument: async () => [],
  })
  return quoted.map(({ text }) => text)
}

test('a question without a letter or a digit has no answer', async () => {
  for (const question of ['?', '...', '%', '\u{1f642}', '\u200b']) expect(await quote(question), question).toEqual([])
  expect(await quote('When does the gate open?')).not.toEqual([])
})
