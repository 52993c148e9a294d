import { expect, test } from 'vitest'
import { splitPath } from './path-text.tsx'

const join = (parts: string[]) => {
  const { above, start, end } = splitPath(parts, ' › ')
  return above + start + end
}

test('the pieces are the whole path', () => {
  for (const parts of [['A'], ['', 'B'], ['People', 'Leave', 'Parental leave in the Netherlands'], ['👩‍🚀🚀', 'x🚀']])
    expect(join(parts)).toBe(parts.join(' › '))
})

test('the end of the last part is a piece of its own, so that it is never cut off', () => {
  expect(splitPath(['Contracts', 'supplier-agreement-2026-signed.pdf'], ' › ')).toEqual({
    above: 'Contracts › ',
    start: 'supplier-agreement-202',
    end: '6-signed.pdf',
  })
})

test('no character is split', () => {
  const { start, end } = splitPath(['🚀🚀🚀'], '/')
  expect([start, end]).toEqual(['🚀🚀', '🚀'])
})
