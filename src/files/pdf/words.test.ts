import { expect, test } from 'vitest'
import type { Glyph } from './page-content.ts'
import { wordsOf } from './words.ts'

const style = { name: 'Serif', bold: false, italic: false, monospace: false }

function glyphs(text: string, { x = 0, y = 100, size = 10, step = 5 } = {}): Glyph[] {
  return [...text].map((character, index) => ({
    text: character,
    x: x + index * step,
    y,
    advance: step,
    size,
    turn: 0 as const,
    vertical: false,
    style,
    artifact: false,
  }))
}

test('a space character ends a word', () => {
  expect(wordsOf(glyphs('two words')).map((word) => word.text)).toEqual(['two', 'words'])
})

test('a gap ends a word where the file has no space characters', () => {
  const words = wordsOf([...glyphs('two'), ...glyphs('words', { x: 18 })])
  expect(words.map((word) => word.text)).toEqual(['two', 'words'])
})

test('kerning does not end a word', () => {
  const words = wordsOf([...glyphs('kern'), ...glyphs('ing', { x: 20.8 })])
  expect(words.map((word) => word.text)).toEqual(['kerning'])
})

test('an accent that is drawn over its letter becomes one character', () => {
  const [accent] = glyphs('´', { x: 10 })
  const [letter] = glyphs('e', { x: 10 })
  const words = wordsOf([...glyphs('id'), accent as Glyph, letter as Glyph, ...glyphs('al', { x: 15 })])
  expect(words.map((word) => word.text)).toEqual(['idéal'])
})

test('text that is drawn twice to look bold is read once', () => {
  expect(wordsOf([...glyphs('bold'), ...glyphs('bold', { x: 0.3 })])).toHaveLength(1)
})

test('characters that no font explains are dropped', () => {
  const words = wordsOf(glyphs('a\u0003b\ue123'))
  expect(words.map((word) => word.text).join('')).toBe('ab')
})
