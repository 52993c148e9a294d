import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { createGuessThrottle } from './guess-throttle.ts'

const policy = { name: 'guess-test', freeFailures: 2, maxDelayMs: 60_000 }
const start = Date.parse('2026-11-01T09:00:00Z')
const yearMs = 365 * 24 * 3600_000

let scratch: TestDatabase
let clock = start
beforeAll(async () => {
  scratch = await createTestDatabase()
})
afterAll(() => scratch?.close())

function guess(subject: string, at: number): Promise<number> {
  clock = at
  const throttle = createGuessThrottle({ database: scratch.database, now: () => new Date(clock) })
  return throttle.admit([{ policy, subject }])
}

test('each failure after the free ones doubles the delay', async () => {
  expect(await guess('ada', start)).toBe(0)
  expect(await guess('ada', start)).toBe(0)
  expect(await guess('ada', start)).toBe(1)
  expect(await guess('ada', start + 1000)).toBe(0)
  expect(await guess('ada', start + 2000)).toBe(1)
  expect(await guess('ada', start + 3000)).toBe(0)
  expect(await guess('ada', start + 3000)).toBe(4)
})

test('failures by a clock that was ahead are forgotten', async () => {
  for (let failures = 0; failures < 3; failures++) await guess('ben', start + yearMs + failures * 10_000)
  expect(await guess('ben', start)).toBe(0)
  expect(await guess('ben', start)).toBe(0)
  expect(await guess('ben', start)).toBe(1)
})
