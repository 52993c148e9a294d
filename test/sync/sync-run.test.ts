import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { UnreadableFileError } from '../../src/files/file-text.ts'
import { type AnyConnector, OriginError } from '../../src/sync/connector.ts'
import { createRunStore } from '../../src/sync/run-store.ts'
import { createFaultyConnector } from './faulty-connector.ts'
import { createMemoryOrigin, toItem } from './memory-origin.ts'
import { createSyncApp, type SyncApp } from './sync-app.ts'

let clock = new Date('2026-11-16T09:00:00Z')
let app: SyncApp
let memory: ReturnType<typeof createMemoryOrigin>
let faulty: ReturnType<typeof createFaultyConnector>
const contents = async () => (await app.documents()).map(({ content }) => content)
/** The connection, which has run once, runs again at half past nine and not before. */
const expectSecondRunAtHalfPast = async () => {
  clock = new Date('2026-11-16T09:29:59Z')
  await app.drain()
  expect(faulty.faults.connected).toBe(1)
  clock = new Date('2026-11-16T09:30:00Z')
  await app.drain()
  expect(faulty.faults.connected).toBe(2)
}
const letters = (...names: string[]) => {
  for (const name of names) memory.origin.set(name, `Text of ${name}.`)
}

beforeAll(async () => {
  const connector: AnyConnector = {
    ...createMemoryOrigin().connector,
    connect: (settings, deps) => faulty.connector.connect(settings, deps),
  }
  app = await createSyncApp({ connector, settings: { token: 't0ken' }, now: () => clock })
})
beforeEach(async () => {
  clock = new Date('2026-11-16T09:00:00Z')
  memory = createMemoryOrigin()
  faulty = createFaultyConnector(memory.connector)
  await app.reset()
})
afterAll(() => app.close())

test('a first run writes all items, the next one reads only what has changed', async () => {
  letters('a', 'b', 'c')
  expect((await app.sync()).counts).toEqual({ listed: 3, added: 3, changed: 0, removed: 0 })
  faulty.faults.reads = []
  expect((await app.sync()).counts).toEqual({ listed: 3, added: 0, changed: 0, removed: 0 })
  expect(faulty.faults.reads).toEqual([])
  memory.origin.set('b', 'Another text.')
  memory.origin.documents.delete('c')
  expect((await app.sync()).counts).toEqual({ listed: 2, added: 0, changed: 1, removed: 1 })
  expect(faulty.faults.reads).toEqual(['b'])
  expect(await contents()).toEqual(['Another text.', 'Text of a.'])
})

test('removals that the origin names are followed without a complete listing; absence alone is not a removal', async () => {
  letters('a', 'b', 'c')
  memory.origin.endCursor = 'first'
  await app.sync()
  memory.origin.changes = [
    { kind: 'removed', id: 'a' },
    toItem('d', { text: 'Text of d.' }),
    { kind: 'end', isComplete: false, cursor: 'second' },
  ]
  const { counts, cursor } = await app.sync()
  expect([counts, cursor]).toEqual([{ listed: 1, added: 1, changed: 0, removed: 1 }, 'second'])
  expect(memory.origin.cursors).toEqual([undefined, 'first'])
  expect(await contents()).toEqual(['Text of b.', 'Text of c.', 'Text of d.'])
})

test('an item that is unavailable is kept and reported; one of which nothing is stored is ignored', async () => {
  letters('a', 'b')
  await app.sync()
  memory.origin.changes = [
    { kind: 'unavailable', id: 'a', reason: 'refused' },
    { kind: 'unavailable', id: 'other', reason: 'refused', mayHideOthers: true },
    { kind: 'end', isComplete: true },
  ]
  expect(await app.sync()).toMatchObject({ outcome: 'done', counts: { listed: 1, removed: 1 }, heldRemovals: 0 })
  expect(await contents()).toEqual(['Text of a.'])
  expect(await app.problems()).toEqual([{ id: 'a', title: 'Title of a', reason: 'refused' }])
  memory.origin.changes = undefined
  faulty.faults.reads = []
  await app.sync()
  expect(faulty.faults.reads).toEqual(['a', 'b'])
  expect(await app.problems()).toEqual([])
})

test('while a stored item is unavailable that may lead to others, removals are on hold', async () => {
  letters('a', 'b', 'c')
  await app.sync()
  memory.origin.changes = [
    toItem('a', { text: 'Text of a.', version: 1 }),
    { kind: 'unavailable', id: 'b', reason: 'refused', mayHideOthers: true },
    { kind: 'end', isComplete: true },
  ]
  expect(await app.sync()).toMatchObject({ outcome: 'done', counts: { removed: 0 }, heldRemovals: 1 })
  expect(await app.sync({ allowsRemovals: true })).toMatchObject({ counts: { removed: 1 }, heldRemovals: 0 })
  expect(await contents()).toEqual(['Text of a.', 'Text of b.'])
})

test('of several changes of an item in one listing the last one counts', async () => {
  memory.origin.changes = [
    toItem('a', { text: 'First.', version: 1 }),
    { kind: 'removed', id: 'a' },
    toItem('a', { text: 'Last.', version: 2 }),
    toItem('b', { text: 'Gone.' }),
    { kind: 'removed', id: 'b' },
    { kind: 'end', isComplete: true },
  ]
  await app.sync()
  expect(await contents()).toEqual(['Last.'])
})

describe('an origin that fails in the middle', () => {
  test('removes nothing, says why, and is continued later', async () => {
    letters('a', 'b', 'c', 'd')
    await app.sync()
    memory.origin.documents.delete('a')
    letters('b', 'c', 'd', 'e')
    faulty.faults.failAfterItems = 2
    const failed = await app.sync()
    expect(failed).toMatchObject({
      ...{ state: 'waiting', outcome: 'failed', failures: 1 },
      lastError: 'The origin is not available. Try again later.',
    })
    expect(failed.nextRunAt!.getTime()).toBeGreaterThan(clock.getTime())
    expect(await contents()).toContain('Text of a.')
    faulty.faults.failAfterItems = Number.POSITIVE_INFINITY
    clock = failed.nextRunAt!
    await app.drain()
    expect(await app.find()).toMatchObject({ state: 'idle', outcome: 'done', failures: 0, lastError: null })
    expect(await contents()).toEqual(['b', 'c', 'd', 'e'].map((name) => `Text of ${name}.`))
  })

  test('has written what it listed before', async () => {
    letters('a', 'b', 'c', 'd')
    faulty.faults.failAfterItems = 2
    expect(await app.sync()).toMatchObject({ outcome: 'failed', counts: { listed: 2, added: 2, removed: 0 } })
    expect(await contents()).toEqual(['Text of a.', 'Text of b.'])
  })

  test('says why the listing failed if the items before fail too', async () => {
    letters('a', 'b')
    faulty.faults.failAfterItems = 1
    faulty.faults.onRead = async () => {
      throw new OriginError('The item cannot be read.')
    }
    expect((await app.sync()).lastError).toBe('The origin is not available. Try again later.')
    expect(faulty.faults.reads).toEqual(['a'])
  })

  test('is continued at the last checkpoint, and items before it are not taken for removed', async () => {
    letters('a', 'b', 'c', 'd', 'e')
    memory.origin.checkpointEvery = 2
    faulty.faults.failAfterItems = 3
    const { nextRunAt } = await app.sync()
    faulty.faults.failAfterItems = Number.POSITIVE_INFINITY
    clock = nextRunAt!
    await app.drain()
    expect(memory.origin.cursors).toEqual([undefined, 'after b'])
    expect(await app.find()).toMatchObject({ outcome: 'done', checkpoint: null, counts: { listed: 5, removed: 0 } })
    expect(await app.documents()).toHaveLength(5)
  })

  test('is not continued at a checkpoint of days ago', async () => {
    letters('a', 'b', 'c')
    memory.origin.checkpointEvery = 1
    faulty.faults.failAfterItems = 2
    await app.sync()
    faulty.faults.failAfterItems = Number.POSITIVE_INFINITY
    clock = new Date(clock.getTime() + 2 * 24 * 3600_000)
    await app.drain()
    expect(memory.origin.cursors).toEqual([undefined, undefined])
  })

  test('is not continued at a checkpoint of a time to come, from a clock that was ahead', async () => {
    letters('a', 'b', 'c')
    memory.origin.checkpointEvery = 1
    faulty.faults.failAfterItems = 2
    clock = new Date('2031-01-01T09:00:00Z')
    await app.sync()
    faulty.faults.failAfterItems = Number.POSITIVE_INFINITY
    clock = new Date('2026-11-16T09:00:00Z')
    await app.sync()
    expect(memory.origin.cursors).toEqual([undefined, undefined])
  })

  test('is waited for as long as it asks', async () => {
    letters('a')
    faulty.faults.onRead = async () => {
      throw new OriginError('Too many requests.', { retryAfterMs: 7_200_000 })
    }
    const { nextRunAt } = await app.sync()
    expect(nextRunAt!.getTime() - clock.getTime()).toBe(7_200_000)
  })

  test('is waited for no longer than a day', async () => {
    letters('a')
    faulty.faults.onRead = async () => {
      throw new OriginError('Too many requests.', { retryAfterMs: 1e12 })
    }
    expect((await app.sync()).nextRunAt).toEqual(new Date('2026-11-17T09:00:00Z'))
  })

  test('a listing without an end removes nothing', async () => {
    letters('a', 'b')
    await app.sync()
    memory.origin.changes = [toItem('a', { text: 'Text of a.', version: 1 })]
    expect(await app.sync()).toMatchObject({ outcome: 'failed' })
    expect(await app.documents()).toHaveLength(2)
  })
})

test('a listing that is not complete says why until the next one, and the run is done', async () => {
  letters('a', 'b')
  await app.sync()
  memory.origin.changes = [
    toItem('c', { text: 'Text of c.' }),
    { kind: 'end', isComplete: false, warning: 'The sitemap could not be read.' },
  ]
  expect(await app.sync()).toMatchObject({
    ...{ outcome: 'done', failures: 0, lastError: 'The sitemap could not be read.' },
    counts: { listed: 1, added: 1, removed: 0 },
  })
  expect(await contents()).toHaveLength(3)
  memory.origin.changes = undefined
  expect(await app.sync()).toMatchObject({ outcome: 'done', lastError: null, counts: { removed: 1 } })
})

test('a cursor that leaves nothing out is kept while an item is unread or removals are on hold', async () => {
  const end = { kind: 'end', isComplete: true, cursor: 'had a sitemap', cursorListsEverything: true } as const
  const unavailable = { text: '', content: { type: 'unavailable', reason: 'removed while it was read' } } as const
  memory.origin.changes = [toItem('a', unavailable), end]
  expect(await app.sync()).toMatchObject({ outcome: 'done', cursor: 'had a sitemap' })
  memory.origin.changes = [end]
  expect(await app.sync()).toMatchObject({ outcome: 'done', cursor: 'had a sitemap', heldRemovals: 1 })
})

describe('an origin that suddenly lists nothing', () => {
  beforeEach(async () => {
    letters('a', 'b')
    memory.origin.endCursor = 'cursor'
    await app.sync()
    memory.origin.documents.clear()
  })

  test('keeps its items until an admin confirms', async () => {
    expect(await app.sync()).toMatchObject({ outcome: 'done', heldRemovals: 2, cursor: null })
    expect(await app.documents()).toHaveLength(2)
    expect(await app.sync({ allowsRemovals: true })).toMatchObject({ heldRemovals: 0, counts: { removed: 2 } })
    expect(await app.documents()).toEqual([])
  })

  test('a confirmation counts for one run only', async () => {
    await app.sync({ allowsRemovals: true })
    letters('c')
    await app.sync()
    memory.origin.documents.clear()
    expect(await app.sync()).toMatchObject({ heldRemovals: 1 })
  })

  test('keeps more than half of a large origin, too', async () => {
    letters(...Array.from({ length: 210 }, (_, index) => `item-${1000 + index}`))
    await app.sync()
    for (let index = 0; index < 150; index++) memory.origin.documents.delete(`item-${1000 + index}`)
    expect(await app.sync()).toMatchObject({ heldRemovals: 150 })
  })
})

describe('items that cannot be stored', () => {
  test('are named with the reason; the others are written, and an earlier text is removed', async () => {
    letters('a', 'b', 'c', 'd')
    await app.sync()
    memory.origin.set('a', { text: '', content: { type: 'skipped', reason: 'larger than 64 MB' } })
    memory.origin.set('b', { text: '', content: { type: 'file', name: 'b.bin', bytes: Uint8Array.of(0, 1, 2, 255) } })
    memory.origin.set('c', { text: 'x', url: 'javascript:alert(1)' })
    await app.sync()
    expect(await contents()).toEqual(['Text of d.'])
    expect(await app.problems()).toEqual([
      { id: 'a', title: 'Title of a', reason: 'larger than 64 MB' },
      { id: 'b', title: 'Title of b', reason: new UnreadableFileError('unsupported').message },
      { id: 'c', title: 'Title of c', reason: 'url must not be an address that runs code' },
    ])
    faulty.faults.reads = []
    await app.sync()
    expect(faulty.faults.reads).toEqual([])
    letters('a', 'b', 'c')
    await app.sync()
    expect(await app.problems()).toEqual([])
    expect(await app.documents()).toHaveLength(4)
  })

  test('an item that cannot be read now keeps its text, and is read again by a complete listing', async () => {
    letters('a', 'b')
    memory.origin.endCursor = 'cursor'
    await app.sync()
    const unavailable = { text: '', content: { type: 'unavailable', reason: 'removed while it was read' } } as const
    for (const name of ['a', 'new']) memory.origin.set(name, unavailable)
    expect(await app.sync()).toMatchObject({ outcome: 'done', cursor: null })
    expect(await contents()).toEqual(['Text of a.', 'Text of b.'])
    expect((await app.problems()).map(({ id, reason }) => [id, reason])).toEqual([
      ['a', 'removed while it was read'],
      ['new', 'removed while it was read'],
    ])
    const { version } = memory.origin.documents.get('a')!
    memory.origin.documents.set('a', { text: 'Text of a, back.', version })
    memory.origin.documents.delete('new')
    expect(await app.sync()).toMatchObject({ outcome: 'done', cursor: 'cursor' })
    expect(await contents()).toEqual(['Text of a, back.', 'Text of b.'])
    expect(await app.problems()).toEqual([])
  })

  test('texts that the database cannot store are cleaned', async () => {
    memory.origin.set('nul', 'One\u0000 word and half a pair \ud800.')
    await app.sync()
    expect(await contents()).toEqual(['One word and half a pair \ufffd.'])
  })
})

test('paths and long ids become ids that the API accepts, different ones for different paths', async () => {
  letters('Äpfel/a b.md', 'Äpfel/a-b.md', 'plain-id')
  memory.origin.set(`${'x/'.repeat(700)}y`, { text: 'Deep.', url: 'https://origin.test/deep' })
  await app.sync()
  const ids = (await app.documents()).map(({ id }) => id)
  expect(new Set(ids).size).toBe(4)
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{1,256}$/)
  expect(ids).toContain('plain-id')
  memory.origin.documents.delete('Äpfel/a b.md')
  await app.sync()
  expect(await app.documents()).toHaveLength(3)
})

test('a run can be cancelled; what is written stays, and nothing is removed', async () => {
  letters('a', 'b')
  await app.sync()
  memory.origin.documents.delete('a')
  letters('c')
  faulty.faults.onRead = async () => {
    await app.service.app.sync.runner.cancel(await app.find())
  }
  expect(await app.sync()).toMatchObject({ state: 'idle', outcome: 'cancelled', failures: 0, nextRunAt: null })
  expect(await app.documents()).toHaveLength(3)
})

test('a connection runs once at a time', async () => {
  letters('a')
  faulty.faults.onRead = async () => {
    await app.service.app.sync.runner.start(app.service.database.unrestricted, app.key)
  }
  await app.sync()
  expect(faulty.faults.connected).toBe(1)
})

test('a run that stood still while another took its place removes nothing that the other one has seen', async () => {
  const runs = createRunStore({ database: app.service.database, now: () => clock })
  const begin = async (id: string) => (await runs.begin(app.key, id))!.attempt
  const items = ['a', 'b', 'c'].map((id) => ({ id, version: '1', title: id, problem: undefined }))
  const ids = items.map(({ id }) => id)
  const frozen = await begin('frozen')
  await runs.registerItems(frozen, ids)
  for (const item of items) await runs.saveItem(frozen, item)
  const other = await begin('other')
  await runs.markSeen(other, items)
  expect(await runs.countItems(frozen)).toEqual({ total: 3, unseen: 0 })
  expect(await runs.listUnseen(frozen, 10)).toEqual([])
  await runs.markSeen(frozen, items.slice(0, 1))
  await runs.keepItems(frozen, [{ id: 'b', problem: 'refused' }])
  await runs.registerItems(frozen, ['c'])
  expect(await runs.listUnseen(other, 10)).toEqual([])
  const next = await begin('next')
  expect((await runs.listUnseen(next, 10)).sort()).toEqual(ids)
})

test('a connection with a schedule runs again at its time', async () => {
  letters('a')
  const { sync } = app.service.app
  const save = {
    ...(await app.find()),
    everyMinutes: 30,
    nextRunAt: null,
    encryptedSecrets: undefined,
    restarts: false,
  }
  await sync.connections.save(app.service.database.unrestricted, save)
  expect((await app.sync()).nextRunAt).toEqual(new Date('2026-11-16T09:30:00Z'))
  await expectSecondRunAtHalfPast()
  // Secrets survive a change that does not name them, and reach the connector only.
  expect(memory.origin.settings).toEqual([{ token: 't0ken' }, { token: 't0ken' }])
  expect((await app.find()).settings).toEqual({})
})

describe('a change of the settings during a run', () => {
  const changeSettings = () =>
    app.service.app.connectionAdmin.change(app.key, { settings: { label: 'other', token: 'other' } })

  test.each([
    ['goes on', undefined],
    ['fails', new OriginError('The origin is gone.', { retryAfterMs: 7_200_000 })],
  ])('starts another one from nothing at once if the old one %s', async (_what, failure) => {
    letters('a', 'b')
    memory.origin.checkpointEvery = 1
    memory.origin.endCursor = 'cursor'
    memory.origin.onEnd = async () => {
      memory.origin.onEnd = async () => {}
      await changeSettings()
      if (failure) throw failure
    }
    expect(await app.sync()).toMatchObject({
      ...{ state: 'idle', outcome: 'done', lastError: null, failures: 0, cursor: 'cursor' },
      counts: { listed: 2, added: 0 },
    })
    expect(memory.origin.settings).toEqual([{ token: 't0ken' }, { label: 'other', token: 'other' }])
    expect(memory.origin.cursors).toEqual([undefined, undefined])
  })

  test('starts none if it is cancelled before', async () => {
    letters('a')
    memory.origin.onEnd = async () => {
      await changeSettings()
      await app.service.app.sync.runner.cancel(await app.find())
    }
    expect(await app.sync()).toMatchObject({ state: 'idle', nextRunAt: null, cursor: null })
    expect(faulty.faults.connected).toBe(1)
  })
})

describe('a change of the schedule', () => {
  const change = (fields: { name?: string; everyMinutes?: number | null }) =>
    app.service.app.connectionAdmin.change(app.key, fields)

  test('to none during a run ends the schedule with that run', async () => {
    letters('a')
    await change({ everyMinutes: 30 })
    faulty.faults.onRead = async () => {
      await change({ everyMinutes: null })
    }
    expect(await app.sync()).toMatchObject({ state: 'idle', outcome: 'done', everyMinutes: null, nextRunAt: null })
    clock = new Date('2026-11-16T10:00:00Z')
    await app.drain()
    expect(faulty.faults.connected).toBe(1)
  })

  test('to none ends the further attempts of a failed run', async () => {
    letters('a')
    await change({ everyMinutes: 30 })
    faulty.faults.failAfterItems = 0
    expect(await app.sync()).toMatchObject({ state: 'waiting', outcome: 'failed' })
    expect(await change({ everyMinutes: null })).toMatchObject({ state: 'idle', outcome: 'failed', nextRunAt: null })
    clock = new Date('2026-11-17T09:00:00Z')
    await app.drain()
    expect(faulty.faults.connected).toBe(1)
  })

  test('to another interval leaves a failed run its next attempt', async () => {
    letters('a')
    await change({ everyMinutes: 30 })
    faulty.faults.failAfterItems = 0
    const { nextRunAt } = await app.sync()
    expect(await change({ everyMinutes: 1440 })).toMatchObject({
      state: 'waiting',
      nextRunAt: nextRunAt?.toISOString(),
    })
  })

  test('is not made by another name', async () => {
    letters('a')
    await change({ everyMinutes: 30 })
    await app.sync()
    clock = new Date('2026-11-16T09:10:00Z')
    expect(await change({ name: 'Renamed' })).toMatchObject({ nextRunAt: '2026-11-16T09:30:00.000Z' })
  })
})

describe('after a clock that was years ahead', () => {
  const ahead = () => {
    clock = new Date('2031-01-01T09:00:00Z')
  }
  const correct = async () => {
    clock = new Date('2026-11-16T09:00:00Z')
    await app.service.app.sync.runner.correctTimes()
    return app.find()
  }
  const schedule = () => app.service.app.connectionAdmin.change(app.key, { everyMinutes: 30 })

  test('a connection runs at its next time', async () => {
    ahead()
    await schedule()
    await app.sync()
    expect(await correct()).toMatchObject({ state: 'idle', nextRunAt: new Date('2026-11-16T09:30:00Z') })
    await expectSecondRunAtHalfPast()
  })

  test('a failed run is tried again within a day', async () => {
    letters('a')
    faulty.faults.failAfterItems = 0
    ahead()
    await app.sync()
    expect(await correct()).toMatchObject({ state: 'waiting', nextRunAt: new Date('2026-11-17T09:00:00Z') })
    clock = new Date('2026-11-17T09:00:00Z')
    await app.drain()
    expect(faulty.faults.connected).toBe(2)
  })

  test('a run that was asked for begins at once', async () => {
    ahead()
    await app.service.app.sync.runner.start(app.service.database.unrestricted, app.key)
    await correct()
    await app.drain()
    expect(faulty.faults.connected).toBe(1)
  })

  test('a time that can be right stays', async () => {
    await schedule()
    clock = new Date('2026-11-16T08:50:00Z')
    await app.sync()
    expect((await correct()).nextRunAt).toEqual(new Date('2026-11-16T09:20:00Z'))
  })
})

test('a run whose data source is deleted ends, and is no error of the service', async () => {
  letters('a', 'b')
  const { app: parts, dataSource } = app.service
  memory.origin.onEnd = () => parts.dataSources.remove('acme', 'origin')
  const logged = vi.spyOn(parts.log, 'error')
  await app.sync()
  expect(await app.find()).toBeUndefined()
  expect(await contents()).toEqual([])
  expect(logged).not.toHaveBeenCalled()
  // For the next test, which removes it.
  await dataSource('acme', 'origin')
})
