import { expect, test } from 'vitest'
import { type PositionedText, segmentsAt } from '../../../test/support/positioned-lines.ts'
import { RunningLines } from './running-lines.ts'

function page(header: string, body: string, footer: string) {
  const segments = segmentsAt([
    [header, { x: 50, y: 40, size: 8 }],
    [body, { x: 50, y: 400 }],
    [footer, { x: 280, y: 780, size: 8 }],
  ])
  return { height: 800, segments }
}

function clean(pages: ReturnType<typeof page>[]): string[][] {
  const running = new RunningLines()
  pages.forEach((one, index) => {
    running.add(index, one)
  })
  return pages.map((one, index) => running.clean(index, one, pages.length).map((segment) => segment.text))
}

test('lines that come back at the edge of pages are dropped, digits aside', () => {
  const pages = [1, 2, 3].map((number) => page(`Report 2024, part ${number}`, `text ${number}`, `Page ${number} of 3`))
  expect(clean(pages)).toEqual([['text 1'], ['text 2'], ['text 3']])
})

test('a line that stands on one page only stays', () => {
  const pages = [page('Introduction', 'text', '1'), page('Methods', 'text', '2')]
  expect(clean(pages)).toEqual([
    ['Introduction', 'text'],
    ['Methods', 'text'],
  ])
})

test('the same line in the middle of pages stays', () => {
  const pages = [1, 2, 3].map(() => page('Header', 'the same sentence', 'Footer'))
  expect(clean(pages)).toEqual([['the same sentence'], ['the same sentence'], ['the same sentence']])
})

test('numbered titles in large type stay', () => {
  const titles = ['Exercise 1', 'Exercise 2', 'Exercise 3']
  const pages = titles.map((title) => ({
    height: 800,
    segments: segmentsAt([
      [title, { x: 50, y: 60, size: 24 }],
      ['some text', { x: 50, y: 300 }],
      ['more text', { x: 50, y: 320 }],
    ]),
  }))
  expect(clean(pages).map((texts) => texts[0])).toEqual(titles)
})

/** A page that begins with rows of a table, below a running header and its page number. */
function tablePage(pageNumber: number, rows: string[][]) {
  const segments = segmentsAt([
    ['Stock report', { x: 50, y: 30, size: 8 }],
    [`Page ${pageNumber} of 3`, { x: 400, y: 30, size: 8 }],
    ...rows.flatMap((row, index) =>
      row.map((text, column): [string, PositionedText] => [text, { x: 50 + 120 * column, y: 62 + 14 * index }]),
    ),
    ['text', { x: 50, y: 400 }],
  ])
  return { height: 800, segments }
}

test('rows of a table that goes on over pages stay, however alike their cells', () => {
  const rows = [1, 2, 3].map((page) => [
    [`P-${page}01`, `Part ${'ABC'[page - 1]}`, `${page}7`, 'Leeds'],
    [`P-${page}02`, `Part ${'DEF'[page - 1]}`, `${page}4`, 'Leeds'],
  ])
  const cleaned = clean(rows.map((two, index) => tablePage(index + 1, two)))
  expect(cleaned.map((texts) => texts.sort())).toEqual(rows.map((two) => [...two.flat(), 'text'].sort()))
})

test('the header that a table repeats on each page stays', () => {
  const pages = [1, 2, 3].map((number) =>
    tablePage(number, [
      ['Part', 'Name', 'Site'],
      [`P-${number}01`, `Part ${'ABC'[number - 1]}`, 'Leeds'],
    ]),
  )
  expect(clean(pages)[1]?.sort()).toEqual(['Leeds', 'Name', 'P-201', 'Part', 'Part B', 'Site', 'text'])
})

test('figures that do not count with the pages are no running line', () => {
  const pages = [310, 95, 1204].map((fee, index) => page(`Fee ${fee}`, 'text', `Page ${index + 1} of 3`))
  expect(clean(pages)).toEqual([
    ['Fee 310', 'text'],
    ['Fee 95', 'text'],
    ['Fee 1204', 'text'],
  ])
})
