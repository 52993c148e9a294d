import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { asPrepared } from './prepared-statements.ts'

let scratch: TestDatabase
beforeAll(async () => {
  scratch = await createTestDatabase()
})
afterAll(() => scratch.close())

const reader = { organizationId: "ac'me", memberId: 'm\\1' }

test('a statement runs as its reader, with any text in its parameters', async () => {
  const { database } = scratch
  const text = `it's a \\ "text"; select 1; $1 {,} \n`
  const as = (given: string | null) =>
    database.readStatementAs(
      reader,
      sql<object>`${asPrepared} select ${given}::text as text, ${[3, 1]}::bigint[] as list, ${4}::int as number,
        current_setting('lorewell.org') as org, current_setting('lorewell.member') as member, current_user::text as role`,
    )
  for (const given of [text, '', null]) {
    expect(await as(given)).toEqual([
      {
        ...{ text: given, list: ['3', '1'], number: 4 },
        ...{ org: reader.organizationId, member: reader.memberId, role: 'lorewell_reader' },
      },
    ])
  }
})

test('it can only read, and a failure leaves no open transaction', async () => {
  const { database } = scratch
  const insert = sql`${asPrepared} delete from document where org_id = ${'x'}`
  await expect(database.readStatementAs(reader, insert)).rejects.toThrow(/read-only|permission denied/)
  await expect(database.readStatementAs(reader, sql`${asPrepared} select 1 / ${0}::int`)).rejects.toThrow(
    'division by zero',
  )
  expect(await database.readStatementAs(reader, sql`${asPrepared} select ${1}::int as one`)).toEqual([{ one: 1 }])
  const { rows } = await sql`select current_user::text as role, current_setting('lorewell.org', true) as org`.execute(
    database.unrestricted,
  )
  expect(rows).toEqual([{ role: 'postgres', org: expect.toSatisfy((org) => !org) }])
})

test('inside a transaction it throws instead of deadlocking', async () => {
  const { database } = scratch
  const inside = database.transaction(() => database.readStatementAs(reader, sql`${asPrepared} select 1`))
  await expect(inside).rejects.toThrow('inside another one')
})

test('without a reader there is nothing to read', async () => {
  const { database } = scratch
  const nobody = { organizationId: '', memberId: '' }
  expect(await database.readStatementAs(nobody, sql`${asPrepared} select org_id from document`)).toEqual([])
})
