import { expect, test } from 'vitest'
import { LruMap } from './lru-map.ts'

test('the least recently read or written entry is dropped first', () => {
  const map = new LruMap<string, number>(3)
  for (const [index, key] of ['a', 'b', 'c'].entries()) map.set(key, index)
  expect(map.get('a')).toBe(0)
  map.set('b', 7)
  map.set('d', 3)
  expect([...map]).toEqual([
    ['a', 0],
    ['b', 7],
    ['d', 3],
  ])
  expect(map.get('c')).toBeUndefined()
})
