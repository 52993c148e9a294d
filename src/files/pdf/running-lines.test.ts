import { expect, test } from 'vitest'
import { segmentsAt } from '../../../test/support/positioned-lines.ts'
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
  return pages.map((one) => running.clean(one, pages.length).map((segment) => segment.text))
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
