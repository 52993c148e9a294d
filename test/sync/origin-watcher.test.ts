import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyConnector, WatchDeps } from '../../src/sync/connector.ts'
import { folderConnector } from '../../src/sync/connectors/folder/folder-connector.ts'
import { createOriginWatcher } from '../../src/sync/origin-watcher.ts'
import { createFaultyConnector } from './faulty-connector.ts'
import { createSyncApp, type SyncApp } from './sync-app.ts'

/** A promise and the function that fulfils it. */
function createLatch<T = void>() {
  let open: (value: T) => void = () => {}
  const opened = new Promise<T>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

describe('a watched connection', () => {
  let folder: string
  let app: SyncApp
  const faulty = createFaultyConnector(folderConnector)
  const schedule = (everyMinutes: number | null) => app.service.app.connectionAdmin.change(app.key, { everyMinutes })
  const createWatcher = (delay: (ms: number, signal: AbortSignal) => Promise<void>) => {
    const { sync, now } = app.service.app
    const deps = { ...sync, database: app.service.database, allowedFolders: [folder], log: pino({ level: 'silent' }) }
    return createOriginWatcher({ ...deps, now, delay })
  }
  /** Waits as long as it takes until the watcher is closed. */
  const untilAborted = (signal: AbortSignal) =>
    new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'lorewell-watch-')))
    app = await createSyncApp({
      connector: faulty.connector,
      settings: { path: folder },
      config: { syncFolders: [folder] },
    })
    await writeFile(join(folder, 'a.md'), 'Text of a.')
    await app.sync()
    await schedule(60)
  })
  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })

  test('is read soon after a change, through the job queue', async () => {
    const read = createLatch<string>()
    faulty.faults.onRead = async (id) => read.open(id)
    let pauses = 0
    const watcher = createWatcher(async (_ms, signal) => {
      pauses += 1
      if (pauses > 1) await untilAborted(signal)
    })
    await watcher.start()
    await app.service.app.jobs.start()
    await writeFile(join(folder, 'b.md'), 'Text of b.')
    expect(await read.opened).toBe('b.md')
    await watcher.close()
    await app.service.app.jobs.stop()
  })

  test('is read once more if it changes while a run is going on', async () => {
    const { sync } = app.service.app
    const store = app.service.database.unrestricted
    const waitedFor = createLatch()
    const started = createLatch()
    let pauses = 0
    const watcher = createOriginWatcher({
      ...{ ...sync, database: app.service.database, allowedFolders: [folder], log: pino({ level: 'silent' }) },
      now: app.service.app.now,
      runner: { start: async () => started.open() },
      async delay(_ms, signal) {
        pauses += 1
        // The first one lets changes settle; the second one waits for the run to end.
        if (pauses === 2) {
          waitedFor.open()
          await sync.connections.update(store, app.key, { state: 'idle' })
        }
        if (pauses > 2) await untilAborted(signal)
      },
    })
    await sync.connections.update(store, app.key, { state: 'running' })
    await watcher.start()
    await writeFile(join(folder, 'c.md'), 'Text of c.')
    await waitedFor.opened
    await started.opened
    expect(pauses).toBeGreaterThanOrEqual(2)
    await watcher.close()
  })
})

describe('the watches of a service', () => {
  const opened: { settings: object; deps: WatchDeps }[] = []
  let closed = 0
  let isWatchable = true
  const connector: AnyConnector = {
    ...folderConnector,
    async watch(settings, deps) {
      if (!isWatchable) throw new Error('no more watches')
      opened.push({ settings, deps })
      return {
        async refresh() {},
        close() {
          closed += 1
        },
      }
    },
  }

  test('follow its connections: only those with a schedule, with other settings anew, none after the end', async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'lorewell-watch-')))
    let clock = new Date('2026-11-16T09:00:00Z')
    const app = await createSyncApp({
      ...{ connector, settings: { path: folder }, config: { syncFolders: [folder] }, now: () => clock },
    })
    const { connectionAdmin, sync, startJobs } = app.service.app
    await startJobs()
    expect(opened).toEqual([])
    await connectionAdmin.change(app.key, { everyMinutes: 60 })
    await sync.watcher.refresh()
    expect(opened.map(({ settings }) => settings)).toEqual([{ path: folder }])
    await connectionAdmin.change(app.key, { settings: { path: folder, files: '*.md' } })
    await sync.watcher.refresh()
    expect(opened.map(({ settings }) => settings)).toEqual([{ path: folder }, { path: folder, files: '*.md' }])
    isWatchable = false
    opened.at(-1)!.deps.onError(new Error('lost'))
    await sync.watcher.refresh()
    expect(opened).toHaveLength(2)
    isWatchable = true
    clock = new Date('2026-11-16T09:11:00Z')
    await sync.watcher.refresh()
    expect(opened).toHaveLength(3)
    await connectionAdmin.remove(app.key)
    await sync.watcher.refresh()
    await app.close()
    expect(closed).toBe(3)
    await rm(folder, { recursive: true })
  })
})
