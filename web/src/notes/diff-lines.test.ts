import { describe, expect, test } from 'vitest'
import { diffLines } from './diff-lines.ts'

const formatDiff = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`)

describe('the difference of two texts', () => {
  test('keeps common lines and marks removed and added ones, in order', () => {
    expect(formatDiff('one\ntwo\nthree\nfour', 'one\n2\nthree\nfour\nfive')).toEqual([
      ' one',
      '-two',
      '+2',
      ' three',
      ' four',
      '+five',
    ])
    expect(formatDiff('same', 'same')).toEqual([' same'])
    expect(formatDiff('a\nb\nc', 'b')).toEqual(['-a', ' b', '-c'])
  })

  test('of two very long texts shows all old lines, then all new ones', () => {
    const text = (word: string) => Array.from({ length: 3000 }, (_, index) => `${word} ${index}`).join('\n')
    const lines = diffLines(text('a'), text('b'))
    expect(lines.slice(0, 3000).every(({ kind }) => kind === 'removed')).toBe(true)
    expect(lines).toHaveLength(6000)
  })
})
