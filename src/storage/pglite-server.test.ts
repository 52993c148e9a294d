import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/test-database.ts'

test('the memory of responses is freed', async () => {
  const scratch = await createTestDatabase()
  try {
    const read = () =>
      sql`select repeat('x', 1000000) || n as text from generate_series(1, 5) as n`.execute(
        scratch.database.unrestricted,
      )
    for (let round = 0; round < 10; round++) await read()
    const before = process.memoryUsage().rss
    for (let round = 0; round < 160; round++) await read()
    // Of 800 MB; the rest is not garbage-collected yet.
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024)
  } finally {
    await scratch.close()
  }
})
