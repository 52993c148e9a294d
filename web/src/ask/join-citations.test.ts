import { expect, test } from 'vitest'
import { joinCitations } from './join-citations.ts'
import { parseInline } from './parse-inline.ts'

/** Groups are in brackets, citations as #1. */
const joined = (text: string) =>
  joinCitations(parseInline(text, 9)).map((node) =>
    node.kind === 'cited'
      ? `<${node.parts.map((part) => (part.kind === 'citation' ? `#${part.number}` : part.text)).join('')}>`
      : node.kind === 'citation'
        ? `#${node.number}`
        : `${node.kind}: ${node.text}`,
  )

test('a citation stays with the last word before it and the punctuation after it', () => {
  expect(joined('It opens at seven. [1]')).toEqual(['text: It opens at ', '<seven. #1>'])
  expect(joined('It opens at seven [1]. It closes.')).toEqual([
    'text: It opens at ',
    '<seven #1.>',
    'text:  It closes.',
  ])
})

test('several citations stay together', () => {
  expect(joined('It opens at seven. [1][2] [3]')).toEqual(['text: It opens at ', '<seven. #1#2 #3>'])
})

test('a citation stays with bold text and with code', () => {
  expect(joined('It lasts **30 weeks** [1]')).toEqual(['text: It lasts ', 'strong: 30 ', '<weeks #1>'])
  expect(joined('Run `npm ci` [1]')).toEqual(['text: Run ', '<npm ci #1>'])
})

test('a long word and text without spaces can still be broken', () => {
  const [text, cited] = joined(`See ${'a'.repeat(60)} [1]`)
  expect(text).toBe(`text: See ${'a'.repeat(48)}`)
  expect(cited).toBe(`<${'a'.repeat(12)} #1>`)
  expect(joined('文書は三年間保管しますので大切にしてください [1]')[1]?.length).toBeLessThanOrEqual(17)
})

test('a citation at the beginning stands for itself', () => {
  expect(joined('[1] says so.')).toEqual(['<#1>', 'text:  says so.'])
})

test('no text is lost', () => {
  const text = 'One [1] two **three** [2], `four` [3] five.'
  const shown = joinCitations(parseInline(text, 9)).flatMap((node) => (node.kind === 'cited' ? node.parts : [node]))
  const plain = shown.map((node) => (node.kind === 'citation' ? `[${node.number}]` : node.text)).join('')
  expect(plain).toBe('One [1] two three [2], four [3] five.')
})
