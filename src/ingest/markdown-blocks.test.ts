import MarkdownIt from 'markdown-it'
import { describe, expect, test } from 'vitest'
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

test.each([
  ['See [[Leave policy]] and [[leave/Parental leave|parental leave]].', ['See Leave policy and parental leave.']],
  ['| Who | Where |\n|---|---|\n| Ann | [[Rooms\\|Mars]] |', ['Who: Ann; Where: Mars']],
  ['See [[Leave policy#Carry-over]].', ['See Leave policy#Carry-over.']],
  ['Before ![[plan.png]] ![[Leave policy|300]]after.', ['Before after.']],
  ['The ==gate== closes at ==8 pm==.', ['The gate closes at 8 pm.']],
  ['Call Ann. %%Bo has left%% Room 12.', ['Call Ann. Room 12.']],
  [
    'Run `[[ -f x ]] && a==b` or a == b, 5%% and [[ -f y ]].',
    ['Run [[ -f x ]] && a==b or a == b, 5%% and [[ -f y ]].'],
  ],
])('notes of Obsidian and wikis are read as they are shown: %s', (markdown, expected) => {
  expect(texts(markdown)).toEqual(expected)
})

test('struck out text is left out, also where only its marks are left', () => {
  expect(
    texts('The fee is ~~40~~ 55 euros.\n\n- ~~Mars~~\n- Venus\n\n<div>Room ~~8~~ 12, ~~3rd floor~~.</div>'),
  ).toEqual(['The fee is 55 euros.', '- Venus', 'Room 12,.'])
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

describe('a line right below a list', () => {
  const kinds = (markdown: string) => markdownToBlocks(markdown, 'T').map(({ kind, text }) => [kind, text])

  test('begins a paragraph, also one that announces the next list', () => {
    const markdown =
      'A grant is for those who:\n- study\n- do not earn\nIt need not be paid back.\nThe sum depends on:\n- the place\n- the fees\nSend both:\n1. a form\n2. a photo'
    expect(kinds(markdown)).toEqual([
      ['paragraph', 'A grant is for those who:'],
      ['list-item', '- study'],
      ['list-item', '- do not earn'],
      ['paragraph', 'It need not be paid back. The sum depends on:'],
      ['list-item', '- the place'],
      ['list-item', '- the fees'],
      ['paragraph', 'Send both:'],
      ['list-item', '1. a form'],
      ['list-item', '2. a photo'],
    ])
  })

  test('begins a paragraph below numbers, too, and below an item of two levels', () => {
    expect(kinds('1) One\n2) Two\nThen go home.\n\n- a\n  - b\nC is not b.').map(([, text]) => text)).toEqual([
      '1. One',
      '2. Two',
      'Then go home.',
      '- a',
      '  - b',
      'C is not b.',
    ])
  })

  test('goes on with the item if it is the rest of a wrapped line', () => {
    const wrapped =
      '- Bring the form that your manager has signed to the office in\nLeipzig, on the ground floor behind the stairs, before you\nleave.\n- Go home.'
    expect(kinds(wrapped)).toEqual([
      [
        'list-item',
        '- Bring the form that your manager has signed to the office in Leipzig, on the ground floor behind the stairs, before you leave.',
      ],
      ['list-item', '- Go home.'],
    ])
    expect(kinds('- first,\nSecond\n\n- signed by the\nHead')).toEqual([
      ['list-item', '- first, Second'],
      ['list-item', '- signed by the Head'],
    ])
  })

  test('belongs to its item if each item has such a line', () => {
    expect(kinds('People of the office at the river:\n- Ada\nPhone: 12\n- Ben\nPhone: 34')).toEqual([
      ['paragraph', 'People of the office at the river:'],
      ['list-item', '- Ada, Phone: 12'],
      ['list-item', '- Ben, Phone: 34'],
    ])
  })
})

test('a table right below an item is a table', () => {
  const markdown = '- Add the record:\n|Type|Value|\n|---|---|\n|A|192.0.2.0|\n- Save it.'
  expect(markdownToBlocks(markdown, 'T').map(({ kind, text }) => [kind, text])).toEqual([
    ['list-item', '- Add the record:'],
    ['table-row', 'Type: A; Value: 192.0.2.0'],
    ['list-item', '- Save it.'],
  ])
})

test('a line right below a table is text, not its row', () => {
  const markdown = '| job | price |\n|---|---|\n| zip | 35 |\nThe prices hold until June.'
  expect(markdownToBlocks(markdown, 'T').map(({ kind, text }) => [kind, text])).toEqual([
    ['table-row', 'job: zip; price: 35'],
    ['paragraph', 'The prices hold until June.'],
  ])
})

test('lines that were meant as lines are told apart, wrapped ones joined', () => {
  expect(texts('Name: Ada\nPhone: 12')).toEqual(['Name: Ada, Phone: 12'])
  expect(texts('The office\nMonday to Friday\n9 to 5')).toEqual(['The office, Monday to Friday, 9 to 5'])
  expect(texts('At most 25 at once\nNo glass')).toEqual(['At most 25 at once, No glass'])
  expect(texts('We ask the\nHead of Finance\nbefore we buy.')).toEqual(['We ask the Head of Finance before we buy.'])
  const wrapped =
    'If you want to travel, ask the person who runs the office in\nLeipzig. Tickets are bought there as well, so that nobody pays\nTwice.'
  expect(texts(wrapped)).toEqual([wrapped.replaceAll('\n', ' ')])
})

test('a line in bold above text is its heading', () => {
  expect(texts('Welcome\n**Opening hours**\nFrom 9 to 5.\n**Prices:**\nAdults pay 5 euros.')).toEqual([
    'Welcome',
    'Opening hours',
    'From 9 to 5.',
    'Prices',
    'Adults pay 5 euros.',
  ])
})
