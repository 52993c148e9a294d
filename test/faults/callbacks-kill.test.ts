import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../src/storage/database.ts'
import { listCallbackDeliveries } from '../../src/webhooks/callback-log.ts'
import { addMember, createBackgroundServices } from '../support/background-services.ts'
import { type CallbackReceiver, receiverBehaviors, startCallbackReceiver } from '../support/callback-receiver.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let scratch: TestDatabase
let database: Database
let receiver: CallbackReceiver

beforeEach(async () => {
  receiver = await startCallbackReceiver()
  scratch = await createTestDatabase()
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
  const { jobs } = createBackgroundServices({
    database,
    now: () => new Date(Date.now() + aheadMs),
    allow: receiver.allowedHosts,
  })
  const before = receiver.received.length
  await jobs.start()
  await receiver.waitForRequests(before + 1)
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
    const { deliveries } = await listCallbackDeliveries(database, 'acme')
    expect(deliveries).toHaveLength(rounds)
    for (const entry of deliveries) expect(entry).toMatchObject({ state: 'delivered', attempts: [{ status: 200 }] })
  })

  it('in the middle of a delivery delivers again under the same id', async () => {
    receiver.setBehavior((_response, { path }) => {
      process.kill(Number(new URL(path, receiver.url).searchParams.get('pid')), 'SIGKILL')
    })
    await runUntilKilled('deliver')
    expect(receiver.received).toHaveLength(1)
    receiver.setBehavior(receiverBehaviors.accepts)
    await restart()
    expect(receiver.received).toHaveLength(2)
    expect(new Set(receiver.received.map((entry) => entry.headers['webhook-id'])).size).toBe(1)
    const { deliveries } = await listCallbackDeliveries(database, 'acme')
    expect(deliveries).toMatchObject([{ state: 'delivered' }])
  })
})
