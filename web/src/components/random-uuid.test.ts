import { expect, test } from 'vitest'
import { randomUuid } from './random-uuid.ts'

test('a UUID has the form of version 4, and each is another', () => {
  const ids = Array.from({ length: 200 }, randomUuid)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(new Set(ids).size).toBe(ids.length)
})
