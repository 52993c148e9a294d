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

test('a lone surrogate is replaced, a pair is kept', () => {
  expect(cleanText('\ud83d x \ude00 y 😀')).toBe('\ufffd x \ufffd y 😀')
})
