import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../support/test-app.ts'
import { missingPrograms, type Origin, type OriginKind } from './origins/origin.ts'
import { organizationId, rootId } from './sync-app.ts'
import { openSyncedOrigin, type SyncedOrigin } from './synced-origin.ts'

/** Tests a connector on a real origin with the engine: whatever happens, the store equals the origin afterwards. */
export function describeConnector(kind: OriginKind, { kills = Number(process.env.SYNC_KILLS ?? 1) } = {}): void {
  const missing = missingPrograms(kind)
  describe.skipIf(missing.length > 0)(`the connector ${kind.name}${needs(missing)}`, () => {
    let origin: Origin
    let synced: SyncedOrigin
    let ada: Person
    let ben: Person
    const compare = async () => expect(await synced.stored()).toEqual(synced.expected())
    const done = { outcome: 'done', lastError: null, failures: 0 }

    beforeAll(async () => {
      origin = await kind.create()
      synced = await openSyncedOrigin(origin)
      const { service } = synced.app
      ada = await service.person(organizationId, 'ada')
      ben = await service.person(organizationId, 'ben')
      await service.dataSource(organizationId, rootId, ['user:ada@acme.test'])
      await synced.write(
        Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`Page-${n}`, `Page ${n} tells of door ${n}.`])),
      )
    })
    afterAll(async () => {
      await synced?.close()
      await origin?.close()
    })

    test('a first run writes everything; a second one with nothing changed reads nothing', async () => {
      expect(await synced.app.sync()).toMatchObject(done)
      await compare()
      synced.faults.reads = []
      expect(await synced.app.sync()).toMatchObject({ ...done, counts: { added: 0, changed: 0, removed: 0 } })
      expect(synced.faults.reads).toEqual([])
      await compare()
    })

    test('changes, new documents, renames and removals are followed', async () => {
      await synced.write({ 'Page-1': 'Page 1 tells of a window now.', New: 'The new page tells of the roof.' })
      await synced.rename('Page-2', 'Renamed')
      await synced.remove('Page-3')
      expect(await synced.app.sync()).toMatchObject(done)
      await compare()
    })

    test('an origin that is down removes nothing and is explained; the next run catches up', async () => {
      await synced.remove('Page-4')
      await synced.write({ 'Page-5': 'Page 5 tells of a gate now.' })
      const before = await synced.app.documents()
      await origin.break()
      await expectFailure()
      expect(await synced.app.documents()).toEqual(before)
      await origin.restore()
      expect(await synced.app.sync()).toMatchObject(done)
      await compare()
    })

    test('an origin that goes down in the middle of a run loses nothing', async () => {
      await synced.write({ 'Page-6': 'Page 6 tells of a bridge now.', Later: 'The later page tells of the garden.' })
      const before = await synced.app.documents()
      let isBroken = false
      synced.faults.onRead = async () => {
        if (isBroken) return
        isBroken = true
        await origin.break()
      }
      const { lastError } = await synced.app.sync()
      expect(isBroken).toBe(true)
      expect(lastError ?? '').not.toContain('unexpected error')
      expect((await synced.app.documents()).length).toBeGreaterThanOrEqual(before.length)
      synced.faults.onRead = async () => {}
      await origin.restore()
      expect(await synced.app.sync()).toMatchObject(done)
      await compare()
    })

    test('access that is taken away removes nothing and is explained', async () => {
      const before = await synced.app.documents()
      await origin.deny()
      await expectFailure()
      expect(await synced.app.documents()).toEqual(before)
      await origin.restore()
      expect(await synced.app.sync()).toMatchObject(done)
      await compare()
    })

    test('after kill -9 in the middle of a run, the next one completes it', async () => {
      for (let index = 0; index < kills; index++) {
        const names = Array.from({ length: 5 }, (_, item) => `Killed-${index}-${item}`)
        await synced.write(Object.fromEntries(names.map((name) => [name, `${name} tells of a cellar.`])))
        await synced.rename(`Killed-${index}-0`, `Moved-${index}`)
        expect(await synced.syncKilled(6 + ((index * 17 + kind.name.length * 5) % 45))).toBe('SIGKILL')
        expect(await synced.app.find()).toMatchObject({ ...done, state: 'idle' })
        await compare()
      }
    })

    test('readers of the data source can see the items, other people nothing of them', async () => {
      const { service } = synced.app
      const list = (person: Person) => service.call(person.key, 'GET', `/v1/ask/index?rootId=${rootId}&hitsPerPage=100`)
      const search = (person: Person) =>
        service.call(person.key, 'POST', '/v1/search', { query: 'page tells of window' })
      expect((await list(ada)).body.hits).toHaveLength(synced.expected().length)
      expect((await list(ben)).status).toBe(404)
      expect((await search(ada)).text).toContain('window')
      expect((await search(ben)).text).not.toContain('window')
      expect(new Set((await synced.app.documents()).map(({ audienceId }) => audienceId)).size).toBe(1)
    })

    async function expectFailure(): Promise<void> {
      const { outcome, lastError } = await synced.app.sync()
      expect(outcome).toBe('failed')
      expect(lastError).not.toContain('unexpected error')
    }
  })
}

function needs(missing: readonly string[]): string {
  return missing.length > 0 ? ` (not installed: ${missing.join(', ')})` : ''
}
