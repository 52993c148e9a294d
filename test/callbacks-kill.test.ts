import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listCallbacks } from '../src/jobs/callback-log.ts'
import { type Database, openDatabase } from '../src/storage/database.ts'
import { addMember, backgroundParts } from './callbacks-parts.ts'
import { manners, type Receiver, startReceiver } from './callbacks-receiver.ts'
import { type ScratchDatabase, scratchDatabase } from './scratch-database.ts'

let scratch: ScratchDatabase
let database: Database
let receiver: Receiver

beforeEach(async () => {
  receiver = await startReceiver()
  scratch = await scratchDatabase()
  database = scratch.database
  await addMember(database, 'acme', 'ada')
})
afterEach(async () => {
  await receiver.close()
  if (database === scratch.database) return scratch.close()
  await database.close()
  await rm(scratch.settings.dataDir, { recursive: true, force: true })
})

/** Runs the other process to its violent end. The embedded database is its own for that time. */
async function runUntilKilled(then: 'die' | 'deliver'): Promise<void> {
  const isEmbedded = database.engine === 'pglite'
  if (isEmbedded) await database.close()
  const tsx = fileURLToPath(import.meta.resolve('tsx/cli'))
  const script = fileURLToPath(new URL('./callbacks-kill-child.ts', import.meta.url))
  const child = spawn(process.execPath, [tsx, script, JSON.stringify(scratch.settings), receiver.url, then], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await new Promise((resolve) => child.once('exit', resolve))
  if (isEmbedded) database = await openDatabase(scratch.settings)
}

/** A new process on the same store; on a server, once the lease of the dead one has run out. */
async function restart(): Promise<void> {
  const aheadMs = database.engine === 'postgres' ? 60_000 : 0
  const { jobs } = backgroundParts({
    database,
    now: () => new Date(Date.now() + aheadMs),
    allow: receiver.allow,
  })
  const before = receiver.received.length
  await jobs.start()
  await receiver.seen(before + 1)
  await jobs.stop()
}

/** KILL_ROUNDS=20 for the measure in docs/quality.md. */
const rounds = Number(process.env.KILL_ROUNDS ?? 2)

// Each starts a process with a database of its own: minutes on a busy machine.
describe('a server that is killed', { timeout: 240_000 * Math.max(1, rounds / 4) }, () => {
  it(`between answer and delivery delivers after its restart, ${rounds} times in a row`, async () => {
    for (let round = 1; round <= rounds; round++) {
      await runUntilKilled('die')
      expect(receiver.received).toHaveLength(round - 1)
      await restart()
      expect(receiver.received).toHaveLength(round)
    }
    const log = await listCallbacks(database, 'acme', { limit: rounds + 1 })
    expect(log).toHaveLength(rounds)
    for (const entry of log) expect(entry).toMatchObject({ state: 'delivered', attempts: [{ status: 200 }] })
  })

  it('in the middle of a delivery delivers again under the same id', async () => {
    receiver.behave((_response, { path }) => {
      process.kill(Number(new URL(path, receiver.url).searchParams.get('pid')), 'SIGKILL')
    })
    await runUntilKilled('deliver')
    expect(receiver.received).toHaveLength(1)
    receiver.behave(manners.accepts)
    await restart()
    expect(receiver.received).toHaveLength(2)
    expect(new Set(receiver.received.map((entry) => entry.headers['webhook-id'])).size).toBe(1)
    expect(await listCallbacks(database, 'acme', { limit: 10 })).toMatchObject([{ state: 'delivered' }])
  })
})
