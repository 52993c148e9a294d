import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  distributeByOrganization,
  distributionPlan,
  localTables,
  referenceTables,
} from '../../src/storage/distribution.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { runCli } from '../support/test-terminal.ts'

let scratch: TestDatabase
beforeAll(async () => {
  scratch = await createTestDatabase()
})
afterAll(() => scratch.close())

/** Of every index that must be unique: its table and the first column. */
async function uniqueIndexes() {
  const { rows } = await sql<{ table: string; index: string; first: string; isKey: boolean }>`
    select t.relname as table, i.relname as index, a.attname as first, x.indisprimary as "isKey"
    from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
    where t.relnamespace = 'public'::regnamespace and x.indisunique`.execute(scratch.database.unrestricted)
  return rows
}

async function tables() {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(scratch.database.unrestricted)
  return rows.map((row) => row.name)
}

test('every key of what an organization owns begins with the organization', async () => {
  const apart = [...referenceTables, ...localTables]
  const indexes = (await uniqueIndexes()).filter(({ table }) => !apart.includes(table))
  expect(indexes.filter(({ first }) => first !== 'org_id')).toEqual([])
  const keyed = indexes.filter(({ isKey }) => isKey).map(({ table }) => table)
  expect(keyed.sort()).toEqual((await tables()).filter((name) => !apart.includes(name)).sort())
})

test('the plan names every table once, and one that is pointed to before what points to it', async () => {
  const plan = await distributionPlan(scratch.database.unrestricted)
  const named = plan.flatMap((statement) => /_table\('(\w+)'/.exec(statement)?.[1] ?? [])
  expect([...named, ...localTables].sort()).toEqual((await tables()).sort())
  expect(named.indexOf('organization')).toBeLessThan(named.indexOf('member'))
  expect(named.indexOf('document')).toBeLessThan(named.indexOf('chunk'))
  expect(named.indexOf('chunk')).toBeLessThan(named.indexOf('chunk_vector'))
})

test('without the extension it is refused, and nothing is changed', async () => {
  expect(scratch.database.isDistributed).toBe(false)
  const message = scratch.database.engine === 'pglite' ? 'The embedded database cannot be distributed' : 'has no Citus'
  await expect(distributeByOrganization(scratch.database)).rejects.toThrow(message)
  const { rows } = await sql`select from pg_trigger where tgname = 'vector_inserted'`.execute(
    scratch.database.unrestricted,
  )
  expect(rows).toHaveLength(1)
})

test('another action is a wrong call', async () => {
  const { code, stderr } = await runCli(['db', 'shuffle'])
  expect(code).toBe(2)
  expect(stderr).toContain('There is no action "shuffle"')
})
