import { describe, expect, test } from 'vitest'
import { containsWords, matchesWords } from './match-words.ts'

describe('matching words', () => {
  test('each word of the query begins a word of the text, in any order', () => {
    expect(matchesWords('not ne', 'New note…')).toBe(true)
    expect(matchesWords('ÉTÉ', 'Horaires d’été')).toBe(true)
    expect(matchesWords('ote', 'New note…')).toBe(false)
    expect(matchesWords('new page', 'New note…')).toBe(false)
  })

  test('no words match everything', () => {
    expect(matchesWords(' … ', 'Trash')).toBe(true)
  })

  test('each word of the query is in the text, wherever it begins', () => {
    expect(containsWords('OTE new', 'New note…')).toBe(true)
    expect(containsWords('new page', 'New note…')).toBe(false)
  })
})
