import { EditorState } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { exactText, lineEndings, resetLineEndings } from './line-endings.ts'

const open = (text: string) => EditorState.create({ doc: text, extensions: lineEndings(text) })

describe('line endings', () => {
  test.each([
    ['Unix', 'one\ntwo\n'],
    ['Windows', 'one\r\ntwo\r\n'],
    ['old Macintosh', 'one\rtwo\r'],
    ['mixed', 'one\r\ntwo\nthree\r\n\r\nfour\rfive'],
    ['a byte order mark, trailing spaces and no last line break', '\uFEFF# One  \r\n\r\ntwo \t'],
    ['empty', ''],
  ])('are kept: %s', (_, text) => {
    expect(exactText(open(text))).toBe(text)
  })

  test('of the other lines are kept after a change', () => {
    const text = 'one\r\ntwo\nthree\r\n\r\nfour\rfive'
    let state = open(text)
    state = state.update({ changes: { from: 0, to: 3, insert: 'first' } }).state
    expect(exactText(state)).toBe('first\r\ntwo\nthree\r\n\r\nfour\rfive')
    state = state.update({ changes: { from: state.doc.length, insert: '!' } }).state
    expect(exactText(state)).toBe('first\r\ntwo\nthree\r\n\r\nfour\rfive!')
  })

  test('of new lines are those of most lines', () => {
    const state = open('one\r\ntwo\r\nthree\n').update({ changes: { from: 3, insert: '\nmore' } }).state
    expect(exactText(state)).toBe('one\r\nmore\r\ntwo\r\nthree\n')
  })

  test('go with the line break that is deleted', () => {
    const state = open('one\r\ntwo\r\nthree\nfour').update({ changes: { from: 13, to: 14 } }).state
    expect(exactText(state)).toBe('one\r\ntwo\r\nthreefour')
  })

  test('are those of a text that replaces everything', () => {
    const state = open('one\r\ntwo')
    const next = state.update({
      changes: { from: 0, to: state.doc.length, insert: 'a\nb' },
      effects: resetLineEndings('a\nb'),
    }).state
    expect(exactText(next)).toBe('a\nb')
  })
})
