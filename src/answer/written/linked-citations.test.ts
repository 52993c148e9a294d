import { expect, test } from 'vitest'
import { expectLinearTime } from '../../../test/support/growth.ts'
import { presentCitations } from './linked-citations.ts'

const source = (url: string) => ({ id: url, title: 'T', url, updatedAt: '2026-11-01T00:00:00.000Z' })
const linked = (answer: string, ...urls: string[]) =>
  presentCitations({ answer, sources: urls.map(source) }, { citations: 'markdown' }).answer

test('without the option, an answer is the same object', () => {
  const result = { answer: 'Yes. [1]', sources: [source('https://a.test/1')] }
  expect(presentCitations(result, {})).toBe(result)
})

test('numbers become links to their sources, also side by side', () => {
  expect(linked('Yes. [1][2]\nNo. [1]', 'https://a.test/1', 'http://b.test/2#page=3')).toBe(
    'Yes. [1](https://a.test/1)[2](http://b.test/2#page=3)\nNo. [1](https://a.test/1)',
  )
})

test('an address cannot end its link early', () => {
  expect(linked('Yes. [1]', 'https://a.test/a(b) c<d>\\')).toBe('Yes. [1](https://a.test/a%28b%29%20c%3Cd%3E%5C)')
})

test.each([
  ['an escaped bracket', String.raw`See \[1] and [1]`, String.raw`See \[1] and [1](https://a.test)`],
  ['code', 'Use `x[1]` and ``y` [1]``. [1]', 'Use `x[1]` and ``y` [1]``. [1](https://a.test)'],
  ['a number without a source', 'Yes. [2] [0]', 'Yes. [2] [0]'],
])('%s stays as it is', (_name, answer, expected) => {
  expect(linked(answer, 'https://a.test')).toBe(expected)
})

test.each(['javascript:alert(1)', 'files/report.pdf', ''])(
  'the address %j, which is none of the web, makes no link',
  (url) => {
    expect(linked('Yes. [1]', url)).toBe('Yes. [1]')
  },
)

test('a long row of backticks takes linear time', () =>
  expectLinearTime((text) => linked(`${text} [1]`, 'https://a.test'), '`'))
