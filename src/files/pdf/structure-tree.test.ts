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
