import { expect, test } from 'vitest'
import { findSpans, findSupportingSpans } from './highlight.ts'

const highlightedTexts = (text: string, needles: string[]) =>
  findSpans(text, needles).map(({ start, end }) => text.slice(start, end))

test('a quoted sentence is found across line breaks and punctuation', () => {
  const text = 'Before. The front\n- gate opens, at “seven”. After.'
  expect(highlightedTexts(text, ['The front gate opens at seven.'])).toEqual(['The front\n- gate opens, at “seven”.'])
})

test('neighbours become one mark, and too short a text marks nothing', () => {
  const text = 'It opens at seven. It closes at nine.'
  expect(highlightedTexts(text, ['It closes at nine', 'It opens at seven'])).toEqual([text])
  expect(highlightedTexts(text, ['at'])).toEqual([])
})

test('other scripts are found, too', () => {
  expect(highlightedTexts('文書は三年間保管します。その後は廃棄します。', ['文書は三年間保管します'])).toHaveLength(1)
})

test('what the answer quotes is marked before the whole passage', () => {
  const texts = ['The gate opens at seven. It is blue and heavy.']
  const explanation = texts[0] as string
  expect(findSupportingSpans(texts, { sentences: ['The gate opens at seven.'], explanation })).toEqual([
    [{ start: 0, end: 24 }],
  ])
  expect(findSupportingSpans(texts, { sentences: ['They let people in at 7.'], explanation })).toEqual([
    [{ start: 0, end: explanation.length }],
  ])
})
