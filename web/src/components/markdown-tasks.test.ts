import { expect, test } from 'vitest'
import { toggleTaskOnLine } from './markdown-tasks.ts'

test.each([
  ['- [ ] a\n- [ ] b', 1, '- [ ] a\n- [x] b'],
  ['- [x] a', 0, '- [ ] a'],
  ['text\r\n* [X] a  \r\n\r\nend', 1, 'text\r\n* [ ] a  \r\n\r\nend'],
  ['one\r- [ ] two', 1, 'one\r- [x] two'],
  ['> 1. [ ] quoted', 0, '> 1. [x] quoted'],
  ['- - [ ] nested', 0, '- - [x] nested'],
])('ticks %j on line %i and nothing else', (text, line, expected) => {
  expect(toggleTaskOnLine(text, line)).toBe(expected)
})

test('a line without a task, or past the end, is left alone', () => {
  expect(toggleTaskOnLine('a [ ] b', 0)).toBeUndefined()
  expect(toggleTaskOnLine('- [ ]', 0)).toBeUndefined()
  expect(toggleTaskOnLine('- [ ] a', 4)).toBeUndefined()
})
