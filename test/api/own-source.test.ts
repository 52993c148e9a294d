import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OwnRecord, type OwnSystem, removeMissing, sendChanges } from '../../sdk/examples/own-source.ts'
import { type Client, createClient } from '../../sdk/src/index.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let service: TestServer
let client: Client

beforeAll(async () => {
  service = await startTestServer()
  await service.organization('acme')
  const ada = await service.person('acme', 'ada', { role: 'admin' })
  await service.dataSource('acme', 'wiki')
  client = createClient({ url: service.url, credential: ada.key })
})
afterAll(() => service?.close())

function record(id: string, markdown: string, isDeleted = false): OwnRecord {
  const changedAt = new Date('2026-11-01T09:00:00Z')
  return { id, isDeleted, title: id, markdown, changedAt, url: `https://wiki.test/${id}` }
}

it('the example sends changes, follows deletions and removes what is missing', async () => {
  const changes = [record('a', 'One.'), record('b', 'Two.'), record('a', 'Three.'), record('b', '', true)]
  let ids = ['a']
  let sent = 0
  const system: OwnSystem = {
    async *listChanges(cursor) {
      for (const [index, change] of changes.entries()) {
        if (index < Number(cursor ?? 0)) continue
        sent++
        yield { cursor: String(index + 1), record: change }
      }
    },
    listIds: async () => ids,
  }
  let stored: string | undefined
  const cursors = {
    read: async () => stored,
    write: async (cursor: string) => {
      stored = cursor
    },
  }
  const list = async () => (await client.listContent({ rootId: 'wiki' })).hits.map(({ id }) => id)

  await sendChanges(client, 'wiki', system, cursors)
  expect(await list()).toEqual(['a'])
  expect((await client.readContent({ id: 'a' })).content).toBe('Three.')

  await sendChanges(client, 'wiki', system, cursors)
  expect(sent).toBe(4)

  ids = []
  await removeMissing(client, 'wiki', system)
  expect(await list()).toEqual([])
})
