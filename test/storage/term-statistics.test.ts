import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visibleTo } from '../../src/access/visibility.ts'
import type { LexicalEngine } from '../../src/search/lexical/lexical-engine.ts'
import { rankPassages, weighTerms } from '../../src/search/lexical/sql-lexical-ranking.ts'
import { createTermSamples } from '../../src/search/lexical/term-samples.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

let service: TestApp
let ada: Person
let ben: Person

beforeAll(async () => {
  service = await createTestApp()
  await service.organization('acme')
  ada = await service.person('acme', 'ada')
  ben = await service.person('acme', 'ben')
  for (let number = 0; number < 30; number++) {
    await service.note('acme', {
      content: `Quay ${number} lies in the harbour${number < 3 ? ', behind the gate' : ''}${number === 9 ? ' of Lisbon' : ''}.`,
      audience: [number < 5 ? 'everyone' : `user:${ada.email}`],
    })
  }
})
afterAll(() => service.close())

const statisticsFor = async (person: Person, samples = createTermSamples()) => {
  const caller = await service.caller(person)
  return service.database.readAs(caller, (store) => samples.statisticsFor(store, caller))
}

test('a rare term weighs more than a common one, and an unknown one as much as the rarest', async () => {
  const { weight } = await statisticsFor(ada)
  expect(weight('gate')).toBeGreaterThan(2 * weight('harbour'))
  expect(weight('harbour')).toBeGreaterThan(0)
  expect(weight('lighthous')).toBe(weight('lisbon'))
})

test('only passages that the caller can see are counted', async () => {
  const [forAda, forBen] = await Promise.all([statisticsFor(ada), statisticsFor(ben)])
  expect(['harbour', 'gate', 'lisbon', 'lighthous'].map(forAda.documentFrequency)).toEqual([30, 3, 1, 0])
  expect(['harbour', 'gate', 'lisbon', 'lighthous'].map(forBen.documentFrequency)).toEqual([5, 3, 0, 0])
  expect(forBen.weight('lisbon')).toBe(forBen.weight('lighthous'))
})

test('a sample is shared by those who share the audience, and read again when it is out of date', async () => {
  let time = 0
  const samples = createTermSamples({ clock: () => time })
  await service.note('acme', { content: 'A buoy.' })
  expect((await statisticsFor(ben, samples)).documentFrequency('crane')).toBe(0)
  await service.note('acme', { content: 'A crane.' })
  expect((await statisticsFor(ada, samples)).documentFrequency('crane')).toBe(0)
  time = 10 * 60_000
  expect((await statisticsFor(ada, samples)).documentFrequency('crane')).toBe(1)
})

test('a common term lifts passages; where it may not bring them up, a rare one does', async () => {
  const terms = ['harbour', 'gate']
  const frequenciesOfLargeStore = new Map([
    ['harbour', 50_000],
    ['gate', 2000],
  ])
  const found = async (engine: LexicalEngine, frequencies?: ReadonlyMap<string, number>) => {
    const caller = await service.caller(ada)
    return service.database.readAs(caller, async (store) => {
      const weighted = weighTerms(terms, await createTermSamples().statisticsFor(store, caller))
      const query = {
        ...weighted,
        ...(frequencies && { frequencies }),
        caller,
        terms,
        depth: 100,
        documentKeys: undefined,
      }
      return (await rankPassages(store, engine, query)).length
    })
  }
  for (const engine of ['passage-index', service.database.lexical] as const) {
    expect(await found(engine)).toBe(30)
    // The index of pg_textsearch needs no such help.
    expect(await found(engine, frequenciesOfLargeStore)).toBe(engine === 'bm25' ? 30 : 3)
  }
})

test('the ranking equals BM25 over the visible passages, whatever the index counts', async () => {
  const all: LexicalEngine[] = ['passage-index', service.database.lexical]
  const engines = all.filter((engine) => engine !== 'tsvector')
  // 200 passages of each of two words, which the index of all passages weighs the other way round.
  for (const [word, hidden] of [
    ['ebb', 300],
    ['tide', 0],
  ] as const) {
    const note = (count: number, audience: string, id: string) =>
      service.note('acme', {
        id,
        content: Array.from(
          { length: count },
          (_, at) => `# Part ${at}\n\n${`The ${word} of day ${at} comes in. `.repeat(6)}`,
        ).join('\n\n'),
        audience: [audience],
      })
    await note(hidden === 0 ? 220 : 200, 'everyone', `${word}-seen`)
    if (hidden > 0) await note(hidden, `user:${ada.email}`, `${word}-hidden`)
  }
  const caller = await service.caller(ben)
  const terms = ['ebb', 'tide']
  await service.database.readAs(caller, async (store) => {
    const weighted = weighTerms(terms, await createTermSamples().statisticsFor(store, caller))
    expect(weighted.weights.get('ebb')).toBeGreaterThan(weighted.weights.get('tide') as number)
    const { rows } = await sql<{ key: number; terms: string }>`
      select c.key, c.terms from chunk c where ${visibleTo(caller, 'c')}`.execute(store)
    const texts = new Map(rows.map((row) => [row.key, row.terms.split(' ')]))
    for (const engine of engines) {
      const query = { ...weighted, caller, terms, depth: 150, documentKeys: undefined }
      const hits = await rankPassages(store, engine, query)
      expect(hits).toHaveLength(150)
      expect(hits.filter(({ chunkKey }) => texts.get(chunkKey)?.includes('ebb'))).toHaveLength(150)
    }
  })
})
