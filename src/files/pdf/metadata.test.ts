import { expect, test } from 'vitest'
import { canBeTitle, meaningfulTitle, pdfDate } from './metadata.ts'

test('titles that programs write by themselves are no titles', () => {
  const titles = [
    'Untitled',
    '(anonymous)',
    'Microsoft Word - draft.doc',
    'report_final_v2.pdf',
    'C:\\files\\x',
    '12',
    '',
    undefined,
  ]
  expect(titles.map(meaningfulTitle)).toEqual(titles.map(() => undefined))
})

test('a real title is trimmed', () => {
  expect(meaningfulTitle('  Annual  report 2024 ')).toBe('Annual report 2024')
})

test('a PDF date is read in its time zone; what it leaves out is the beginning of the year', () => {
  expect(pdfDate("D:20230621100955-04'00'")?.toISOString()).toBe('2023-06-21T14:09:55.000Z')
  expect(pdfDate('D:2023')?.toISOString()).toBe('2023-01-01T00:00:00.000Z')
  expect(pdfDate('yesterday')).toBeUndefined()
})

test('labels, figures and names of parts are no titles', () => {
  const headings = ['NOTES:', 'Contents', 'Table of Contents', '1. Introduction', '`67,845 crore', 'A1', 'Page 1 of 3']
  expect(headings.filter(canBeTitle)).toEqual([])
  expect(['We Care', 'Notes on the budget', 'Plan 2024'].filter(canBeTitle)).toHaveLength(3)
})
