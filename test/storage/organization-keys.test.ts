import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

/** Data of the service, data shared by all organizations, or data read before the caller's organization is known. */
const sharedTables = [
  'api_key',
  'audit_event',
  'browser_session',
  'embedding_space',
  'invitation_token',
  'list_walk',
  'member',
  'migration',
  'oauth_record',
  'organization',
  'passkey',
  'passkey_challenge_used',
  'password_reset',
  'service_value',
  'team',
  'team_member',
  'vector_change',
  'word_change',
]

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
  const indexes = (await uniqueIndexes()).filter(({ table }) => !sharedTables.includes(table))
  expect(indexes.filter(({ first }) => first !== 'org_id')).toEqual([])
  const keyed = indexes.filter(({ isKey }) => isKey).map(({ table }) => table)
  expect(keyed.sort()).toEqual((await tables()).filter((name) => !sharedTables.includes(name)).sort())
})
