import { expect, test } from 'vitest'
import { answerAsPlainText } from './answer-plain-text.ts'
import { type AnswerBlock, type AnswerList, parseAnswer } from './parse-answer.ts'
import { parseInline } from './parse-inline.ts'

test('a number points to a source only where there is one', () => {
  expect(parseInline('Seven. [1][3]', 2)).toEqual([
    { kind: 'text', text: 'Seven. ' },
    { kind: 'citation', number: 1 },
    { kind: 'text', text: '[3]' },
  ])
})

test('paragraphs, lists and headings are separate blocks', () => {
  const blocks = parseAnswer('First\nline.\n\n- one [1]\n- **two**\n\n1. a\n2. b\n## End', 1)
  expect(blocks.map((block) => block.kind)).toEqual(['paragraph', 'list', 'list', 'heading'])
  expect(blocks[0]).toEqual({ kind: 'paragraph', inline: [{ kind: 'text', text: 'First line.' }] })
  expect(blocks[1]).toMatchObject({
    isOrdered: false,
    items: [{ inline: [{ text: 'one ' }, { number: 1 }] }, { inline: [{ kind: 'strong' }] }],
  })
})

test('markup in an answer stays text', () => {
  const text = '<img src=x onerror=alert(1)> <script>alert(1)</script>'
  expect(parseAnswer(text, 0)).toEqual([{ kind: 'paragraph', inline: [{ kind: 'text', text }] }])
})

test('escaped characters are shown as they are, and lead nowhere', () => {
  const answer = String.raw`Open \[portal](https\:\//evil.example) or \[1] \*now\*, !\[x](y) [1]`
  expect(parseInline(answer, 1)).toEqual([
    { kind: 'text', text: 'Open [portal](https://evil.example) or [1] *now*, ![x](y) ' },
    { kind: 'citation', number: 1 },
  ])
  expect(parseAnswer(String.raw`2\. Second`, 0)).toEqual([
    { kind: 'paragraph', inline: [{ kind: 'text', text: '2. Second' }] },
  ])
})

test('a link or image in an answer of an older version is text with its address', () => {
  expect(parseInline('Open [the portal](https://evil.example/x) ![](https://evil.example/p.png)', 0)).toEqual([
    { kind: 'text', text: 'Open the portal (https://evil.example/x) (https://evil.example/p.png)' },
  ])
})

test('an ordered list starts with its own number', () => {
  expect(parseAnswer('3. third\n4. fourth', 0)).toMatchObject([{ kind: 'list', start: 3 }])
})

test('code that is still coming in is shown as code', () => {
  expect(parseAnswer('```\nnpm start', 0)).toEqual([{ kind: 'code', text: 'npm start' }])
})

test('code ends with as many backticks as it begins with', () => {
  expect(parseAnswer('````\n```\n````\nText.', 0)).toMatchObject([{ kind: 'code', text: '```' }, { kind: 'paragraph' }])
})

test('code below an item belongs to it, and numbers go on after it', () => {
  const answer = '1. Install: [1]\n   ```\n   npm ci\n     --force\n   ```\n2. Start.'
  expect(parseAnswer(answer, 1)).toMatchObject([
    { kind: 'list', items: [{ children: [{ kind: 'code', text: 'npm ci\n  --force' }] }, { children: [] }] },
  ])
  expect(answerAsPlainText(answer)).toBe('1. Install: [1]\n   npm ci\n     --force\n2. Start.')
})

test('indented items form a list below their item, and numbers go on after it', () => {
  const [list, ...others] = parseAnswer('1. Ask. [1]\n   - by mail\n   - by phone\n2. Wait.', 1)
  expect(others).toEqual([])
  expect(list).toMatchObject({
    isOrdered: true,
    items: [
      { inline: [{ text: 'Ask. ' }, { number: 1 }], children: [{ kind: 'list', isOrdered: false, items: [{}, {}] }] },
      { inline: [{ text: 'Wait.' }], children: [] },
    ],
  })
})

const text = (value: string) => ({ kind: 'text', text: value })

test('a table has named columns, and each row ends with its citation', () => {
  const answer =
    'Days a year: [1]\n\n| Site | Days |\n| --- | ---: |\n| Kobe | **20** days [1] |\n| Leipzig | 27 [2] |\n\nMore.'
  expect(parseAnswer(answer, 2)).toEqual([
    { kind: 'paragraph', inline: [text('Days a year: '), { kind: 'citation', number: 1 }] },
    {
      kind: 'table',
      header: [[text('Site')], [text('Days')]],
      rows: [
        [[text('Kobe')], [{ kind: 'strong', text: '20' }, text(' days '), { kind: 'citation', number: 1 }]],
        [[text('Leipzig')], [text('27 '), { kind: 'citation', number: 2 }]],
      ],
    },
    { kind: 'paragraph', inline: [text('More.')] },
  ])
})

test('a table without column names has an empty header', () => {
  expect(parseAnswer('|  |  |  |\n| --- | --- | --- |\n| Kobe | 20 | 5 [1] |', 1)).toMatchObject([
    { kind: 'table', header: [[], [], []], rows: [[[{ text: 'Kobe' }], [{ text: '20' }], [{ text: '5 ' }, {}]]] },
  ])
})

test('an escaped pipe or backslash belongs to its cell; missing cells are empty', () => {
  const row = String.raw`| a \| b \\| c:\\ |`
  const answer = `| x | y | z |\n|---|---|---|\n${row}\n| only |`
  expect(parseAnswer(answer, 0)).toMatchObject([
    {
      rows: [
        [[text('a | b \\')], [text('c:\\')], []],
        [[text('only')], [], []],
      ],
    },
  ])
})

test('lines with pipes but without a row of dashes are text', () => {
  expect(parseAnswer('| a | b |\n| c | d |', 0)).toEqual([{ kind: 'paragraph', inline: [text('| a | b | | c | d |')] }])
  expect(parseAnswer('| a | b |\n| --- |', 0).map(({ kind }) => kind)).toEqual(['paragraph'])
})

test('no prefix of a streaming table shows a pipe or dashes as text', () => {
  const answer = 'Days:\n\n| Site | Days |\n| --- | --- |\n| Kobe | 20 [1] |\n| Leipzig | 27 [1] |'
  for (let length = answer.indexOf('|') + 1; length <= answer.length; length += 1) {
    const blocks = parseAnswer(answer.slice(0, length), 1, { isStreaming: true })
    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'table'])
    expect(JSON.stringify(blocks)).not.toMatch(/[|]|--/)
  }
})

test('lists nest as deep as they are indented', () => {
  const answer = '1. One\n    - a\n        - deep\n    - b\n2. Two\n\nText.\n\n3. Three'
  const shape = (block: AnswerBlock | AnswerList): unknown =>
    block.kind === 'list'
      ? [block.isOrdered ? block.start : '-', ...block.items.map(({ children }) => children.map(shape))]
      : block.kind
  expect(parseAnswer(answer, 0).map(shape)).toEqual([[1, [['-', [['-', []]], []]], []], 'paragraph', [3, []]])
})

test('code within bold text is code, and underscores around words are emphasis', () => {
  expect(parseAnswer('**Run `hatch` now** or _wait_, see snake_case_name.', 0)).toEqual([
    {
      kind: 'paragraph',
      inline: [
        { kind: 'strong', text: 'Run ' },
        { kind: 'code', text: 'hatch' },
        { kind: 'strong', text: ' now' },
        { kind: 'text', text: ' or ' },
        { kind: 'emphasis', text: 'wait' },
        { kind: 'text', text: ', see snake_case_name.' },
      ],
    },
  ])
})
