import { describe, expect, test } from 'vitest'
import { differenceOf } from './text-difference.ts'

const shown = (before: string, after: string) =>
  differenceOf(before, after).map(
    ({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`,
  )

describe('the difference of two texts', () => {
  test('keeps what both have and tells what went and came, in order', () => {
    expect(shown('one\ntwo\nthree\nfour', 'one\n2\nthree\nfour\nfive')).toEqual([
      ' one',
      '-two',
      '+2',
      ' three',
      ' four',
      '+five',
    ])
    expect(shown('same', 'same')).toEqual([' same'])
    expect(shown('a\nb\nc', 'b')).toEqual(['-a', ' b', '-c'])
  })

  test('of two very long texts is told as a whole', () => {
    const text = (word: string) => Array.from({ length: 3000 }, (_, index) => `${word} ${index}`).join('\n')
    const lines = differenceOf(text('a'), text('b'))
    expect(lines.slice(0, 3000).every(({ kind }) => kind === 'removed')).toBe(true)
    expect(lines).toHaveLength(6000)
  })
})
