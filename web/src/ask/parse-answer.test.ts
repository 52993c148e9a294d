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

test('code that is still coming in is shown as code', () => {
  expect(parseAnswer('```\nnpm start', 0)).toEqual([{ kind: 'code', text: 'npm start' }])
})

test('the sentences that cite a source are found', () => {
  const answer = 'The gate opens at seven. [1] It closes at nine. [2][1]'
  expect(sentencesCiting(answer, 1)).toEqual(['The gate opens at seven.', 'It closes at nine.'])
  expect(sentencesCiting(answer, 2)).toEqual(['It closes at nine.'])
  expect(sentencesCiting(answer, 3)).toEqual([])
})
