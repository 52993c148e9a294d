import { expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'

test('readable text of every script is left as it is', () => {
  const text = 'Tab\there, line\nend. Größe, 日本語, العربية, नमस्ते, 👩‍👩‍👧 and “quotes” — 50\u00a0%'
  expect(cleanText(text)).toBe(text)
})

test('characters that the database rejects or people cannot see are removed', () => {
  expect(cleanText('a\0b\u0007c\u007fd\u0085e')).toBe('a b c d e')
  expect(cleanText('a\r\nb\rc\u2028d')).toBe('a\nb\nc d')
  expect(cleanText('soft\u00adhyphen zero\u200bwidth \u202eoverride\u202c \ufeffmark \u{e0041}\u{e0042}')).toBe(
    'softhyphen zerowidth override mark ',
  )
})

test.each([
  ['variation selectors', '\u{e0100}\u{e01ef}\ufe00'],
  ['tags', '\u{e0001}\u{e0041}\u{e007f}'],
  ['invisible operators', '\u2061\u2062\u2063\u2064'],
  ['fillers', '\u3164\u115f\u1160\uffa0\u17b4\u180e'],
  ['joiners', '\u200c\u200d\u034f\u2060'],
  ['bidirectional controls', '\u202e\u2066\u2069\u200e\u200f\u061c'],
  ['presentation selectors', '\ufe0e\ufe0f'],
  ['other controls', '\u206a\ufff9\ufffb\ufff0\u{1d173}\u{1bca0}'],
])('%s hide nothing between letters or digits', (_, hidden) => {
  for (const [before, after] of ['ab', '12', '葛城', '가나', '. '].map((pair) => [...pair])) {
    expect(cleanText(`${before}${hidden}${after}`)).toBe(`${before}${after}`)
  }
})

test('an invisible character stays where people see its effect, once', () => {
  for (const text of ['می\u200cخواهم', 'क\u094d\u200dष', '👩🏽\u200d🚀', '❤\ufe0f', '1\ufe0f\u20e3', 'שלום!\u200f']) {
    expect(cleanText(text)).toBe(text)
  }
  expect(cleanText('می\u200c\u200d\u200cخواهم')).toBe('می\u200cخواهم')
  expect(cleanText('❤\ufe0f\ufe0f\ufe0e')).toBe('❤\ufe0f')
})

test('a lone surrogate is replaced, a pair is kept', () => {
  expect(cleanText('\ud83d x \ude00 y 😀')).toBe('\ufffd x \ufffd y 😀')
})
