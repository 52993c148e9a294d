import { expect, test } from 'vitest'
import { sourceSnippet } from './source-snippet.ts'

const passage = 'The canteen is closed on Fridays.\nVisitors register at the north gate before noon. Dogs stay outside.'

test('a snippet begins at the cited sentence', () => {
  expect(sourceSnippet(passage, ['Visitors register at the north gate before noon.'])).toBe(
    '… Visitors register at the north gate before noon. Dogs stay outside.',
  )
})

test('a snippet of a reworded sentence begins at the sentence that says the same', () => {
  expect(sourceSnippet(passage, ['At the north gate, visitors have to register.'])).toMatch(/^… Visitors register/)
})

test('without a cited sentence it begins with the passage, and a long one is cut', () => {
  expect(sourceSnippet(passage, ['Something else.'])).toMatch(/^The canteen is closed/)
  expect(sourceSnippet('word '.repeat(200), []).length).toBeLessThanOrEqual(281)
  expect(sourceSnippet('', [])).toBe('')
})

test('list items and table rows are told apart on one line', () => {
  expect(sourceSnippet('You get:\n- a phone\n  - a charger\n- a bike', [])).toBe(
    'You get: • a phone • a charger • a bike',
  )
  expect(sourceSnippet('- One day: moving house.', [])).toBe('One day: moving house.')
  const rows = 'Days by site:\nSite: Kobe; Days: 20\nSite: Leipzig; Days: 30'
  expect(sourceSnippet(rows, [])).toBe('Days by site: • Site: Kobe; Days: 20 • Site: Leipzig; Days: 30')
  expect(sourceSnippet('At six: we close;\nat eight we open.', [])).toBe('At six: we close; at eight we open.')
})
