import { expect, test } from 'vitest'
import { type FileText, UnreadableFileError } from '../../src/files/file-text.ts'
import { measureFile } from './measure-file.ts'

const nothing = { file: 'a', mustContain: [], headings: [], table: [], mustNotContain: [] }
const html = (content: string): FileText => ({
  type: 'html',
  content,
  skipped: [{ name: 'b.png', reason: 'unsupported' }],
})

test('facts count in reading order only, with quotes, dashes and ligatures unified', () => {
  const expected = { ...nothing, mustContain: ['the "\ufb01rst" fact', 'pages 1-2', 'the "first" fact'] }
  const { facts, misses } = measureFile(expected, html('<p>the “first”\n<b>fact</b></p><p>pages 1–2</p>'))
  expect(facts).toEqual({ found: 2, of: 3 })
  expect(misses).toEqual(['fact "the "first" fact" (out of order)'])
})

test('unwanted text, repeated text and unnamed attachments are misses', () => {
  const expected = { ...nothing, mustNotContain: ['del', 'x'], maxTimes: { page: 1 }, attachments: ['b.png', 'c.png'] }
  expect(measureFile(expected, html('<p>del</p><p>page page</p>')).misses).toEqual([
    'unwanted "del"',
    '"page" 2 times',
    'attachment "c.png"',
  ])
})

test('headings must be headings', () => {
  const expected = { ...nothing, headings: ['Scope', 'Terms'] }
  expect(measureFile(expected, html('<h2>1. Scope</h2><p>Terms</p>')).headings).toEqual({ found: 1, of: 2 })
})

test('cells are looked for in one row, in their order', () => {
  const table = html('<table><tr><td>a</td><td>x</td><td>(1 200)</td></tr><tr><td>b</td><td>2</td></tr></table>')
  expect(measureFile({ ...nothing, table: [['a', '2']] }, table).cells).toEqual({ found: 1, of: 2 })
  expect(measureFile({ ...nothing, table: [['x', 'a']] }, table).cells).toEqual({ found: 1, of: 2 })
  expect(measureFile({ ...nothing, table: [['a', '1,200']], numeric: true }, table).cells).toEqual({ found: 2, of: 2 })
})

test('a file that cannot be read has nothing, not even the absence of text', () => {
  const score = measureFile({ ...nothing, mustNotContain: ['x'] }, new UnreadableFileError('damaged'))
  expect(score).toMatchObject({ facts: { found: 0, of: 1 }, outcomes: { found: 0, of: 1 } })
  expect(measureFile({ ...nothing, outcome: 'encrypted' }, new UnreadableFileError('encrypted')).outcomes.found).toBe(1)
})
