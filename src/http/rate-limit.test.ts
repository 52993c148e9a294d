import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { createDatabaseRateLimiter, createMemoryRateLimiter } from './rate-limit.ts'

const limits = { ask: 2, index: 2 }
const start = Date.parse('2026-11-01T09:00:00Z')
const hourMs = 3600_000

let scratch: TestDatabase
beforeAll(async () => {
  scratch = await createTestDatabase()
})
afterAll(() => scratch?.close())

describe.each(['memory', 'database'] as const)('the rate limit in the %s', (kind) => {
  function open() {
    let at = start
    const now = () => at
    const limiter =
      kind === 'memory'
        ? createMemoryRateLimiter(limits, now)
        : createDatabaseRateLimiter(scratch.database, limits, now)
    return {
      count: async (member: string, time: number) => {
        at = time
        return limiter.count('acme', member, 'ask')
      },
    }
  }

  test('refuses more than the limit until its window ends', async () => {
    const { count } = open()
    expect(await count('ada', start)).toMatchObject({ isAllowed: true, remaining: 1, resetSeconds: 60 })
    expect(await count('ada', start + 20_000)).toMatchObject({ isAllowed: true, remaining: 0, resetSeconds: 40 })
    expect(await count('ada', start + 59_000)).toMatchObject({ isAllowed: false, remaining: 0, resetSeconds: 1 })
    expect(await count('ada', start + 60_000)).toMatchObject({ isAllowed: true, remaining: 1 })
  })

  test('starts again after a clock that was ahead', async () => {
    const { count } = open()
    for (let index = 0; index < 3; index++) await count('ben', start + hourMs)
    expect(await count('ben', start)).toMatchObject({ isAllowed: true, remaining: 1, resetSeconds: 60 })
  })

  test('goes on counting where the clocks of two nodes differ a little', async () => {
    const { count } = open()
    await count('cleo', start + 2000)
    await count('cleo', start)
    expect(await count('cleo', start + 2000)).toMatchObject({ isAllowed: false })
  })
})
