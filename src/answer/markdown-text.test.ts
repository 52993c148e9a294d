import MarkdownIt, { type Token } from 'markdown-it'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { escapeMarkdown, removeMarkdownLinks, unescapeMarkdown } from './markdown-text.ts'

/** A reader that renders all it can: HTML, tables, strikethrough, and links for the addresses that GFM links. */
const reader = new MarkdownIt({ html: true, linkify: true })
reader.linkify.set({ fuzzyLink: false, fuzzyEmail: true })

/**
 * Returns what the reader shows: the text, and the kinds of everything that is more than text. A link that the reader
 * makes of a visible address counts as text.
 */
function rendered(markdown: string): { text: string; markup: string[] } {
  const markup = new Set<string>()
  const plain = new Set(['paragraph_open', 'paragraph_close', 'inline', 'text', 'text_special', 'softbreak'])
  const textOf = (token: Token): string => {
    if (!plain.has(token.type) && token.markup !== 'linkify') markup.add(token.type)
    if (token.type === 'softbreak') return ' '
    if (token.children) return token.children.map(textOf).join('')
    return token.type.endsWith('_close') && token.markup !== 'linkify' ? ' ' : token.content
  }
  const text = reader.parse(markdown, {}).map(textOf).join('')
  return { text: collapse(text), markup: [...markup] }
}

const collapse = (text: string) => text.replace(/\s+/g, ' ').trim()

const hostileTexts = [
  '[portal](https://evil.example/login)',
  '[portal](javascript:alert(1))',
  '![](https://tracker.example/p.png?q=1)',
  '!\\[x](https://evil.example)',
  '\\[portal](https://evil.example)',
  '\\\\[portal](https://evil.example)',
  '[portal][1] and [1]: https://evil.example',
  '[1]: https://evil.example "t"',
  '<img src=https://tracker.example/p onerror=alert(1)>',
  '<https://evil.example> and <ada@evil.example>',
  'Go to https://evil.example/login?x=1#y now',
  'Go to www.evil.example/login, ftp://evil.example, HTTP://EVIL.EXAMPLE or //evil.example/x',
  'Write to ada@evil.example or mailto:ada@evil.example',
  'See (https://evil.example/a_(b)_c) or "https://evil.example".',
  '`code` and ``a ` b`` and ``` x',
  '**bold** __bold__ *em* _em_ ***both*** ~~gone~~ ~one~',
  '&lt;b&gt; &amp; &#60; &copy; AT&T',
  '# not a heading',
  '> not a quote',
  '- not an item',
  '+ not an item',
  '* not an item',
  '1. not an item',
  '12) not an item',
  '---',
  '===',
  '***',
  '* * *',
  '_ _ _',
  '~~~',
  '```js',
  '    indented',
  'a | b\n--- | ---\nc | d',
  '| a |\n|:-:|\n| b |',
  'heading\n===',
  'heading\n---',
  '<!-- gone -->',
  '<script>alert(1)</script>',
  '<details open>\nx\n</details>',
  '[^1]: a note',
  '[x]: <javascript:alert(1)>',
  'ends with \\',
  'ends with \\\nand goes on',
  'two spaces  \nbreak',
  '$\\href{https://evil.example}{x}$ and $$x$$',
]

describe('text as Markdown', () => {
  test.each(hostileTexts)('%j is shown as it is', (text) => {
    expect(rendered(escapeMarkdown(text))).toEqual({ text: collapse(text), markup: [] })
  })

  test.each([
    'snake_case and __init__ is not; a_b_c is',
    'It costs $5 or $6.',
    '3 * 4 < 13, and 2 > 1',
    'C# and F# are languages; #1 is first',
    'At 7:30, v2.0.1, e.g. README.md or a/b/c',
    'Write to ada@acme.example or see (https://wiki.acme.example/on_call?a=1&b=2), www.acme.example.',
    'AT&T and R&D, 50 % ~ 60 %',
    'C:\\Users\\ada',
    'A sentence! (With brackets), "quotes" and a dash - here.',
  ])('%j needs few escapes or none', (text) => {
    const markdown = escapeMarkdown(text)
    expect(rendered(markdown)).toEqual({ text, markup: [] })
    expect(markdown.replaceAll('\\_\\_', '__')).toBe(text)
  })

  test('any sequence of markup is shown as it is, also between other pieces of an answer', () => {
    const random = seededRandom(7)
    const parts = [
      ...'\\`*_~[]()<>&$!#+-=|:.@/ \n'.split(''),
      ...[
        'a',
        '1',
        'é',
        '😀',
        'https://evil.example',
        'www.e.example',
        'a@e.example',
        '](https://e.example)',
        '![',
        '&amp;',
      ],
      ...['<a href="//e.example">', '</a>', '[1]', '[x]:', '    ', '---', '```', '~~', '**'],
    ]
    for (let round = 0; round < 20_000; round += 1) {
      const text = Array.from({ length: 1 + random.below(14) }, () => random.pick(parts)).join('')
      expect(rendered(escapeMarkdown(text)), JSON.stringify(text)).toEqual({ text: collapse(text), markup: [] })
      const other = Array.from({ length: 1 + random.below(6) }, () => random.pick(parts)).join('')
      const answer = `**x** ${escapeMarkdown(text)} \\[1] ${escapeMarkdown(other)} _y_`
      expect(
        rendered(answer).markup.filter((kind) => /link|image|html/.test(kind)),
        answer,
      ).toEqual([])
      expect(unescapeMarkdown(escapeMarkdown(text)).replace(/\s+/g, ''), text).toBe(text.replace(/\s+/g, ''))
    }
  })
})

describe('Markdown of a model', () => {
  test('keeps emphasis and code', () => {
    for (const text of [
      '**Seven**, not *six*.',
      '- Run `npm start [x](y) <b>`',
      'Use ``a ` b``.',
      '## Title',
      '3. Third',
    ])
      expect(removeMarkdownLinks(text)).toBe(text)
  })

  test.each(hostileTexts)('%j has no link, image or HTML', (text) => {
    const { markup } = rendered(removeMarkdownLinks(text))
    expect(markup.filter((kind) => /link|image|html|fence/.test(kind))).toEqual([])
  })

  test('any sequence of markup has no link, image or HTML, also next to other sentences', () => {
    const random = seededRandom(8)
    const parts = [
      '\\',
      '`',
      '``',
      '*',
      '_',
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '!',
      ' ',
      'a',
      'https://e.example',
      '](//e.example)',
      '<b>',
      '&lt;',
      'a@e.example',
    ]
    for (let round = 0; round < 20_000; round += 1) {
      const pieces = Array.from({ length: 2 }, () =>
        Array.from({ length: 1 + random.below(12) }, () => random.pick(parts)).join(''),
      )
      const answer = pieces.map((piece) => `${removeMarkdownLinks(piece)} \\[1]`).join(' ')
      expect(
        rendered(answer).markup.filter((kind) => /link|image|html/.test(kind)),
        answer,
      ).toEqual([])
    }
  })
})

test('a long line without spaces takes linear time', () => {
  for (const line of ['a'.repeat(100_000), 'a@b'.repeat(30_000), '/'.repeat(100_000), `${'-'.repeat(100_000)}x`]) {
    expect(escapeMarkdown(line)).toBe(line)
    expect(removeMarkdownLinks(line)).toBe(line)
  }
  expect(escapeMarkdown(`${'a'.repeat(100_000)}@b<`)).toBe(`${'a'.repeat(100_000)}\\@b\\<`)
})

test('a block of code is shown to the letter', () => {
  const code = ['```', 'grep \\*.log \\[1\\]', '```'].join('\n')
  expect(unescapeMarkdown(`Run \\*this\\*:\n\n${code}\n\nThen \\_that\\_.`)).toBe(
    `Run *this*:\n\n${code}\n\nThen _that_.`,
  )
})
