import { expect, test } from 'vitest'
import { buildReaderInput } from './reader-input.ts'
import type { WordpieceTokenizer } from './wordpiece-tokenizer.ts'

/** One piece per word; its id is the length of the word. */
const tokenizer: Pick<WordpieceTokenizer, 'encodePieces'> = {
  encodePieces: (text, maxPieces) =>
    [...text.matchAll(/\S+/g)]
      .slice(0, maxPieces)
      .map(({ 0: word, index }) => ({ id: word.length, start: index, end: index + word.length })),
}
const words = (count: number) => 'word '.repeat(count)

test('the input is [CLS] question [SEP] context sentences [SEP]', () => {
  const input = buildReaderInput(tokenizer, 'how long', { context: 'a bc', sentences: ['It is', 'so'] })
  expect(input.ids).toEqual([101, 3, 4, 102, 1, 2, 2, 2, 2, 102])
  expect(input).toMatchObject({ passageStart: 4, bodyStart: 6 })
  expect(input.pieces).toEqual([
    { id: 2, start: 0, end: 2, sentence: 0 },
    { id: 2, start: 3, end: 5, sentence: 0 },
    { id: 2, start: 0, end: 2, sentence: 1 },
  ])
})

test('a long question, context or passage is cut to the limits of the model', () => {
  const passage = { context: words(100), sentences: [words(150), words(150), words(1)] }
  const { ids, passageStart, bodyStart, pieces } = buildReaderInput(tokenizer, words(100), passage)
  expect({ passageStart, bodyStart }).toEqual({ passageStart: 48 + 2, bodyStart: 48 + 2 + 44 })
  expect(pieces.map(({ sentence }) => sentence)).toEqual([...Array(150).fill(0), ...Array(236 - 44 - 150).fill(1)])
  expect(ids).toHaveLength(48 + 3 + 236)
})
