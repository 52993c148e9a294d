import { expect, test } from 'vitest'
import { normalizeText, readableText } from './characters.ts'

test('ligatures are split', () => {
  expect(normalizeText('eﬃcient ﬂow')).toBe('efficient flow')
})

test('superscripts and fractions stay: 10² is not 102', () => {
  expect(normalizeText('10² ½')).toBe('10² ½')
})

test('bullets of symbol fonts become bullets', () => {
  expect(readableText('\uf0b7')).toBe('•')
})

test('a glyph that stands for several right-to-left letters has them in visual order', () => {
  expect(readableText('לא')).toBe('אל')
})
