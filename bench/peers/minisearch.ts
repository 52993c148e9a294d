import { fuseByReciprocalRank, loadPackage, type Peer } from './peer.ts'
import { type DatasetItem, dimensions, dot, isVisible, type VisibleShare } from './synthetic-dataset.ts'

type MiniSearchClass = new (
  options: object,
) => {
  addAll(documents: object[]): void
  search(text: string, options: object): { id: number }[]
}

/** MiniSearch for words and a linear scan over one Float32Array for vectors. */
export async function openMiniSearch(): Promise<Peer> {
  const MiniSearch = loadPackage<MiniSearchClass>('minisearch')
  const index = new MiniSearch({ fields: ['title', 'body'], idField: 'n', storeFields: [] })
  let vectors = new Float32Array(0)
  let count = 0

  const nearest = async (vector: Float32Array, share: VisibleShare, limit: number) => {
    const scored: { n: number; score: number }[] = []
    for (let n = 0; n < count; n++) {
      if (isVisible(share, n)) scored.push({ n, score: dot(vectors, n * dimensions, vector) })
    }
    scored.sort((a, b) => b.score - a.score)
    return scored.slice(0, limit).map(({ n }) => n)
  }

  return {
    name: 'MiniSearch + flat vectors',
    setup: 'inverted index and a loop over Float32Array, in memory, fused by rank',
    async add(items: DatasetItem[]) {
      index.addAll(items.map(({ n, title, body }) => ({ n, title, body })))
      count += items.length
      if (vectors.length < count * dimensions) {
        const larger = new Float32Array(Math.max(count * dimensions, vectors.length * 2))
        larger.set(vectors)
        vectors = larger
      }
      for (const { n, vector } of items) vectors.set(vector, n * dimensions)
    },
    async finish() {},
    nearest,
    async search({ text, vector }, share, limit) {
      const filter = ({ id }: { id: number }) => isVisible(share, id)
      const byWords = index.search(text, { filter }).slice(0, limit)
      return fuseByReciprocalRank([byWords.map(({ id }) => id), await nearest(vector, share, limit)], limit)
    },
    diskBytes: async () => undefined,
    async close() {},
  }
}
