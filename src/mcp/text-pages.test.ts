import { expect, it } from 'vitest'
import { readTextPage } from './text-pages.ts'

function readAll(text: string): string[] {
  const pages: string[] = []
  let cursor: string | undefined
  do {
    const page = readTextPage(text, cursor)
    pages.push(page.text)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return pages
}

it('returns a short text whole', () => {
  expect(readTextPage('short', undefined)).toEqual({ text: 'short', nextCursor: undefined })
})

it('cuts a long text between lines and loses nothing', () => {
  const text = Array.from({ length: 3000 }, (_, index) => `Line ${index} of the long note.`).join('\n')
  const pages = readAll(text)
  expect(pages.length).toBeGreaterThan(3)
  expect(pages.join('')).toBe(text)
  for (const page of pages.slice(0, -1)) expect(page.endsWith('\n')).toBe(true)
})

it('cuts one long line, but no character', () => {
  const text = '🐙'.repeat(20_001)
  const pages = readAll(text)
  expect(pages.join('')).toBe(text)
  for (const page of pages) expect(page.isWellFormed()).toBe(true)
})

it('returns nothing beyond the end', () => {
  expect(readTextPage('short', '99')).toEqual({ text: '', nextCursor: undefined })
})
