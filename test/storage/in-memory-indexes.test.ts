import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInMemoryIndexes, type InMemoryIndexes } from '../../src/search/in-memory-indexes.ts'
import { createSqlLexicalSearcher } from '../../src/search/lexical/lexical-searcher.ts'
import { createTermSamples } from '../../src/search/lexical/term-samples.ts'
import { createRetrieval } from '../../src/search/retrieval.ts'
import { shortlist } from '../../src/search/shortlist.ts'
import { createStoredSearchers } from '../../src/search/stored-searchers.ts'
import { changeLogTables, createChangeLog, isContinuation } from '../../src/search/sync/change-log.ts'
import { createSqlVectorSearcher } from '../../src/search/vector/vector-searcher.ts'
import { allowLongTransaction, type Database } from '../../src/storage/database.ts'
import { createRandomEmbedder } from '../support/random-embedder.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { contentFixture, createTestApp, type Person, type TestApp } from '../support/test-app.ts'

const dimensions = 24
const embedder = createRandomEmbedder('test-drawn', dimensions)
const { vectorOf } = embedder

let service: TestApp
let ada: Person
let ben: Person
let spaceId: number
/** As another server on the same store has one. */
let otherNodeIndexes: InMemoryIndexes

beforeAll(async () => {
  service = await createTestApp({ embedder })
  await service.organization('acme')
  ada = await service.person('acme', 'ada', { role: 'admin' })
  ben = await service.person('acme', 'ben')
  await service.dataSource('acme', 'tickets')
  const { rows } = await sql<{ id: number }>`select id from embedding_space where is_current`.execute(
    service.database.unrestricted,
  )
  spaceId = rows[0]?.id as number
  otherNodeIndexes = createIndexes()
  await otherNodeIndexes.load()
})
afterAll(async () => {
  await otherNodeIndexes.close()
  await service.close()
})

function createIndexes({
  maxBytes = 2 ** 30,
  now = () => new Date(),
  onTooLarge = (_list: string) => {},
} = {}): InMemoryIndexes {
  const onError = (error: unknown) => {
    throw error
  }
  return createInMemoryIndexes({
    database: service.database,
    spaceId,
    maxBytes: { vectors: maxBytes, words: maxBytes },
    now,
    onError,
    onTooLarge,
  })
}

/** Everything that is held for somebody, against everything that the database would show. */
async function expectSameAsDatabase(
  { vector: vectors, lexical }: InMemoryIndexes,
  person: Person,
  after: string,
): Promise<number> {
  const caller = await service.caller(person)
  const vector = vectorOf('a question')
  const terms = ['text', 'more', 'one']
  const all = { documentKeys: undefined, limit: 10_000, depth: 10_000 }
  const near = await (await vectors?.current())?.nearest(caller, { ...all, vector })
  const heldWords = await lexical?.current()
  const worded = await heldWords?.search(caller, { ...all, terms, visibleShare: async () => undefined })
  const read = await heldWords?.readWithAdjacent(caller, near?.hits ?? [])
  const stored = await service.database.readAs(caller, async (store) => {
    const inDatabase = createSqlLexicalSearcher(store, { engine: 'passage-index', termSamples: createTermSamples() })
    const near = await createSqlVectorSearcher(store, spaceId).nearest(caller, { ...all, vector })
    const { rows } = await sql<{ key: number; ordinal: number; terms: string }>`
      select key, ordinal, terms from chunk where terms ~ '(^| )(text|more|one)( |$)'`.execute(store)
    return { near: near.hits, worded: rows, read: await inDatabase.readWithAdjacent(caller, near.hits) }
  })
  const keys = (places: readonly { chunkKey: number }[] = []) => places.map((place) => place.chunkKey).sort()
  expect(keys(near?.hits), after).toEqual(keys(stored.near))
  expect(keys(worded?.hits), after).toEqual(keys(stored.worded.map(({ key }) => ({ chunkKey: key }))))
  const places = (found: typeof read = []) =>
    found.map(({ chunkKey, ordinal, terms }) => `${chunkKey} ${ordinal} ${terms.length}`).sort()
  expect(places(read), after).toEqual(places(stored.read))
  return stored.near.length
}

test('after every change both servers hold what the database has, for each person', async () => {
  const { below, pick } = seededRandom(11)
  const number = () => below(12)
  const audiences = [['everyone'], [`user:${ada.email}`], [`user:${ada.email}`, `user:${ben.email}`]]
  const changes: Record<string, () => Promise<unknown>> = {
    index: () =>
      service.call(
        ada.key,
        'POST',
        '/v1/ask/index',
        contentFixture({
          id: `T-${number()}`,
          content: `# One\n\nText ${below(1e6)}.\n\n# Two\n\nMore ${below(1e6)}.`,
        }),
      ),
    remove: () => service.call(ada.key, 'DELETE', `/v1/ask/index?rootId=tickets&id=T-${number()}`),
    write: () =>
      service.note('acme', {
        id: `n-${number()}`,
        content: `Text ${below(1e6)}.`,
        audience: pick([undefined, ...audiences]),
      }),
    share: () => service.dataSource('acme', 'tickets', pick(audiences), [`user:${ada.email}`]),
    archive: () => service.call(ada.key, 'PUT', `/v1/notes/n-${number()}/archived`, { archived: pick([true, false]) }),
  }
  let most = 0
  for (let step = 0; step < 80; step++) {
    const name = pick(Object.keys(changes))
    await changes[name]?.()
    for (const person of [ada, ben]) {
      most = Math.max(
        most,
        await expectSameAsDatabase(otherNodeIndexes, person, `step ${step}, ${name}, ${person.email}`),
      )
    }
  }
  expect(most).toBeGreaterThan(10)
  const own = service.app.inMemoryIndexes
  await own.load()
  for (const person of [ada, ben]) await expectSameAsDatabase(own, person, 'at the end')
})

test('one that is filled later holds the same', async () => {
  const late = createIndexes()
  await late.load()
  await expectSameAsDatabase(late, ada, 'after the filling')
  await late.close()
})

test('a change that is committed after a later one is not missed', async () => {
  const { database } = service
  const touch = (number: number) =>
    sql`update chunk_vector set code = ${Buffer.alloc(dimensions, number)} where org_id = 'acme'
      and chunk_key = (select chunk_key from chunk_vector order by chunk_key offset ${number} limit 1)`
  /** 0 for a code of zeros, 1 for a code of ones. */
  const evenness = async () => {
    const { rows } = await sql<{ chunk_key: number; document_key: number }>`
      select chunk_key, document_key from chunk_vector order by chunk_key limit 2`.execute(database.unrestricted)
    const groups = rows.map((row) => ({ documentKey: row.document_key, chunkKeys: [row.chunk_key] }))
    const held = await otherNodeIndexes.vector?.current()
    const vector = new Float32Array(dimensions).fill(1 / Math.sqrt(dimensions))
    const found = await held?.similarities(await service.caller(ada), vector, groups)
    return Array.from(found ?? [], (value) => Number(value.toFixed(5)))
  }
  if (database.engine === 'pglite') {
    // One session: nothing can be under way beside anything else.
    await touch(0).execute(database.unrestricted)
    await touch(1).execute(database.unrestricted)
  } else {
    let commit: () => void = () => {}
    const committing = new Promise<void>((resolve) => {
      commit = resolve
    })
    let begun: () => void = () => {}
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve
    })
    const early = database.transaction(async (store) => {
      await allowLongTransaction(store)
      await touch(0).execute(store)
      begun()
      await committing
    })
    await hasBegun
    await touch(1).execute(database.unrestricted)
    const [first, second] = await evenness()
    expect(second).toBe(1)
    expect(first).not.toBe(0)
    commit()
    await early
  }
  expect(await evenness()).toEqual([0, 1])
})

test('a change is read once, however long another transaction runs', async () => {
  const { database } = service
  const log = createChangeLog(database)
  const start = await log.position()
  const readTwice = async () => {
    await sql`insert into word_change (org_id, document_key) values ('acme', 1)`.execute(database.unrestricted)
    const first = await log.readSince('word_change', start)
    expect(first.changes).toEqual([{ organizationId: 'acme', documentKey: 1 }])
    const second = await log.readSince('word_change', first.until)
    expect(second.changes).toEqual([])
  }
  // The embedded database has one session.
  if (database.engine === 'pglite') return readTwice()
  await database.transaction(async (store) => {
    await allowLongTransaction(store)
    await sql`select pg_current_xact_id()`.execute(store)
    await readTwice()
  })
})

test('a position of another server, or of a future that is lost, has no continuation', () => {
  const position = { snapshot: '100:200:150', server: 'one' }
  expect(isContinuation(position, { snapshot: '100:200:', server: 'one' })).toBe(true)
  expect(isContinuation(position, { snapshot: '180:300:', server: 'one' })).toBe(true)
  expect(isContinuation(position, { snapshot: '180:199:', server: 'one' })).toBe(false)
  expect(isContinuation(position, { snapshot: '180:300:', server: 'other' })).toBe(false)
})

test('more than may be held is left to the database, and told', async () => {
  const told: string[] = []
  const small = createIndexes({ maxBytes: 10, onTooLarge: (list) => told.push(list) })
  await small.load()
  expect(told).toEqual(['vector_change', 'word_change'])
  expect(await small.vector?.current()).toBeUndefined()
  expect(await small.lexical?.current()).toBeUndefined()
  await small.close()
})

test('an index that outgrows its limit while it runs leaves the search to the database, and comes back when the store shrinks', async () => {
  const told: string[] = []
  let at = new Date('2026-11-01T09:00:00Z')
  const item = (number: number) =>
    contentFixture({
      id: `Big-${number}`,
      content: `Text ${Array.from({ length: 60 }, (_, n) => `grain${number}x${n}`).join(' ')}.`,
    })
  const indexes = createIndexes({ maxBytes: 2 ** 20, now: () => at, onTooLarge: (list) => told.push(list) })
  await indexes.load()
  expect(await indexes.lexical?.current()).toBeDefined()
  for (let number = 0; (await indexes.lexical?.current()) && number < 2000; number += 50)
    await service.call(ada.key, 'POST', '/v1/ask/index/batch', {
      items: Array.from({ length: 50 }, (_, n) => item(number + n)),
    })
  expect(told).toContain('word_change')
  expect(indexes.lexical?.isTooLarge()).toBe(true)
  // Not before some time has passed, nor while the store is as large as before.
  at = new Date('2026-11-01T09:20:00Z')
  expect(await indexes.lexical?.current()).toBeUndefined()
  expect(indexes.lexical?.isTooLarge()).toBe(true)
  await sql`delete from document where id like 'Big-%'`.execute(service.database.unrestricted)
  expect(await indexes.lexical?.current()).toBeUndefined()
  expect(indexes.lexical?.isTooLarge()).toBe(true)
  at = new Date('2026-11-01T09:40:00Z')
  await indexes.lexical?.current()
  expect(indexes.lexical?.isTooLarge()).toBe(false)
  await indexes.load()
  expect(await indexes.lexical?.current()).toBeDefined()
  await indexes.close()
})

test('who looked away for longer than changes are kept begins anew', async () => {
  let at = new Date('2026-11-01T09:00:00Z')
  const sleepy = createIndexes({ now: () => at })
  await sleepy.load()
  expect(await sleepy.vector?.current()).toBeDefined()
  expect(await sleepy.lexical?.current()).toBeDefined()
  at = new Date('2026-11-02T09:00:00Z')
  for (const list of changeLogTables) await sql`delete from ${sql.table(list)}`.execute(service.database.unrestricted)
  expect(await sleepy.vector?.current()).toBeUndefined()
  expect(await sleepy.lexical?.current()).toBeUndefined()
  await sleepy.load()
  await expectSameAsDatabase(sleepy, ada, 'after a day')
  await sleepy.close()
})

/** Ends the thread behind a loaded index. */
const killThread = (index: unknown) => (index as { close(): Promise<void> }).close()

test('a search whose index threads are killed is answered by the database', async () => {
  await service.note('acme', { id: 'lamp', content: 'The lighthouse keeper trims the lamp.' })
  const indexes = createIndexes()
  await indexes.load()
  const loaded = { lexical: await indexes.lexical?.current(), vector: await indexes.vector?.current() }
  for (const killed of ['lexical', 'vector'] as const) {
    await killThread(loaded[killed])
    const retrieval = createRetrieval({
      ...{ database: service.database, embedder, spaceId, now: () => new Date(), publicUrl: 'https://example.test' },
      // Killed after the search has been given the index.
      indexes: {
        lexical: indexes.lexical && { ...indexes.lexical, current: async () => loaded.lexical },
        vector: indexes.vector && { ...indexes.vector, current: async () => loaded.vector },
      },
      onEmbeddingFailure: (error) => {
        throw error
      },
    })
    const { passages } = await retrieval.search(await service.caller(ben), { question: 'lighthouse', scope: {} })
    expect(passages[0]?.document.id, killed).toBe('lamp')
  }
  await indexes.close()
})

test('an index whose thread is killed is loaded again', async () => {
  const indexes = createIndexes()
  await indexes.load()
  await killThread(await indexes.lexical?.current())
  await service.note('acme', { id: 'lamp', content: 'The lighthouse keeper sleeps.' })
  expect(await indexes.lexical?.current()).toBeUndefined()
  await indexes.load()
  await expectSameAsDatabase(indexes, ben, 'a killed thread')
  await indexes.close()
})

test('the database makes the same shortlist as the indexes in memory, and reads each passage once', async () => {
  const paragraphs = Array.from(
    { length: 5 },
    (_, n) => `## Part ${n}\n\n${`Harbour rule ${n} for ships. `.repeat(60)}`,
  )
  const long = contentFixture({ rootId: 'tickets', id: 'long', title: 'Harbour', content: paragraphs.join('\n\n') })
  expect((await service.call(ada.key, 'POST', '/v1/ask/index', long)).status).toBe(200)
  const secret = ['Harbour text one.', '', 'A secret.'].join('\n')
  await service.note('acme', { id: 'harbour', content: secret, audience: [`user:${ada.email}`] })
  const reads: string[] = []
  const database: Pick<Database, 'readAs'> = {
    readAs: (reader, work) => {
      reads.push(reader.memberId)
      return service.database.readAs(reader, work)
    },
  }
  const lengths: number[] = []
  for (const person of [ada, ben]) {
    const caller = await service.caller(person)
    const query = {
      ...{ terms: ['harbour', 'text', 'one'], extraTerms: [], factors: new Map(), documentKeys: undefined },
      ...{ vector: vectorOf('a question'), languageSupport: 1, depth: 50 },
    }
    const [lexical, vectors] = await Promise.all([
      otherNodeIndexes.lexical?.current(),
      otherNodeIndexes.vector?.current(),
    ])
    if (!lexical) throw new Error('The index in memory is missing')
    const expected = await shortlist(caller, { lexical, vectors }, query)
    reads.length = 0
    const stored = createStoredSearchers(database, {
      ...{ engine: 'passage-index', termSamples: createTermSamples() },
      vectors: { spaceId, approximateIndex: undefined },
    })
    const found = await shortlist(caller, stored, query)
    const featuresOf = ({ ranked }: typeof found) =>
      ranked.map(({ candidate }) => ({
        key: candidate.chunkKey,
        similarity: candidate.similarity?.toFixed(4),
        window: [candidate.windowTerms?.length, candidate.windowSimilarity?.toFixed(4)],
      }))
    expect(featuresOf(found), person.email).toEqual(featuresOf(expected))
    expect(found.ranked.some(({ candidate }) => candidate.windowTerms?.length !== candidate.terms.length)).toBe(true)
    // Both rankings, and the passages of each.
    expect(reads.length, person.email).toBeLessThanOrEqual(4)
    lengths.push(found.ranked.length)
  }
  expect(lengths[1]).toBeLessThan(lengths[0] as number)
})
