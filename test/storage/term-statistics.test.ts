import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visibleTo } from '../../src/access/visibility.ts'
import { buildLexicalRanking, readTermStatistics } from '../../src/search/lexical/sql-lexical-ranking.ts'
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
      content: `Quay ${number} lies in the harbour${number < 3 ? ', behind the gate' : ''}.`,
      audience: [number < 5 ? 'everyone' : `user:${ada.email}`],
    })
  }
})
afterAll(() => service.close())

const statisticsFor = async (person: Person) =>
  service.database.readAs(await service.caller(person), (store) =>
    readTermStatistics(store, service.database.lexical, ['harbour', 'gate', 'lighthous']),
  )

test('a rare term weighs more than a common one, and an unknown one nothing', async () => {
  const { weights } = await statisticsFor(ada)
  expect(weights.get('gate')).toBeGreaterThan(2 * (weights.get('harbour') as number))
  expect(weights.get('harbour')).toBeGreaterThan(0)
  expect(weights.get('lighthous')).toBe(0)
})

test('terms weigh the same for every caller', async () => {
  expect(await statisticsFor(ben)).toEqual(await statisticsFor(ada))
})

test('statistics do not change what terms weigh by much', async () => {
  const before = await statisticsFor(ada)
  await sql`analyze chunk`.execute(service.database.unrestricted)
  const after = await statisticsFor(ada)
  for (const [term, weight] of before.weights) expect(after.weights.get(term)).toBeCloseTo(weight, 1)
})

test('a common term lifts passages; where it may not bring them up, a rare one does', async () => {
  const { lexical } = service.database
  const terms = ['harbour', 'gate']
  const found = async (common: string[]) => {
    const caller = await service.caller(ada)
    return service.database.readAs(caller, async (store) => {
      const { weights } = await readTermStatistics(store, lexical, terms)
      const where = visibleTo(caller, 'c')
      const query = { terms, weights, commonTerms: new Set(common), depth: 100, where }
      return (await sql<{ key: number }>`${buildLexicalRanking(lexical, query)}`.execute(store)).rows.length
    })
  }
  expect(await found([])).toBe(30)
  // The index of pg_textsearch needs no such help.
  expect(await found(['harbour'])).toBe(lexical === 'tsvector' ? 3 : 30)
})
