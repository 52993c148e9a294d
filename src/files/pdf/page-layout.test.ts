import { expect, test } from 'vitest'
import { type PositionedText, segmentsAt, wordsAt } from '../../../test/support/positioned-lines.ts'
import type { Block } from './blocks.ts'
import { joinContinuations } from './continuations.ts'
import { withHeadings } from './headings.ts'
import { segmentsOf } from './lines.ts'
import { withLists } from './lists.ts'
import { layOutPage } from './page-layout.ts'

const filler = 'a line of text that runs on to the right edge of its column'

function layOut(lines: [string, PositionedText][]): Block[] {
  return layOutPage(segmentsAt(lines), [])
}

function outline(blocks: readonly Block[]): string[] {
  return blocks.map((block) => {
    const text =
      block.kind === 'table' ? block.rows.flat(2).join('|') : block.lines.map((line) => line.text).join(' / ')
    return `${block.kind === 'heading' ? `h${block.level}` : block.kind}: ${text}`
  })
}

test('an indent or a wider distance starts a paragraph', () => {
  const blocks = layOut([
    [filler, { x: 50, y: 100 }],
    [`${filler}.`, { x: 50, y: 112 }],
    [filler.slice(4), { x: 70, y: 124 }],
    [filler, { x: 50, y: 136 }],
    [filler, { x: 50, y: 160 }],
  ])
  expect(blocks.map((block) => (block.kind === 'paragraph' ? block.lines.length : 0))).toEqual([2, 2, 1])
})

test('a line that leaves room for the next word ends its paragraph', () => {
  const blocks = layOut([
    [filler, { x: 50, y: 100 }],
    ['short end.', { x: 50, y: 112 }],
    [filler, { x: 50, y: 124 }],
  ])
  expect(blocks).toHaveLength(2)
})

test('a numbered clause begins a paragraph, though the line before it is full', () => {
  const line = 'Everyone in the offices can work remotely after the probation period.'
  const blocks = layOut([
    [`1.1 ${line}`, { x: 50, y: 100 }],
    [`1.2 ${line}`, { x: 50, y: 112 }],
    [`1.3 ${line}`, { x: 50, y: 124 }],
  ])
  expect(blocks).toHaveLength(3)
})

test('a label in bold begins a paragraph after the end of a sentence', () => {
  const text = (content: string, bold: string, y: number) => [
    ...wordsAt(bold, { x: 50, y, bold: true }),
    ...wordsAt(content, { x: 50 + 5 * (bold.length + 1), y }),
  ]
  const words = [
    ...wordsAt('Spending stands at 412,000 euros of 600,000 euros.', { x: 50, y: 100 }),
    ...text('The second test phase moves.', 'Decision:', 112),
    ...wordsAt('They ask about the delivery time of', { x: 50, y: 124 }),
    ...text('again, which is late.', 'Falkenberg:', 136),
  ]
  expect(layOutPage(segmentsOf(words), []).map((block) => block.kind !== 'table' && block.lines.length)).toEqual([
    1, 1, 2,
  ])
})

test('an item whose first line alone is indented has the lines below it, up to the next item or paragraph', () => {
  const blocks = layOut([
    [`${filler}.`, { x: 50, y: 100 }],
    [`• ${filler.slice(8)}`, { x: 70, y: 112 }],
    [`and on: ${filler.slice(8)}`, { x: 50, y: 124 }],
    ['to its end.', { x: 50, y: 136 }],
    ['• Fax: 123.', { x: 70, y: 148 }],
    [`Then ${filler.slice(5)}`, { x: 50, y: 160 }],
  ])
  expect(withLists(blocks).map(({ kind }) => kind)).toEqual(['paragraph', 'item', 'item', 'paragraph'])
  expect(outline(blocks)[1]).toContain('to its end.')
})

test('size, weight and numbers make headings of different levels', () => {
  const body = (y: number): [string, PositionedText][] =>
    [0, 1, 2].map((row) => [`${filler}.`, { x: 50, y: y + 12 * row }])
  const blocks = layOut([
    ['Annual report', { x: 50, y: 60, size: 20, bold: true }],
    ['1 Introduction', { x: 50, y: 90, size: 13, bold: true }],
    ...body(110),
    ['1.1 Scope of the work', { x: 50, y: 170, size: 10, bold: true }],
    ...body(190),
  ])
  const [page] = withHeadings([blocks]) as [Block[]]
  expect(outline(page).filter((line) => line.startsWith('h'))).toEqual([
    'h1: Annual report',
    'h2: 1 Introduction',
    'h3: 1.1 Scope of the work',
  ])
})

test('a heading over two lines is one heading', () => {
  const blocks = layOut([
    ['A unified toolkit for deep', { x: 50, y: 60, size: 16 }],
    ['document analysis', { x: 50, y: 80, size: 16 }],
    ...[0, 1, 2].map((row): [string, PositionedText] => [filler, { x: 50, y: 120 + 12 * row }]),
  ])
  const [page] = withHeadings([blocks]) as [Block[]]
  expect(outline(page)[0]).toBe('h1: A unified toolkit for deep / document analysis')
})

test('bold words inside a paragraph make no heading', () => {
  const blocks = layOut([
    [`${filler}.`, { x: 50, y: 100 }],
    ['Important', { x: 50, y: 112, bold: true }],
    ['is what follows after the bold word here in this line', { x: 100, y: 112 }],
    [`${filler}.`, { x: 50, y: 124 }],
  ])
  const [page] = withHeadings([blocks]) as [Block[]]
  expect(page.map((block) => block.kind)).toEqual(['paragraph'])
})

test('bullets and counting numbers make lists, with their further lines', () => {
  const blocks = withLists(
    layOut([
      ['• first item that is so long that it', { x: 50, y: 100 }],
      ['goes on below', { x: 60, y: 112 }],
      ['• second item', { x: 50, y: 124 }],
      ['1. one', { x: 50, y: 150 }],
      ['2. two', { x: 50, y: 162 }],
    ]),
  )
  expect(outline(blocks)).toEqual([
    'item: first item that is so long that it / goes on below',
    'item: second item',
    'item: one',
    'item: two',
  ])
})

test('a number that does not count on is no list', () => {
  const blocks = withLists(
    layOut([
      ['3. Something', { x: 50, y: 100 }],
      ['and more text follows', { x: 50, y: 130 }],
    ]),
  )
  expect(blocks.map((block) => block.kind)).toEqual(['paragraph', 'paragraph'])
})

test('footnotes are read after the text of both columns', () => {
  const column = (name: string, x: number, count: number): [string, PositionedText][] =>
    Array.from({ length: count }, (_, row) => [`${name} ${filler.slice(0, 40)}`, { x, y: 100 + 12 * row }])
  const blocks = layOut([
    ...column('left', 50, 10),
    ['1 A note in small print', { x: 50, y: 240, size: 7 }],
    ...column('right', 330, 12),
  ])
  expect(outline(blocks).at(-1)).toBe('paragraph: 1 A note in small print')
})

test('a paragraph that goes on over a page break belongs to the page where it begins', () => {
  const first = layOut([
    [filler, { x: 50, y: 700 }],
    [filler, { x: 50, y: 712 }],
  ])
  const second = layOut([
    ['and ends on the next page.', { x: 50, y: 60 }],
    ['Another paragraph.', { x: 50, y: 90 }],
  ])
  const pages = joinContinuations([
    { number: 1, blocks: first },
    { number: 2, blocks: second },
  ])
  expect(pages.map(({ blocks }) => outline(blocks))).toEqual([
    [`paragraph: ${filler} / ${filler} / and ends on the next page.`],
    ['paragraph: Another paragraph.'],
  ])
})

test('a finished paragraph is not joined with the next page', () => {
  const first = layOut([[`${filler}.`, { x: 50, y: 700 }]])
  const second = layOut([['and so on', { x: 50, y: 60 }]])
  const pages = joinContinuations([
    { number: 1, blocks: first },
    { number: 2, blocks: second },
  ])
  expect(pages.map(({ blocks }) => blocks.length)).toEqual([1, 1])
})

test('lines in a font of fixed width are code', () => {
  const blocks = layOut([
    ['for (const x of y) {', { x: 50, y: 100, monospace: true }],
    ['call(x)', { x: 60, y: 112, monospace: true }],
    ['}', { x: 50, y: 124, monospace: true }],
  ])
  expect(blocks.map((block) => block.kind)).toEqual(['code'])
})

test('what is filled into a form stands beside its label, also a little off its baseline', () => {
  const blocks = layOut(
    ['Name:', 'Ida Voss', 'From:', '1 July', 'Until:', '14 July', 'Kind:', 'Annual'].map((text, index) => [
      text,
      index % 2 === 0 ? { x: 50, y: 100 + 15 * index } : { x: 140, y: 87 + 15 * index },
    ]),
  )
  expect(outline(blocks).join('|')).toMatch(/Name:.Ida Voss.+From:.1 July.+Until:.14 July.+Kind:.Annual/)
})
