import { expect, test } from 'vitest'
import { flattenTree } from './use-note-tree.ts'

const note = (id: string, childCount = 0) => ({
  id,
  title: id.toUpperCase(),
  childCount,
  isPrivate: false,
  isRestricted: false,
  canEdit: true,
})

test('only what is open is shown, each at its level, in order', () => {
  const children = new Map([
    ['a', [note('a1', 1), note('a2')]],
    ['a1', [note('a1x')]],
  ])
  const rows = flattenTree([note('a', 2), note('b')], (id) => children.get(id), new Set(['a']))
  expect(rows.map((row) => [row.id, row.level, row.isOpen, row.parentId])).toEqual([
    ['a', 1, true, undefined],
    ['a1', 2, false, 'a'],
    ['a2', 2, false, 'a'],
    ['b', 1, false, undefined],
  ])
})

test('an open branch that is not read yet shows nothing below it', () => {
  expect(flattenTree([note('a', 2)], () => undefined, new Set(['a']))).toHaveLength(1)
})
