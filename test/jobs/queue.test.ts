import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '../../src/durations.ts'
import { exponentialBackoff } from '../../src/jobs/backoff.ts'
import { createJobQueue, type JobQueue } from '../../src/jobs/job-queue.ts'
import { maxLostLeases } from '../../src/jobs/job-runner.ts'
import type { Job } from '../../src/jobs/job-store.ts'
import { type Database, openDatabase } from '../../src/storage/database.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let scratch: TestDatabase
let database: Database
let at: Date

beforeAll(async () => {
  scratch = await createTestDatabase()
  database = scratch.database
})
afterAll(() => scratch.close())
beforeEach(async () => {
  at = new Date('2026-11-02T12:00:00Z')
  await sql`truncate job`.execute(database.unrestricted)
})

const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })

function createQueue(needs: Partial<Parameters<typeof createJobQueue>[0]> = {}): JobQueue {
  return createJobQueue({ database, now: () => at, random: () => 1, log, ...needs })
}

function advanceClock(ms: number): void {
  at = new Date(at.getTime() + ms)
}

/** A promise and the function that fulfils it. */
function createLatch(): { opened: Promise<void>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

async function readJobRows(): Promise<{ state: string; attempts: number; lease: string | null; due_at: Date }[]> {
  const found = await sql<{
    state: string
    attempts: number
    lease: string | null
    due_at: Date
  }>`select state, attempts, lease, due_at from job order by id`.execute(database.unrestricted)
  return found.rows
}

describe('after a clock that was years ahead', () => {
  async function startAfterwards(jobs: JobQueue): Promise<void> {
    at = new Date('2026-11-02T12:00:00Z')
    await jobs.start()
    await jobs.stop()
    await jobs.drain()
  }

  it.each([undefined, 'once'])('a job that was enqueued runs (unique key: %s)', async (uniqueKey) => {
    let runs = 0
    const jobs = createQueue()
    jobs.register('work', async () => {
      runs += 1
    })
    at = new Date('2031-01-01T12:00:00Z')
    await jobs.enqueue(database.unrestricted, { kind: 'work', payload: {}, ...(uniqueKey && { uniqueKey }) })
    await startAfterwards(jobs)
    expect(runs).toBe(1)
  })

  it('a job that failed is tried again', async () => {
    let runs = 0
    const jobs = createQueue()
    jobs.register('work', async () => {
      runs += 1
      if (runs === 1) throw new Error('not yet')
    })
    await jobs.enqueue(database.unrestricted, { kind: 'work', payload: {}, uniqueKey: 'once' })
    at = new Date('2031-01-01T12:00:00Z')
    await jobs.drain()
    await startAfterwards(jobs)
    expect(runs).toBe(2)
  })

  it('a job that is planned for later keeps its time', async () => {
    let runs = 0
    const jobs = createQueue()
    jobs.register('work', async () => {
      runs += 1
    })
    const dueAt = new Date('2026-12-02T12:00:00Z')
    await jobs.setDue(database.unrestricted, { kind: 'work', payload: {}, uniqueKey: 'monthly', dueAt })
    await startAfterwards(jobs)
    expect(runs).toBe(0)
    expect((await readJobRows())[0]?.due_at).toEqual(dueAt)
  })
})

describe('enqueuing', () => {
  it('a queue for one purpose leaves jobs of others to other nodes', async () => {
    const ran: string[] = []
    const createFor = (purpose: 'answering' | 'background') => {
      const jobs = createQueue({ purpose })
      jobs.register('answer', async () => void ran.push(`answer by ${purpose}`), { purpose: 'answering' })
      jobs.register('sync', async () => void ran.push(`sync by ${purpose}`))
      return jobs
    }
    const [api, worker] = [createFor('answering'), createFor('background')]
    for (const kind of ['sync', 'answer']) await api.enqueue(database.unrestricted, { kind, payload: {} })
    await api.drain()
    expect(ran).toEqual(['answer by answering'])
    await worker.drain()
    expect(ran).toEqual(['answer by answering', 'sync by background'])
  })

  it('a loop for chosen jobs runs those alone', async () => {
    const jobs = createQueue({ pollMs: 1 })
    const chosen = createLatch()
    const seen: Job[] = []
    jobs.register('sync', async (job) => {
      seen.push(job)
      if (seen.length === 2) chosen.open()
    })
    for (const organizationId of ['acme', 'other'])
      for (const uniqueKey of ['wiki', 'files', 'mail'])
        await jobs.enqueue(database.unrestricted, { organizationId, kind: 'sync', payload: { uniqueKey }, uniqueKey })
    await jobs.start({ only: { organizationId: 'acme', kind: 'sync', uniqueKeys: ['files', 'mail'] } })
    await chosen.opened
    await jobs.stop()
    expect(seen.map(({ organizationId, payload }) => [organizationId, payload])).toEqual([
      ['acme', { uniqueKey: 'files' }],
      ['acme', { uniqueKey: 'mail' }],
    ])
    expect((await readJobRows()).map(({ state }) => state)).toEqual([
      'waiting',
      'done',
      'done',
      'waiting',
      'waiting',
      'waiting',
    ])
  })

  it('hands the payload to the handler of its kind, and forgets the job', async () => {
    const jobs = createQueue()
    const seen: Job[] = []
    jobs.register('greet', async (job) => void seen.push(job))
    jobs.register('other', async () => expect.unreachable())
    await jobs.enqueue(database.unrestricted, {
      organizationId: 'acme',
      kind: 'greet',
      payload: { name: 'Ada' },
    })
    await jobs.drain()
    expect(seen).toMatchObject([{ organizationId: 'acme', kind: 'greet', payload: { name: 'Ada' }, failures: 0 }])
    expect(await readJobRows()).toEqual([])
  })

  it('is undone with the transaction it was part of', async () => {
    const jobs = createQueue()
    jobs.register('greet', async () => expect.unreachable())
    const failing = database.transaction(async (store) => {
      await jobs.enqueue(store, { kind: 'greet', payload: {} })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await readJobRows()).toEqual([])
  })

  it('does nothing for a key that is known, even after the job is done', async () => {
    const jobs = createQueue()
    let runs = 0
    jobs.register('greet', async () => {
      runs += 1
    })
    const job = { organizationId: 'acme', kind: 'greet', payload: {}, uniqueKey: 'monday' }
    expect(await jobs.enqueue(database.unrestricted, job)).toEqual({ isNew: true })
    expect(await jobs.enqueue(database.unrestricted, job)).toEqual({ isNew: false })
    await jobs.drain()
    expect(await jobs.enqueue(database.unrestricted, job)).toEqual({ isNew: false })
    expect(await jobs.enqueue(database.unrestricted, { ...job, organizationId: 'other' })).toEqual({
      isNew: true,
    })
    await jobs.drain()
    expect(runs).toBe(2)
  })

  it('waits for the time of a job', async () => {
    const jobs = createQueue()
    let runs = 0
    jobs.register('greet', async () => {
      runs += 1
    })
    await jobs.enqueue(database.unrestricted, {
      kind: 'greet',
      payload: {},
      dueAt: new Date(at.getTime() + 60_000),
    })
    await jobs.drain()
    expect(runs).toBe(0)
    advanceClock(60_000)
    await jobs.drain()
    expect(runs).toBe(1)
  })

  it('leaves jobs that nobody here handles to others', async () => {
    const jobs = createQueue()
    jobs.register('greet', async () => undefined)
    await jobs.enqueue(database.unrestricted, { kind: 'of-a-newer-version', payload: {} })
    await jobs.drain()
    expect(await readJobRows()).toMatchObject([{ state: 'waiting', attempts: 0 }])
  })

  it('goes with the organization', async () => {
    const jobs = createQueue()
    await sql`insert into organization (id, name) values ('gone', 'Gone')`.execute(database.unrestricted)
    await jobs.enqueue(database.unrestricted, { organizationId: 'gone', kind: 'greet', payload: {} })
    await jobs.enqueue(database.unrestricted, { kind: 'greet', payload: {} })
    await sql`delete from organization where id = 'gone'`.execute(database.unrestricted)
    expect(await readJobRows()).toHaveLength(1)
  })
})

describe('a job that fails', () => {
  it('is tried again after growing pauses, then dead, and starts over when an admin retries it', async () => {
    const jobs = createQueue()
    const failures: number[] = []
    const told: string[] = []
    let isBroken = true
    jobs.register(
      'greet',
      async (job) => {
        failures.push(job.failures)
        if (isBroken) throw new Error(`broken ${job.failures}`)
      },
      {
        backoff: exponentialBackoff({ attempts: 3, initialMs: 1000 }),
        onDead: async (_job, error) => void told.push(error),
      },
    )
    await jobs.enqueue(database.unrestricted, { organizationId: 'acme', kind: 'greet', payload: {} })
    await jobs.drain()
    advanceClock(999)
    await jobs.drain()
    expect(failures).toEqual([0])
    advanceClock(1)
    await jobs.drain()
    expect(failures).toEqual([0, 1])
    expect(await readJobRows()).toMatchObject([{ state: 'waiting', attempts: 2 }])
    advanceClock(2000)
    await jobs.drain()
    advanceClock(24 * 3600_000)
    await jobs.drain()
    expect(failures).toEqual([0, 1, 2])
    expect(told).toEqual(['broken 2'])

    const [dead] = await jobs.list('acme', { state: 'dead', limit: 10 })
    expect(dead).toMatchObject({ kind: 'greet', state: 'dead', failures: 3, lastError: 'broken 2' })
    expect(await jobs.list('other', { limit: 10 })).toEqual([])

    const { id } = dead as { id: number }
    await expect(jobs.retry('other', id)).rejects.toMatchObject({ code: 'not-found' })
    isBroken = false
    await expect(jobs.retry('acme', id)).resolves.toMatchObject({ state: 'waiting', failures: 0 })
    await expect(jobs.retry('acme', id)).rejects.toMatchObject({ code: 'conflict' })
    await jobs.drain()
    expect(failures).toEqual([0, 1, 2, 0])
    expect(await readJobRows()).toEqual([])
  })

  it('counts a handler that throws before its first await', async () => {
    const jobs = createQueue()
    jobs.register('greet', () => {
      throw new Error('at once')
    })
    await jobs.enqueue(database.unrestricted, { organizationId: 'acme', kind: 'greet', payload: {} })
    await jobs.drain()
    expect(await jobs.list('acme', { limit: 1 })).toMatchObject([
      { state: 'waiting', failures: 1, lastError: 'at once' },
    ])
  })

  it('is dead at once where the handler gives up', async () => {
    const jobs = createQueue()
    jobs.register('greet', async () => ({ giveUp: 'nobody there' }))
    await jobs.enqueue(database.unrestricted, { organizationId: 'acme', kind: 'greet', payload: {} })
    await jobs.drain()
    expect(await jobs.list('acme', { limit: 1 })).toMatchObject([
      { state: 'dead', failures: 1, lastError: 'nobody there' },
    ])
  })

  it('has failed when it takes too long, whether it listens or not', async () => {
    const jobs = createQueue()
    jobs.register('greet', () => new Promise(() => {}), { timeoutMs: 1 })
    await jobs.enqueue(database.unrestricted, { organizationId: 'acme', kind: 'greet', payload: {} })
    await jobs.drain()
    expect(await jobs.list('acme', { limit: 1 })).toMatchObject([
      { state: 'waiting', failures: 1, lastError: 'It took longer than 0.001 seconds.' },
    ])
  })

  it('does not hold up other kinds', async () => {
    const jobs = createQueue()
    const { opened, open } = createLatch()
    const done: string[] = []
    jobs.register('slow', () => opened.then(() => undefined), { concurrency: 1 })
    jobs.register('quick', async (job) => {
      done.push((job.payload as { name: string }).name)
      if (done.length === 2) open()
    })
    await jobs.enqueue(database.unrestricted, { kind: 'slow', payload: {} })
    await jobs.enqueue(database.unrestricted, { kind: 'slow', payload: {} })
    await jobs.enqueue(database.unrestricted, { kind: 'quick', payload: { name: 'a' } })
    await jobs.enqueue(database.unrestricted, { kind: 'quick', payload: { name: 'b' } })
    await jobs.drain()
    expect(done).toEqual(['a', 'b'])
  })
})

describe('a lease', () => {
  it('outlives a crash: another takes the job over when it has run out, and the first has no say any more', async () => {
    const crashed = createQueue()
    const { opened, open } = createLatch()
    const begun = createLatch()
    crashed.register('greet', async () => {
      begun.open()
      await opened
    })
    await crashed.enqueue(database.unrestricted, { kind: 'greet', payload: {}, uniqueKey: 'k' })
    const never = crashed.drain()
    await begun.opened

    const other = createQueue()
    let runs = 0
    other.register('greet', async () => {
      runs += 1
      // The first one comes back to life in the middle of it.
      open()
      await never
      expect(await readJobRows()).toMatchObject([{ state: 'running' }])
    })
    advanceClock(59_999)
    await other.drain()
    expect(runs).toBe(0)
    advanceClock(1)
    await other.drain()
    expect(runs).toBe(1)
    expect(await readJobRows()).toMatchObject([{ state: 'done', attempts: 0 }])
  })

  it('lasts as long as it is renewed, and tells the handler when it is lost', async () => {
    const jobs = createQueue()
    const begun = createLatch()
    let signal: AbortSignal | undefined
    jobs.register('greet', (_job, context) => {
      signal = context.signal
      begun.open()
      return new Promise(() => {})
    })
    await jobs.enqueue(database.unrestricted, { kind: 'greet', payload: {} })
    const drained = jobs.drain()
    await begun.opened
    advanceClock(50_000)
    await jobs.renewLeases()
    advanceClock(50_000)
    const other = createQueue()
    let runs = 0
    other.register('greet', async () => {
      runs += 1
    })
    await other.drain()
    expect(runs).toBe(0)
    expect(signal?.aborted).toBe(false)

    advanceClock(10_000)
    await other.drain()
    expect(runs).toBe(1)
    await jobs.renewLeases()
    expect(signal?.aborted).toBe(true)
    await drained
  })

  it('that another process left on the embedded database is taken back at the start', async () => {
    const crashed = createQueue({ processName: 'an-earlier-process' })
    const begun = createLatch()
    crashed.register('greet', () => {
      begun.open()
      return new Promise(() => {})
    })
    await crashed.enqueue(database.unrestricted, { kind: 'greet', payload: {} })
    void crashed.drain()
    await begun.opened

    const restarted = createQueue({ processName: 'this-process' })
    const done = createLatch()
    restarted.register('greet', async () => void done.open())
    await restarted.start()
    // On a server the other process may be alive: its lease has to run out.
    if (database.engine === 'postgres') {
      advanceClock(60_000)
      restarted.wake()
    }
    await done.opened
    await restarted.stop()
    expect(await readJobRows()).toEqual([])
  })

  it('lost again and again makes the job dead, so that it cannot take every process with it', async () => {
    const jobs = createQueue()
    let runs = 0
    const told: string[] = []
    jobs.register(
      'greet',
      async () => {
        runs += 1
      },
      {
        onDead: async (_job, error) => void told.push(error),
      },
    )
    await jobs.enqueue(database.unrestricted, { organizationId: 'acme', kind: 'greet', payload: {} })
    await sql`update job set state = 'running', lease = 'of/nobody', lost_leases = ${maxLostLeases}`.execute(
      database.unrestricted,
    )
    await jobs.drain()
    expect(runs).toBe(0)
    expect(told).toHaveLength(1)
    const [dead] = await jobs.list('acme', { state: 'dead', limit: 1 })
    expect(dead).toMatchObject({ failures: 0, lastError: expect.stringContaining('26 times') })
    await jobs.retry('acme', (dead as { id: number }).id)
    await jobs.drain()
    expect(runs).toBe(1)
  })
})

describe('several queues on one database', () => {
  it('run each job once', async () => {
    // Two nodes on a server have a pool each; the embedded database has one session for both.
    const second = database.engine === 'postgres' ? await openDatabase(scratch.settings) : database
    const runs = new Map<number, string[]>()
    const queues = [createQueue({ queueName: 'a' }), createQueue({ queueName: 'b', database: second })]
    for (const [index, jobs] of queues.entries()) {
      jobs.register('greet', async (job) => {
        const { number } = job.payload as { number: number }
        runs.set(number, [...(runs.get(number) ?? []), 'ab'[index] as string])
      })
    }
    await database.transaction(async (store) => {
      for (let number = 0; number < 400; number++)
        await queues[0]?.enqueue(store, { kind: 'greet', payload: { number } })
    })
    await Promise.all(queues.map((jobs) => jobs.drain()))
    expect(runs.size).toBe(400)
    expect([...runs.values()].every((list) => list.length === 1)).toBe(true)
    expect(new Set([...runs.values()].flat())).toEqual(new Set(['a', 'b']))
    expect(await readJobRows()).toEqual([])
    if (second !== database) await second.close()
  })
})

describe('the running queue', () => {
  it('begins a job as soon as its transaction is committed, without waiting for a poll', async () => {
    const jobs = createQueue({ pollMs: 3600_000 })
    const done = createLatch()
    jobs.register('greet', async () => {
      // A handler begun by an enqueue inside a transaction is not inside that transaction.
      await database.transaction(async () => {})
      done.open()
    })
    await jobs.start()
    await database.transaction(async (store) => {
      await jobs.enqueue(store, { kind: 'greet', payload: {} })
      await sql`select 1`.execute(store)
    })
    await done.opened
    await jobs.stop()
    expect(await readJobRows()).toEqual([])
  })

  it('works through more than fits in at once', async () => {
    const jobs = createQueue({ pollMs: 3600_000 })
    const done = createLatch()
    let runs = 0
    jobs.register(
      'greet',
      async () => {
        runs += 1
        if (runs === 50) done.open()
      },
      { concurrency: 3 },
    )
    await database.transaction(async (store) => {
      for (let count = 0; count < 50; count++) await jobs.enqueue(store, { kind: 'greet', payload: {} })
    })
    await jobs.start()
    await done.opened
    await jobs.stop()
    expect(runs).toBe(50)
    expect(await readJobRows()).toEqual([])
  })

  it('runs no more at once than it may, whatever it has claimed ahead', async () => {
    const jobs = createQueue()
    let running = 0
    let most = 0
    let runs = 0
    jobs.register(
      'greet',
      async () => {
        running += 1
        most = Math.max(most, running)
        await sql`select 1`.execute(database.unrestricted)
        running -= 1
        runs += 1
      },
      { concurrency: 3, prefetch: 20 },
    )
    for (let count = 0; count < 30; count++) await jobs.enqueue(database.unrestricted, { kind: 'greet', payload: {} })
    await jobs.drain()
    expect(most).toBe(3)
    expect(runs).toBe(30)
  })

  it('lets what runs end when it stops, gives back what it claimed ahead, and takes nothing more', async () => {
    const jobs = createQueue()
    const begun = createLatch()
    const { opened, open } = createLatch()
    let runs = 0
    jobs.register(
      'greet',
      async () => {
        runs += 1
        begun.open()
        await opened
      },
      { concurrency: 1 },
    )
    await jobs.enqueue(database.unrestricted, { kind: 'greet', payload: {} })
    await jobs.enqueue(database.unrestricted, { kind: 'greet', payload: {} })
    await jobs.start()
    await begun.opened
    const stopped = jobs.stop()
    open()
    await stopped
    expect(runs).toBe(1)
    expect(await readJobRows()).toMatchObject([{ state: 'waiting', attempts: 0, lease: null }])
  })

  it('gives back what does not end in time, without counting an attempt', async () => {
    const jobs = createQueue()
    const begun = createLatch()
    let signal: AbortSignal | undefined
    jobs.register('greet', (_job, context) => {
      signal = context.signal
      begun.open()
      return new Promise(() => {})
    })
    await jobs.enqueue(database.unrestricted, { kind: 'greet', payload: {} })
    await jobs.start()
    await begun.opened
    await jobs.stop({ graceMs: 0 })
    expect(signal?.aborted).toBe(true)
    expect(await readJobRows()).toMatchObject([{ state: 'waiting', attempts: 0, lease: null, due_at: at }])
  })
})

describe('deleteExpired', () => {
  it('deletes done jobs after 7 days, dead ones after 30, and no waiting one', async () => {
    const jobs = createQueue()
    jobs.register('greet', async () => undefined)
    jobs.register('fail', async () => ({ giveUp: 'no' }))
    await jobs.enqueue(database.unrestricted, { kind: 'greet', payload: {}, uniqueKey: 'old' })
    await jobs.enqueue(database.unrestricted, { kind: 'fail', payload: {} })
    await jobs.drain()
    await jobs.enqueue(database.unrestricted, { kind: 'later', payload: {} })
    const statesAfter = async (ms: number) => {
      advanceClock(ms)
      await jobs.deleteExpired(at)
      return (await readJobRows()).map((row) => row.state)
    }
    expect(await statesAfter(7 * dayMs)).toEqual(['done', 'dead', 'waiting'])
    expect(await statesAfter(1)).toEqual(['dead', 'waiting'])
    expect(await statesAfter(23 * dayMs - 1)).toEqual(['dead', 'waiting'])
    expect(await statesAfter(1)).toEqual(['waiting'])
  })
})
