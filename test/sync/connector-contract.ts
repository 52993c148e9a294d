import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Config } from '../../src/config.ts'
import type { AnyConnector } from '../../src/sync/connector.ts'
import { createFaultyConnector } from './faulty-connector.ts'
import { runUntilKilled } from './run-until-killed.ts'
import { createSyncApp, type SyncApp } from './sync-app.ts'

/** A real origin that a test fills. Texts are single sentences, different for each document. */
export interface OriginFixture {
  connector: AnyConnector
  settings: object
  config?: Partial<Config>
  write(name: string, text: string): Promise<void>
  rename(from: string, to: string): Promise<void>
  remove(name: string): Promise<void>
  /** Absent: the origin has no permissions. */
  setReaders?(name: string, emails: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** Tests a connector on a real origin with the engine: whatever happens, the store equals the origin afterwards. */
export function describeConnector(
  kind: string,
  createFixture: () => Promise<OriginFixture>,
  { kills = Number(process.env.SYNC_KILLS ?? 2) } = {},
): void {
  describe(`the connector ${kind}`, () => {
    let fixture: OriginFixture
    let faulty: ReturnType<typeof createFaultyConnector>
    let app: SyncApp
    const expected = new Map<string, string>()
    const write = async (name: string, text: string) => {
      expected.set(name, text)
      await fixture.write(name, text)
    }
    /** Each process starts later than the lease of a killed one ends. */
    let laterMs = 0
    const now = () => new Date(Date.now() + laterMs)
    const open = (database?: SyncApp['service']['settings']) =>
      createSyncApp({ connector: faulty.connector, settings: fixture.settings, config: fixture.config, database, now })
    /** The texts that are stored, and the ones at the origin. */
    const compare = async () => {
      const stored = (await app.documents()).map(({ content }) => content.replace(/<[^>]+>|^#.*$/gm, '').trim())
      expect(stored.toSorted()).toEqual([...expected.values()].toSorted())
    }

    beforeAll(async () => {
      fixture = await createFixture()
      faulty = createFaultyConnector(fixture.connector)
      for (let index = 1; index <= 6; index++) await write(`page-${index}.md`, `Page ${index} tells of door ${index}.`)
      app = await open()
    })
    afterAll(async () => {
      await app.close()
      await fixture.close()
    })

    test('a first run writes everything; a second one with nothing changed reads nothing', async () => {
      expect(await app.sync()).toMatchObject({ outcome: 'done', lastError: null })
      await compare()
      faulty.faults.reads = []
      expect(await app.sync()).toMatchObject({ outcome: 'done', counts: { added: 0, changed: 0, removed: 0 } })
      expect(faulty.faults.reads).toEqual([])
    })

    test('changes, new documents, renames and removals are followed', async () => {
      await write('page-1.md', 'Page 1 tells of a window now.')
      await write('new.md', 'The new page tells of the roof.')
      await fixture.rename('page-2.md', 'renamed.md')
      expected.set('renamed.md', expected.get('page-2.md')!)
      expected.delete('page-2.md')
      await fixture.remove('page-3.md')
      expected.delete('page-3.md')
      expect(await app.sync()).toMatchObject({ outcome: 'done', lastError: null })
      await compare()
    })

    test('an outage in the middle removes nothing, and the next run catches up', async () => {
      await fixture.remove('page-4.md')
      await write('page-5.md', 'Page 5 tells of a gate now.')
      const before = await app.documents()
      faulty.faults.failAfterItems = 0
      expect(await app.sync()).toMatchObject({ outcome: 'failed' })
      expect(await app.documents()).toHaveLength(before.length)
      faulty.faults.failAfterItems = Number.POSITIVE_INFINITY
      expected.delete('page-4.md')
      expect(await app.sync()).toMatchObject({ outcome: 'done', failures: 0 })
      await compare()
    })

    test('a change of permissions applies with the next run', async () => {
      if (!fixture.setReaders) return
      await fixture.setReaders('page-5.md', ['nobody@else.test'])
      await app.sync()
      const audiences = (await app.documents()).map(({ audienceId }) => audienceId)
      expect(new Set(audiences).size).toBe(2)
    })

    test('after kill -9 in the middle of a run, the next one completes it', async () => {
      for (let index = 0; index < kills; index++) {
        const { service } = app
        const { settings, database } = service
        await write(`killed-${index}-a.md`, `Killed ${index} a tells of a cellar.`)
        await write(`killed-${index}-b.md`, `Killed ${index} b tells of an attic.`)
        const isEmbedded = database.engine === 'pglite'
        await service.app.sync.runner.start(service.database.unrestricted, app.key)
        if (isEmbedded) for (const part of [service.server, service.app, database]) await part.close()
        const statements = 8 + ((index * 11) % 27)
        const signal = await runUntilKilled({ settings, config: fixture.config ?? {}, statements, laterMs })
        expect(signal).toBe('SIGKILL')
        laterMs += 3600_000
        app = await open(settings)
        expect(await app.find()).toMatchObject({ state: 'running' })
        await app.drain()
        expect(await app.find()).toMatchObject({ state: 'idle', outcome: 'done' })
        await compare()
      }
    })
  })
}
