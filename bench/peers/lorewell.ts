import { Agent } from 'node:http'
import { sql } from 'kysely'
import type { Caller } from '../../src/access/caller.ts'
import type { Embedder } from '../../src/models/embedder.ts'
import { optimizeDatabase } from '../../src/storage/optimize-database.ts'
import { createTestApp } from '../../test/support/test-app.ts'
import { post } from '../http-load.ts'
import { createSyntheticStore } from '../synthetic-store.ts'
import { folderBytes } from './folder-bytes.ts'
import type { Peer } from './peer.ts'
import { dimensions, type VisibleShare } from './synthetic-dataset.ts'

/**
 * Lorewell. `search` is what users call: POST /v1/search over HTTP, including authentication, permissions and passage
 * loading, with the same vectors as the other peers. `nearest` calls its vector index directly.
 */
export async function openLorewell(): Promise<Peer> {
  const known = new Map<string, Float32Array>()
  const embedder: Embedder = {
    name: 'given',
    dimensions,
    embed: async (texts) => texts.map((text) => known.get(text) ?? new Float32Array(dimensions).fill(0.05)),
    close: async () => {},
  }
  const service = await createTestApp({ embedder })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const url = await service.baseUrl()
  const store = await createSyntheticStore(service, embedder.name)
  const readers: Record<VisibleShare, string> = { '8 %': store.few, '100 %': store.all }
  const callers: Record<VisibleShare, Caller> = {
    '8 %': await service.caller({ key: store.few }),
    '100 %': await service.caller({ key: store.all }),
  }
  const numbers = new Map<number, number>()

  return {
    name: 'Lorewell',
    setup:
      'embedded store, POST /v1/search over HTTP with permissions; nearest in its in-memory index; ingest without parsing',
    add: (items) => store.add(items),
    async finish() {
      await optimizeDatabase(service.database)
      const { rows } = await sql<{ key: number; n: number }>`
        select c.key, substr(d.id, 6)::int as n from chunk c
        join document d on d.org_id = c.org_id and d.key = c.document_key`.execute(service.database.unrestricted)
      for (const { key, n } of rows) numbers.set(key, n)
      await service.app.inMemoryIndexes.load()
    },
    async nearest(vector, share, limit) {
      const index = await service.app.inMemoryIndexes.vector?.current()
      if (!index) throw new Error('The vectors are not in memory')
      const { hits } = await index.nearest(callers[share], { vector, documentKeys: undefined, limit })
      return hits.map(({ chunkKey }) => numbers.get(chunkKey) ?? -1)
    },
    async search({ text, vector }, share, limit) {
      known.set(text, vector)
      const headers = { authorization: `Bearer ${readers[share]}` }
      const answer = await post(`${url}/v1/search`, agent, headers, { query: text, limit })
      const { hits } = JSON.parse(answer) as { hits: { id: string }[] }
      return hits.map(({ id }) => Number(id.slice(5)))
    },
    diskBytes: () => folderBytes(service.settings.dataDir),
    async close() {
      agent.destroy()
      await service.close()
    },
  }
}
