import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Job } from '../../src/jobs/job-store.ts'
import type { Recurrence } from '../../src/jobs/recurrence.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { type BackgroundServices, createBackgroundServices } from '../support/background-services.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let scratch: TestDatabase
let at: Date

beforeAll(async () => {
  scratch = await createTestDatabase()
})
afterAll(() => scratch.close())
beforeEach(async () => {
  at = new Date('2026-11-02T12:00:00Z')
  await sql`truncate job`.execute(scratch.database.unrestricted)
})

const mondays: Recurrence = { days: [1], hour: 9, timeZone: 'Europe/Berlin' }
const monday = {
  organizationId: 'acme',
  name: 'digest helper',
  times: mondays,
  kind: 'digest',
  payload: { a: 1 },
}

function createServices(runs: Job[], database = scratch.database): BackgroundServices {
  const all = createBackgroundServices({ database, now: () => at })
  all.jobs.register('digest', async (job) => void runs.push(job))
  return all
}

/** The work that a tick enqueues is due at once: a second look finds it. */
async function drainAt(all: BackgroundServices, time: string): Promise<void> {
  at = new Date(time)
  await all.jobs.drain()
}

describe('a schedule', () => {
  it('runs at its times and at no other', async () => {
    const runs: Job[] = []
    const all = createServices(runs)
    await all.schedules.set(scratch.database.unrestricted, monday)
    await drainAt(all, '2026-11-09T07:59:59.999Z')
    expect(runs).toEqual([])
    await drainAt(all, '2026-11-09T08:00:00Z')
    await drainAt(all, '2026-11-12T08:00:00Z')
    expect(runs).toMatchObject([
      { organizationId: 'acme', payload: { a: 1, scheduledFor: '2026-11-09T08:00:00.000Z' } },
    ])
    await drainAt(all, '2026-11-16T08:00:00Z')
    expect(runs).toHaveLength(2)
  })

  it('makes up once for the times that passed while no process ran', async () => {
    const runs: Job[] = []
    const all = createServices(runs)
    await all.schedules.set(scratch.database.unrestricted, monday)
    await drainAt(all, '2026-12-02T10:00:00Z')
    expect(runs).toMatchObject([{ payload: { scheduledFor: '2026-11-30T08:00:00.000Z' } }])
    await drainAt(all, '2026-12-07T08:00:00Z')
    expect(runs).toHaveLength(2)
  })

  it('runs once for each time on several nodes', async () => {
    const runs: Job[] = []
    const second = scratch.database.engine === 'postgres' ? await openDatabase(scratch.settings) : scratch.database
    const nodes = [createServices(runs), createServices(runs, second)]
    for (const node of nodes) await node.schedules.set(scratch.database.unrestricted, monday)
    for (const time of ['2026-11-09T08:00:00Z', '2026-11-16T08:00:00Z', '2026-11-23T08:00:00Z']) {
      at = new Date(time)
      await Promise.all(nodes.map((node) => node.jobs.drain()))
      await Promise.all(nodes.map((node) => node.jobs.drain()))
    }
    expect(runs.map((job) => (job.payload as { scheduledFor: string }).scheduledFor)).toEqual([
      '2026-11-09T08:00:00.000Z',
      '2026-11-16T08:00:00.000Z',
      '2026-11-23T08:00:00.000Z',
    ])
    if (second !== scratch.database) await second.close()
  })

  it('does not run a time twice when the process ended after it had enqueued the work', async () => {
    const runs: Job[] = []
    const all = createServices(runs)
    await all.schedules.set(scratch.database.unrestricted, monday)
    await drainAt(all, '2026-11-09T08:00:00Z')
    // As a crash leaves it: the work was enqueued, the schedule still held by a lease that ran out.
    await sql`update job set state = 'running', lease = 'of/nobody', due_at = ${at} where kind = 'schedule'`.execute(
      scratch.database.unrestricted,
    )
    await drainAt(all, '2026-11-09T08:01:00Z')
    expect(runs).toHaveLength(1)
    await drainAt(all, '2026-11-16T08:00:00Z')
    expect(runs).toHaveLength(2)
  })

  it('keeps the time it waits for when it is set again as it is', async () => {
    const runs: Job[] = []
    const all = createServices(runs)
    await all.schedules.set(scratch.database.unrestricted, monday)
    // A restart after the time has come, before the work began.
    at = new Date('2026-11-09T08:00:30Z')
    await all.schedules.set(scratch.database.unrestricted, monday)
    await all.jobs.drain()
    expect(runs).toHaveLength(1)
  })

  it('follows a change at once, and is gone when it is removed', async () => {
    const runs: Job[] = []
    const all = createServices(runs)
    await all.schedules.set(scratch.database.unrestricted, monday)
    await all.schedules.set(scratch.database.unrestricted, { ...monday, times: { ...mondays, hour: 10 } })
    await drainAt(all, '2026-11-09T08:00:00Z')
    expect(runs).toHaveLength(0)
    await drainAt(all, '2026-11-09T09:00:00Z')
    expect(runs).toHaveLength(1)
    await all.schedules.remove(scratch.database.unrestricted, monday)
    await drainAt(all, '2026-11-30T09:00:00Z')
    expect(runs).toHaveLength(1)
  })

  it('runs at its next time although the clock was years ahead when it ran last', async () => {
    const runs: Job[] = []
    const all = createServices(runs)
    await all.schedules.set(scratch.database.unrestricted, monday)
    await drainAt(all, '2031-01-08T10:00:00Z')
    expect(runs).toHaveLength(1)
    at = new Date('2026-11-11T12:00:00Z')
    await all.schedules.correctTimes()
    await drainAt(all, '2026-11-16T07:59:59.999Z')
    expect(runs).toHaveLength(1)
    await drainAt(all, '2026-11-16T08:00:00Z')
    expect(runs).toMatchObject([{}, { payload: { scheduledFor: '2026-11-16T08:00:00.000Z' } }])
  })

  it('refuses times that there are not', async () => {
    const all = createServices([])
    const bad = { ...monday, times: { ...mondays, timeZone: 'Mars/Olympus' } }
    await expect(all.schedules.set(scratch.database.unrestricted, bad)).rejects.toThrow(/timeZone/)
  })
})
