import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { markdownToBlocks, renderMarkdown } from './markdown-blocks.ts'

function texts(markdown: string, title = 'Title'): string[] {
  return markdownToBlocks(markdown, title).map((block) => block.text)
}

test('emphasis, code, links and images are read as their text', () => {
  expect(texts('A **bold** _word_, `code`, [link](https://a.example) and ![a chart](c.png)\nnext line.')).toEqual([
    'A bold word, code, link and a chart next line.',
  ])
})

test('tables, lists, quotes and code are blocks of their kind', () => {
  const markdown = '| A | B |\n|---|---|\n| 1 | 2 |\n\n1. x\n   - y\n\n> q\n\n```js\nlet a\n```'
  expect(markdownToBlocks(markdown, 'T').map(({ kind, text }) => [kind, text])).toEqual([
    ['table-row', 'A: 1; B: 2'],
    ['list-item', '1. x'],
    ['list-item', '  - y'],
    ['quote', 'q'],
    ['code', 'let a'],
  ])
})

test('html inside markdown, and markdown inside that, is read', () => {
  const markdown = '<details><summary>More</summary>\n\nSome *text* &amp; more.\n\n</details>\n\nA<br>B <b>c</b>'
  expect(texts(markdown)).toEqual(['More', 'Some text & more.', 'A, B c'])
})

test('footnotes are text, even those of a single word; their marks are not', () => {
  expect(texts('A claim.[^1] Another.[^b]\n\n[^1]: Proof\n[^b]: More *proof* here')).toEqual([
    'A claim. Another.',
    'Proof',
    'More proof here',
  ])
})

test('front matter is not text, but its description is', () => {
  const markdown =
    '---\ntitle: "Title"\nlayout: page\ndescription: What it is\ntags:\n  - a\n  - b\n---\n# Head\n\nBody'
  expect(texts(markdown)).toEqual(['Head', 'What it is', 'Tags: a, b', 'Body'])
})

test('hostile runs of markers give text or nothing, never an error', () => {
  for (const marker of ['[', '*', '`', '<', '> ', '![', '_', '- ', '|', '&#', '<!--', '](', '\\', '#']) {
    expect(Array.isArray(texts(marker.repeat(5_000)))).toBe(true)
  }
})

test('rendering line by line gives the same HTML as markdown-it', () => {
  const pages = [
    'Plain, "quoted" text: 5 % of it.\n\n# A heading\n\nTwo lines\nof text  \nwith a break',
    'An \\*escaped\\* star, &amp; an entity, &copy;, a <b>tag</b> and <https://a.example>',
    '![a \\* *chart*](c.png "Title") and ~~gone~~, __bold__ _word_, `co"de`',
    'See [one] and [two][1].\n\n- item\n  - [x] deeper\n\n[one]: https://a.example\n[1]: /b "B"',
    '| A | B |\n|---|---|\n| *1* | a \\| b |\n\n> quote\n\n```js\nlet a = "<"\n```\n\n<div>\n*raw*\n</div>',
  ]
  const whole = new MarkdownIt({ html: true })
  expect(pages.map(renderMarkdown)).toEqual(pages.map((page) => whole.render(page)))
})
