import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../../support/seeded-random.ts'
import { buildService } from '../../support/service-process.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import { runChaosRounds, seedWritableOrganization } from './chaos-rounds.ts'
import { canUseStrace, parseStrace, traceFsyncs } from './fsync-trace.ts'

// `npm run chaos` does the same for minutes.
// Each start is a process with a database of its own: minutes on a busy machine.
const timeoutMs = 600_000
let scratch: TestDatabase
let key: string
beforeAll(async () => {
  buildService()
  scratch = await createTestDatabase()
  // The embedded database belongs to one process at a time.
  await scratch.database.close()
  key = await seedWritableOrganization(scratch.settings)
}, timeoutMs)
afterAll(() => scratch?.close())

test(
  'a killed service has lost nothing that it acknowledged, brings nothing back, and agrees with itself',
  async () => {
    const { settings } = scratch
    const outcome = await runChaosRounds({ settings, key, kills: 2, mostWrites: 30, random: seededRandom(7) })
    expect(outcome.problems).toEqual([])
    expect(outcome.acknowledged).toBeGreaterThan(2)
  },
  timeoutMs,
)

// A server of its own decides for itself; there is nothing of ours to look at.
if (!process.env.TEST_DATABASE_URL)
  test.skipIf(!canUseStrace())(
    'strace sees an fsync between each write and its acknowledgement',
    async () => {
      const told = await traceFsyncs(scratch.settings, { key, writes: 6 })
      expect(told).toHaveLength(6)
      expect(told.filter(({ syncs, unsynced }) => syncs === 0 || unsynced > 0)).toEqual([])
    },
    timeoutMs,
  )

test('an acknowledgement before its fsync would be seen', () => {
  const log = '97</data/pg/pg_wal/000000010000000000000001>'
  const asked = '10 read(5<socket:[1]>, "POST /v1/ask/index HTTP/1.1", 65536) = 300'
  const answered = '10 writev(5<socket:[1]>, [{iov_base="HTTP/1.1 200 OK", iov_len=15}], 1) = 15'
  const written = `11 pwrite64(${log}, "x", 8192, 0) = 8192`
  const synced = `11 fsync(${log}) = 0`
  const begun = `11 fsync(${log} <unfinished ...>`
  const ended = '11 <... fsync resumed>) = 0'
  const told = (...lines: string[]) => parseStrace(lines.join('\n'))
  expect(told(asked, written, synced, answered)).toEqual([{ syncs: 1, unsynced: 0 }])
  expect(told(asked, written, begun, ended, answered)).toEqual([{ syncs: 1, unsynced: 0 }])
  expect(told(asked, written, answered, synced)).toEqual([{ syncs: 0, unsynced: 1 }])
  expect(told(asked, written, begun, answered, ended)).toEqual([{ syncs: 0, unsynced: 1 }])
  expect(told(asked, written, synced, written, answered)).toEqual([{ syncs: 1, unsynced: 1 }])
})
