import { folderBytes } from './folder-bytes.ts'
import { loadPackage, type Peer } from './peer.ts'
import { dimensions, isVisible, type VisibleShare } from './synthetic-dataset.ts'

interface Rows {
  where(condition: string): Rows
  select(columns: string[]): Rows
  limit(count: number): Rows
  distanceType(kind: string): Rows
  nprobes(count: number): Rows
  refineFactor(factor: number): Rows
  fullTextSearch(text: string): Rows
  rerank(reranker: object): Rows
  toArray(): Promise<{ n: number }[]>
}
interface Table {
  add(rows: object[]): Promise<unknown>
  createIndex(column: string, options: { config: object }): Promise<void>
  optimize(): Promise<unknown>
  query(): { nearestTo(vector: number[]): Rows }
}
interface LancePackage {
  connect(folder: string): Promise<{
    createTable(name: string, rows: object[]): Promise<Table>
    close(): void
  }>
  Index: { fts(): object; bitmap(): object; ivfPq(options: object): object }
  rerankers: { RRFReranker: { create(k?: number): Promise<object> } }
}

/**
 * LanceDB with its full-text and filter indexes. Its documentation recommends exact search up to some hundred thousand
 * vectors and an index beyond: both are measured.
 */
export async function openLanceDb(folder: string, { hasVectorIndex }: { hasVectorIndex: boolean }): Promise<Peer> {
  const { connect, Index, rerankers } = loadPackage<LancePackage>('@lancedb/lancedb')
  const connection = await connect(folder)
  const reranker = await rerankers.RRFReranker.create()
  let table: Table | undefined
  let count = 0
  /** Its documentation recommends a few percent of the partitions; with a filter, the same recall needs more. */
  const probed: Record<VisibleShare, number> = { '8 %': 20, '100 %': 20 }
  const partitions = () => Math.ceil(Math.sqrt(count))
  const open = () => {
    if (!table) throw new Error('Nothing was added yet')
    return table
  }
  const near = (vector: Float32Array, share: VisibleShare, limit: number) => {
    let rows = open().query().nearestTo(Array.from(vector)).distanceType('cosine')
    if (hasVectorIndex) rows = rows.nprobes(probed[share]).refineFactor(10)
    if (share === '8 %') rows = rows.where('few = true')
    return rows.limit(limit)
  }

  return {
    name: hasVectorIndex ? 'LanceDB, IVF-PQ' : 'LanceDB, exact',
    get setup() {
      const probes = `${probed['8 %']} and ${probed['100 %']} of ${partitions()} partitions read for 8 % and 100 %`
      return `full-text and bitmap index, ${hasVectorIndex ? `IVF-PQ with 10-fold refinement, ${probes}` : 'no vector index'}, its own RRF`
    },
    async add(items) {
      const rows = items.map(({ n, title, body, vector }) => ({
        ...{ n, few: isVisible('8 %', n), text: `${title} ${body}` },
        vector: Array.from(vector),
      }))
      count += rows.length
      if (table) await table.add(rows)
      else table = await connection.createTable('passages', rows)
    },
    async finish() {
      await open().optimize()
      await open().createIndex('text', { config: Index.fts() })
      await open().createIndex('few', { config: Index.bitmap() })
      if (hasVectorIndex) {
        const options = { numPartitions: partitions(), numSubVectors: dimensions / 16 }
        await open().createIndex('vector', { config: Index.ivfPq({ ...options, distanceType: 'cosine' }) })
      }
    },
    increaseEffort(share) {
      if (!hasVectorIndex || probed[share] >= partitions()) return false
      probed[share] = Math.min(partitions(), probed[share] * 2)
      return true
    },
    async nearest(vector, share, limit) {
      return (await near(vector, share, limit).select(['n', '_distance']).toArray()).map(({ n }) => Number(n))
    },
    async search({ text, vector }, share, limit) {
      const rows = near(vector, share, limit).fullTextSearch(text).rerank(reranker)
      return (await rows.toArray()).map(({ n }) => Number(n))
    },
    diskBytes: () => folderBytes(folder),
    async close() {
      connection.close()
    },
  }
}
