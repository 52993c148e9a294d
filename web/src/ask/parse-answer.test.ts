import { expect, test } from 'vitest'
import { parseAnswer, parseInline, sentencesCiting } from './parse-answer.ts'

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
    items: [[{ text: 'one ' }, { number: 1 }], [{ kind: 'strong' }]],
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

test('the sentences that cite a source are found', () => {
  const answer = 'The gate opens at seven. [1] It closes at nine. [2][1]'
  expect(sentencesCiting(answer, 1)).toEqual(['The gate opens at seven.', 'It closes at nine.'])
  expect(sentencesCiting(answer, 2)).toEqual(['It closes at nine.'])
  expect(sentencesCiting(answer, 3)).toEqual([])
  expect(sentencesCiting(String.raw`It says \[sic] snake\_ here. [1]`, 1)).toEqual(['It says [sic] snake_ here.'])
})
