import { expect, test } from 'vitest'
import { developmentSections, isDevelopmentFile } from './development-split.ts'
import { readDevelopmentQuestions, readInventedPages, readOtherLanguagePages } from './people-questions.ts'

test('a fifth of the files is for development, the same as in training/split.py', () => {
  const files = Array.from({ length: 1000 }, (_, index) => `book/page-${index}.md`)
  const development = files.filter(isDevelopmentFile)
  expect(development.slice(0, 3)).toEqual(['book/page-5.md', 'book/page-10.md', 'book/page-17.md'])
  expect(development.length / files.length).toBeCloseTo(0.2, 1)
})

test('sections that share text are on the same side', () => {
  const inside = { id: 'd0081', file: 'book/page-5.md' }
  const outside = { id: 'd0184', file: 'book/page-1.md' }
  expect(isDevelopmentFile(inside.file) && !isDevelopmentFile(outside.file)).toBe(true)
  expect(developmentSections([inside, outside])).toEqual(new Set(['d0081', 'd0184']))
  expect(developmentSections([outside])).toEqual(new Set())
})

test('the development questions have evidence unless they have no answer', () => {
  const { otherLanguages, ...inEnglish } = readDevelopmentQuestions()
  const { handbooks, documentation, ...ofInvented } = inEnglish
  for (const { kind, evidence } of [...Object.values(inEnglish), ...Object.values(otherLanguages)].flat())
    expect(evidence === undefined).toBe(kind === 'none')
  expect(handbooks.length).toBeGreaterThan(700)
  expect(documentation.length).toBeGreaterThan(500)
  expect(ofInvented.varied.length).toBeGreaterThan(1500)
  for (const asked of Object.values(otherLanguages)) expect(asked.length).toBeGreaterThan(200)
  expect(ofInvented.work.filter(({ kind }) => kind === 'code').length).toBeGreaterThan(50)
})

test('invented handbooks are on one side as a whole, and every question has its book among their pages', () => {
  const books = new Set(readInventedPages().map(({ book }) => book))
  const { invented, plain, reworded, varied, work, otherLanguages } = readDevelopmentQuestions()
  expect([...books].every(isDevelopmentFile)).toBe(true)
  expect(new Set([invented, plain, reworded, varied, work].flat().map(({ book }) => book))).toEqual(books)
  const otherBooks = new Set(readOtherLanguagePages().map(({ book }) => book))
  expect(
    new Set(
      Object.values(otherLanguages)
        .flat()
        .map(({ book }) => book),
    ),
  ).toEqual(otherBooks)
})
