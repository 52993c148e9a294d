import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInMemoryIndexes } from '../../src/search/in-memory-indexes.ts'
import { inverseDocumentFrequency } from '../../src/search/lexical/bm25.ts'
import { createLexicalEngineSelector, pendingPassageIndexName } from '../../src/search/lexical/lexical-engine.ts'
import { createSqlLexicalSearcher } from '../../src/search/lexical/lexical-searcher.ts'
import { rankByPassageIndex } from '../../src/search/lexical/passage-index-ranking.ts'
import { createTermSamples } from '../../src/search/lexical/term-samples.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { contentFixture, createTestApp, type Person, type TestApp } from '../support/test-app.ts'

const words = ['anchor', 'beacon', 'cargo', 'dock', 'ferry', 'galley', 'harbour', 'island', 'jetty', 'keel']

let service: TestApp
let ada: Person
let ben: Person
beforeAll(async () => {
  service = await createTestApp({ config: { wordMemoryBytes: 0 } })
  await service.organization('acme')
  ada = await service.person('acme', 'ada', { role: 'admin' })
  ben = await service.person('acme', 'ben')
  await service.dataSource('acme', 'tickets')
  await service.dataSource('acme', 'secret', [`user:${ada.email}`])
  const random = seededRandom(5)
  const items = Array.from({ length: 120 }, (_, n) => {
    // The first words are frequent, the last ones rare.
    const text = Array.from(
      { length: 8 + random.below(30) },
      () => words[Math.floor(random.next() ** 2 * words.length)],
    )
    return contentFixture({
      rootId: n % 4 === 0 ? 'secret' : 'tickets',
      id: `T-${n}`,
      title: `No. ${n}`,
      content: `${text.join(' ')}.`,
    })
  })
  for (let from = 0; from < items.length; from += 40) {
    const { body } = await service.call(ada.key, 'POST', '/v1/ask/index/batch', { items: items.slice(from, from + 40) })
    expect(body.results.every(({ ok }: { ok: boolean }) => ok)).toBe(true)
  }
})
afterAll(() => service.close())

async function searchStored(
  person: Person,
  terms: string[],
  { documentKeys, depth = 20 }: { documentKeys?: number[]; depth?: number } = {},
) {
  const caller = await service.caller(person)
  return service.database.readAs(caller, (store) =>
    createSqlLexicalSearcher(store, { engine: 'passage-index', termSamples: createTermSamples() }).search(caller, {
      ...{ terms, documentKeys, depth, visibleShare: async () => undefined },
    }),
  )
}

const keysOf = (hits: readonly { chunkKey: number }[]) => hits.map(({ chunkKey }) => chunkKey)

test('the index of the database ranks and weighs as the one in memory does, for each person', async () => {
  const indexes = createInMemoryIndexes({
    ...{ database: service.database, spaceId: undefined, maxBytes: { vectors: 0, words: 2 ** 28 } },
    ...{ now: () => new Date(), onError: (error: unknown) => expect(error).toBeUndefined(), onTooLarge: () => {} },
  })
  await indexes.load()
  const inMemory = await indexes.lexical?.current()
  for (const person of [ada, ben]) {
    const caller = await service.caller(person)
    for (const terms of [
      ['anchor', 'keel'],
      ['jetti', 'island', 'beacon'],
      ['dock'],
      ['keel', 'keel', 'cargo'],
      ['submarin'],
    ]) {
      const expected = await inMemory?.search(caller, {
        ...{ terms, documentKeys: undefined, depth: 20, visibleShare: async () => undefined },
      })
      const found = await searchStored(person, terms)
      const name = `${person.email} ${terms}`
      expect(found.hits.length > 0, name).toBe(terms[0] !== 'submarin')
      expect(keysOf(found.hits), name).toEqual(keysOf(expected?.hits ?? []))
      expect([...found.statistics.weights.keys()].sort(), name).toEqual(
        [...(expected?.statistics.weights.keys() ?? [])].sort(),
      )
      for (const [term, weight] of found.statistics.weights)
        expect(weight, `${name} ${term}`).toBeCloseTo(expected?.statistics.weights.get(term) as number, 10)
    }
  }
  await indexes.close()
})

test('nobody finds passages of an audience they are not in, even if they name it', async () => {
  const { rows } = await sql<{ key: number }>`
    select c.key from chunk c join document d on d.org_id = c.org_id and d.key = c.document_key
    where d.root_id = 'secret'`.execute(service.database.unrestricted)
  const secret = new Set(rows.map(({ key }) => key))
  const { rows: audiences } = await sql<{ id: number }>`select id from audience`.execute(service.database.unrestricted)
  const every = audiences.map(({ id }) => id)
  const rank = async (person: Person, given: number[] | null) => {
    const caller = await service.caller(person)
    return service.database.readAs(caller, async (store) => {
      const { rows } = await sql<{ chunk_key: number; frequencies: number[] }>`
        select chunk_key, frequencies from rank_passages(${given}::bigint[], null, array['anchor'], array[1::float8], '{}', '{}', 100, 10, 1000)`.execute(
        store,
      )
      return rows
    })
  }
  expect(secret.size).toBe(30)
  expect((await rank(ada, every)).some(({ chunk_key: key }) => secret.has(key))).toBe(true)
  for (const given of [every, null]) {
    const found = await rank(ben, given)
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(({ chunk_key: key }) => secret.has(key))).toEqual([])
    // Nor do they learn how many there are.
    expect(found[0]?.frequencies).toEqual([found.length])
  }
  const caller = await service.caller(ben)
  await service.database.readAs(caller, async (store) => {
    const { rows } = await sql`select from sample_passages(${every}::bigint[], 1000)`.execute(store)
    expect(rows).toHaveLength(90)
  })
  await expect(
    service.database.readAs(caller, (store) => sql`select from passage_terms`.execute(store)),
  ).rejects.toThrow(/permission denied/)
})

test('an item is found when it is indexed, by its new readers when they change, and by nobody once it is deleted', async () => {
  const find = async (person: Person) => (await searchStored(person, ['lighthous'])).hits.length
  const item = contentFixture({ rootId: 'tickets', id: 'L', title: 'L', content: 'A lighthouse.' })
  expect(await find(ben)).toBe(0)
  await service.call(ada.key, 'POST', '/v1/ask/index', item)
  expect([await find(ada), await find(ben)]).toEqual([1, 1])
  const note = await service.note('acme', {
    id: 'light',
    content: 'Another lighthouse.',
    audience: [`user:${ada.email}`],
  })
  expect(note).toBeDefined()
  expect([await find(ada), await find(ben)]).toEqual([2, 1])
  await service.note('acme', { id: 'light', content: 'Another lighthouse.', audience: ['everyone'] })
  expect([await find(ada), await find(ben)]).toEqual([2, 2])
  await service.note('acme', { id: 'light', content: 'Another lighthouse.', audience: [`user:${ben.email}`] })
  expect([await find(ada), await find(ben)]).toEqual([1, 2])
  await service.call(ada.key, 'DELETE', '/v1/ask/index?rootId=tickets&id=L')
  expect([await find(ada), await find(ben)]).toEqual([0, 1])
  const { rows } = await sql`
    select from passage_terms p where not exists (
      select from chunk c where c.org_id = p.org_id and c.key = p.chunk_key and c.audience_id = p.audience_id)`.execute(
    service.database.unrestricted,
  )
  expect(rows).toEqual([])
})

test('a common term counts for the passages with a rarer one, in each audience, as if it were looked up by itself', async () => {
  for (const person of [ada, ben]) {
    const caller = await service.caller(person)
    await service.database.readAs(caller, async (store) => {
      const rank = async (terms: string[], common: string[], weights: number[]) => {
        const { rows } = await sql<{ chunk_key: number; frequencies: number[] }>`
          select chunk_key, frequencies from rank_passages(null, null, ${terms}::text[],
            ${terms.map(() => 1)}::float8[], ${common}::text[], ${weights}::float8[], 120, 25, 1000)`.execute(store)
        return { keys: rows.map((row) => row.chunk_key), frequencies: rows[0]?.frequencies ?? [] }
      }
      const both = await rank(['keel', 'anchor'], [], [])
      const [, frequency = 0] = both.frequencies
      const found = await rank(['keel'], ['anchor'], [inverseDocumentFrequency(frequency, 120)])
      const withKeel = new Set((await rank(['keel'], [], [])).keys)
      expect(withKeel.size).toBeGreaterThan(1)
      expect(withKeel.size).toBeLessThan(both.keys.length)
      expect(found.keys).toEqual(both.keys.filter((key) => withKeel.has(key)))
    })
  }
})

test('a scope restricts the hits, not the weights', async () => {
  const { rows } = await sql<{ key: number }>`select key from document where id in ('T-1', 'T-2', 'T-3')`.execute(
    service.database.unrestricted,
  )
  const keys = rows.map(({ key }) => key)
  const all = await searchStored(ada, ['anchor'])
  const scoped = await searchStored(ada, ['anchor'], { documentKeys: keys })
  expect(scoped.hits.length).toBeGreaterThan(0)
  expect(scoped.hits.every(({ documentKey }) => keys.includes(documentKey))).toBe(true)
  expect(scoped.statistics.weights).toEqual(all.statistics.weights)
})

test('a long passage that has a word many times is found before short ones that have it twice', async () => {
  const filler = (count: number) => Array.from({ length: count }, (_, n) => `plank${n}`).join(' ')
  const long = { id: 'long', content: `${'lantern '.repeat(20)}${filler(60)}.` }
  const short = Array.from({ length: 12 }, (_, n) => ({ id: `short-${n}`, content: `Lantern lantern ${filler(8)}.` }))
  for (const note of [long, ...short]) await service.note('acme', note)
  const { hits } = await searchStored(ada, ['lantern'], { depth: 2 })
  const { rows } = await sql<{ key: number }>`select key from document where id = 'long'`.execute(
    service.database.unrestricted,
  )
  expect(hits[0]?.documentKey).toBe(rows[0]?.key)
})

test('a passage is found that has a word once more than many others, if the index does not tell the counts apart', async () => {
  const filler = (count: number) => Array.from({ length: count }, (_, n) => `plank${n}`).join(' ')
  await service.note('acme', { id: 'thrice', content: `Compass compass compass ${filler(12)}.` })
  for (let n = 0; n < 12; n++)
    await service.note('acme', { id: `twice-${n}`, content: `Compass compass ${filler(10)}.` })
  const { hits } = await searchStored(ada, ['compass'], { depth: 2 })
  const { rows } = await sql<{ key: number }>`select key from document where id = 'thrice'`.execute(
    service.database.unrestricted,
  )
  expect(hits).toHaveLength(2)
  expect(hits[0]?.documentKey).toBe(rows[0]?.key)
})

test('the more passages a caller can see, the more of them a term finds by itself', async () => {
  await service.note('acme', { id: 'with-rudder', content: 'The rudder.' })
  await service.note('acme', { id: 'with-oar', content: 'The oar.' })
  const caller = await service.caller(ada)
  const frequencies = new Map([
    ['rudder', 4000],
    ['oar', 30_000],
  ])
  const find = (total: number) =>
    service.database.readAs(caller, async (store) => {
      const weights = new Map(Array.from(frequencies, ([term, n]) => [term, inverseDocumentFrequency(n, total)]))
      const { hits } = await rankByPassageIndex(store, {
        ...{ caller, terms: [...frequencies.keys()], weights, factors: new Map(), frequencies, total },
        ...{ averageLength: 3, documentKeys: undefined, depth: 10 },
      })
      return hits.length
    })
  expect(await find(50_000)).toBe(1)
  expect(await find(1_000_000)).toBe(2)
})

test('passages from before the upgrade are indexed in the background; until then the earlier ranking answers', async () => {
  const store = service.database.unrestricted
  const count = async () => (await sql`select from passage_terms`.execute(store)).rows.length
  const before = await count()
  await sql`delete from passage_terms`.execute(store)
  await sql`insert into service_value (name, value) values (${pendingPassageIndexName}, '{}')`.execute(store)
  const select = createLexicalEngineSelector(service.database)
  expect(await select()).toBe(service.database.lexical)
  await service.app.startJobs()
  await expect.poll(select, { timeout: 60_000 }).toBe('passage-index')
  expect(await count()).toBe(before)
})
