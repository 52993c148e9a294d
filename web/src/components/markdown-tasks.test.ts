import { expect, test } from 'vitest'
import { isSameApartFromTasks, toggleTaskOnLine } from './markdown-tasks.ts'

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

test.each([
  ['- [ ] a\r\n> 1. [X] b\r- [x] c', '- [x] a\r\n> 1. [ ] b\r- [ ] c', true],
  ['- [ ] a\n- [ ] b', '- [ ] new\n- [ ] a\n- [ ] b', false],
  ['- [ ] a', '- [ ] b', false],
  ['text [ ] a', 'text [x] a', false],
])('%j and %j are the same apart from their tasks: %s', (one, other, expected) => {
  expect(isSameApartFromTasks(one, other)).toBe(expected)
})
