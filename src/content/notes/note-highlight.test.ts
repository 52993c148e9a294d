import { expect, it } from 'vitest'
import { findSnippet } from './note-highlight.ts'

it('shows list items on one line as items, and where the words are', () => {
  const { text, matches } = findSnippet('- Probation lasts two months.\n- Take holidays - any.\n  * Ask first.', {
    terms: ['holiday'],
    language: 'en',
  })
  expect(text).toBe('Probation lasts two months. • Take holidays - any. • Ask first.')
  expect(matches.map(({ start, end }) => text.slice(start, end))).toEqual(['holidays'])
})

it('on one line, table rows are told apart', () => {
  const rows = 'Days by site:\nSite: Kobe; Days: 20\nSite: Leipzig; Days: 30'
  const { text } = findSnippet(rows, { terms: ['kobe'], language: 'en' })
  expect(text).toBe('Days by site: • Site: Kobe; Days: 20 • Site: Leipzig; Days: 30')
})
