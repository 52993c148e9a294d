import { afterEach, expect, test } from 'vitest'
import { defineMessages, setTranslation } from './define-messages.ts'

const text = defineMessages('example', {
  save: 'Save',
  greeting: 'Hello {name}',
  found: 'Found {count|one: # note|other: # notes} in {place}',
})

afterEach(() => setTranslation('en', {}))

test('inserts values', () => {
  expect(text('save')).toBe('Save')
  expect(text('greeting', { name: 'Ada {x}' })).toBe('Hello Ada {x}')
})

test('chooses the plural form', () => {
  expect(text('found', { count: 1, place: 'Travel' })).toBe('Found 1 note in Travel')
  expect(text('found', { count: 2000, place: 'Travel' })).toBe('Found 2,000 notes in Travel')
})

test('prefers a translation with the plural rules of its language and falls back to English', () => {
  setTranslation('pl', {
    example: { found: '{count|one: # notatka|few: # notatki|many: # notatek|other: # notatki} w {place}' },
  })
  expect(text('found', { count: 3, place: 'Podróże' })).toBe('3 notatki w Podróże')
  expect(text('found', { count: 5, place: 'Podróże' })).toBe('5 notatek w Podróże')
  expect(text('save')).toBe('Save')
})
