import { expect, test } from 'vitest'
import { loadOnce } from './load-once.ts'

test('loads once for all calls, and again after a failure', async () => {
  const outcomes = [() => Promise.reject(new Error('missing')), async () => 'first', async () => 'second']
  const load = loadOnce(async () => outcomes.shift()?.())
  const together = [load(), load()]
  for (const call of together) await expect(call).rejects.toThrow('missing')
  expect(await Promise.all([load(), load()])).toEqual(['first', 'first'])
  expect(await load()).toBe('first')
})
