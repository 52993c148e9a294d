import { expect, test } from 'vitest'
import { wordsAt } from '../../../test/support/positioned-lines.ts'
import { hasHeadings, type StructureNode, taggedBlocks } from './structure-tree.ts'
import type { Word } from './words.ts'

function content(id: number): StructureNode {
  return { type: 'content', id: `p1R_mc${id}` }
}

function node(role: string, ...children: StructureNode[]): StructureNode {
  return { role, children }
}

/** One line of text for each id, from top to bottom. */
function tagged(...texts: string[]): Word[] {
  return texts.flatMap((text, contentId) =>
    wordsAt(text, { x: 50, y: 100 + 20 * contentId }).map((word) => ({ ...word, contentId })),
  )
}

test('only tags with headings are trusted', () => {
  expect(hasHeadings(node('Root', node('Document', node('P', content(0)))))).toBe(false)
  expect(hasHeadings(node('Root', node('Document', node('H2', content(0)))))).toBe(true)
})

test('tags decide the order, headings, lists and tables', () => {
  const tree = node(
    'Root',
    node('H2', content(1)),
    node('P', content(0)),
    node('L', node('LI', node('Lbl', content(2)), node('LBody', content(3)))),
    node('Table', node('TR', node('TH', content(4)), node('TH', content(5))), node('TR', node('TD', content(6)))),
  )
  const words = tagged('Text first on the page', 'Heading', '•', 'An item', 'Name', 'Age', 'Ann')
  const blocks = taggedBlocks(tree, words, [])?.blocks
  expect(blocks).toMatchObject([
    { kind: 'heading', level: 2, lines: [{ text: 'Heading' }] },
    { kind: 'paragraph', lines: [{ text: 'Text first on the page' }] },
    { kind: 'item' },
    {
      kind: 'table',
      rows: [
        [['Name'], ['Age']],
        [['Ann'], []],
      ],
      hasHeader: true,
    },
  ])
})

test('words without a tag are handed back', () => {
  const words = [...tagged('A long text that the tags of the page cover'), ...wordsAt('other', { x: 50, y: 300 })]
  expect(taggedBlocks(node('Root', node('P', content(0))), words, [])?.rest.map((word) => word.text)).toEqual(['other'])
})

test('tags that leave out most of the page are not used', () => {
  const words = [...tagged('few'), ...wordsAt('most of the text has no tag at all', { x: 50, y: 300 })]
  expect(taggedBlocks(node('Root', node('H1', content(0))), words, [])).toBeUndefined()
})

test('links and spans within a paragraph do not divide it', () => {
  const words = ['The project uses', 'web standards', 'only.'].flatMap((text, contentId) =>
    wordsAt(text, { x: 50 + 100 * contentId, y: 100 }).map((word) => ({ ...word, contentId })),
  )
  const inline = [node('NonStruct', content(0)), node('Link', node('NonStruct', content(1))), content(2)]
  const blocks = (role: string) => taggedBlocks(node('Root', node(role, ...inline)), words, [])?.blocks
  for (const role of ['P', 'Div']) {
    expect(blocks(role)).toMatchObject([
      { kind: 'paragraph', lines: [{ text: 'The project uses web standards only.' }] },
    ])
  }
})

test('a paragraph that goes on in the next column is read in the order of the file', () => {
  const words = [
    ...wordsAt('Leave is asked for four weeks', { x: 50, y: 100 }),
    ...wordsAt('before it begins, and days of', { x: 50, y: 114 }),
    ...wordsAt('illness are', { x: 250, y: 88 }),
    ...wordsAt('not counted.', { x: 250, y: 102 }),
  ].map((word) => ({ ...word, contentId: 0 }))
  expect(taggedBlocks(node('Root', node('P', content(0))), words, [])?.blocks).toMatchObject([
    {
      lines: [
        { text: 'Leave is asked for four weeks' },
        { text: 'before it begins, and days of' },
        { text: 'illness are' },
        { text: 'not counted.' },
      ],
    },
  ])
})

test('a row of a table with merged cells keeps its texts in their columns', () => {
  const texts: [string, number, number][] = [
    ['Years', 50, 100],
    ['Days', 245, 100],
    ['Full-time', 200, 114],
    ['Half-time', 300, 114],
    ['0 to 2', 50, 128],
    ['30', 200, 128],
    ['15', 300, 128],
    ['31', 200, 142],
    ['16', 300, 142],
  ]
  const words = texts.flatMap(([text, x, y], contentId) =>
    wordsAt(text, { x, y }).map((word) => ({ ...word, contentId })),
  )
  const row = (...ids: number[]) => node('TR', ...ids.map((id) => node('TD', content(id))))
  const tree = node('Root', node('Table', row(0, 1), row(2, 3), row(4, 5, 6), row(7, 8)))
  const [table] = taggedBlocks(tree, words, [])?.blocks ?? []
  expect(table?.kind === 'table' && table.rows.map((cells) => cells.map((cell) => cell.join(' ')))).toEqual([
    ['Years', 'Days', ''],
    ['', 'Full-time', 'Half-time'],
    ['0 to 2', '30', '15'],
    ['', '31', '16'],
  ])
})

test('text outside of paragraphs is divided by its place, as browsers tag boxes like spans', () => {
  const words = [
    wordsAt('Visitors sign in at the gate and get a badge that they wear', { x: 50, y: 100 }),
    wordsAt('Parking is in the yard', { x: 50, y: 130 }),
    ...['Reception', 'Workshop', 'Canteen'].flatMap((name, row) => [
      wordsAt(name, { x: 50, y: 160 + 14 * row }),
      wordsAt(String(4400 + row), { x: 200, y: 160 + 14 * row }),
    ]),
  ].flatMap((line, contentId) => line.map((word) => ({ ...word, contentId })))
  const boxes = Array.from({ length: 8 }, (_, id) => node('NonStruct', content(id)))
  expect(taggedBlocks(node('Root', node('Document', ...boxes)), words, [])?.blocks).toMatchObject([
    { kind: 'paragraph', lines: [{ text: 'Visitors sign in at the gate and get a badge that they wear' }] },
    { kind: 'paragraph', lines: [{ text: 'Parking is in the yard' }] },
    {
      kind: 'table',
      rows: [
        [['Reception'], ['4400']],
        [['Workshop'], ['4401']],
        [['Canteen'], ['4402']],
      ],
    },
  ])
})

test('the lines of a paragraph that were ended on purpose are paragraphs, wrapped ones are not', () => {
  const lines = (...texts: string[]) =>
    texts.flatMap((text, index) =>
      wordsAt(text, { x: 50, y: 100 + 12 * index }).map((word) => ({ ...word, contentId: 0 })),
    )
  const read = (...texts: string[]) =>
    taggedBlocks(node('Root', node('P', content(0))), lines(...texts), [])?.blocks.map((block) =>
      block.kind === 'table' ? [] : block.lines.map(({ text }) => text),
    )
  expect(read('Date: 17 April 2025', 'Order: PO-5561', 'Due: 17 May 2025')).toEqual([
    ['Date: 17 April 2025'],
    ['Order: PO-5561'],
    ['Due: 17 May 2025'],
  ])
  const wrapped = [
    'The meeting room on the second floor is closed on Fridays because',
    'Ann Lee and her team clean it on that day, and they need some time',
    'for it.',
  ]
  expect(read(...wrapped)).toEqual([wrapped])
  const ended = ['Ask Ann Lee at the reception.', 'Phone 4477']
  expect(read(...wrapped, ...ended)).toEqual([wrapped, [ended[0]], [ended[1]]])
})
