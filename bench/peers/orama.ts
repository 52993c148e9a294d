import { loadPackage, type Peer } from './peer.ts'
import { dimensions, isVisible } from './synthetic-dataset.ts'

interface OramaPackage {
  create(options: object): object
  insertMultiple(index: object, documents: object[], batchSize?: number): Promise<unknown>
  search(index: object, query: object): Promise<{ hits: { document: { n: number } }[] }>
}

/** Orama's hybrid index, in memory. */
export async function openOrama(): Promise<Peer> {
  const { create, insertMultiple, search } = loadPackage<OramaPackage>('@orama/orama')
  const schema = {
    n: 'number',
    few: 'boolean',
    title: 'string',
    body: 'string',
    vector: `vector[${dimensions}]`,
  }
  const index = create({ schema })
  const where = { '8 %': { where: { few: true } }, '100 %': {} }
  const ask = async (query: object) => (await search(index, query)).hits.map(({ document }) => document.n)
  // With the default threshold some queries would find nothing.
  const meaning = (vector: Float32Array) => ({
    vector: { value: Array.from(vector), property: 'vector' },
    similarity: 0,
  })

  return {
    name: 'Orama',
    setup: 'hybrid mode, in memory, no similarity threshold',
    async add(items) {
      const documents = items.map(({ n, title, body, vector }) => ({
        ...{ n, few: isVisible('8 %', n), title, body },
        vector: Array.from(vector),
      }))
      await insertMultiple(index, documents, documents.length)
    },
    async finish() {},
    nearest: (vector, share, limit) => ask({ mode: 'vector', ...meaning(vector), ...where[share], limit }),
    search: ({ text, vector }, share, limit) =>
      ask({ mode: 'hybrid', term: text, ...meaning(vector), ...where[share], limit }),
    diskBytes: async () => undefined,
    async close() {},
  }
}
