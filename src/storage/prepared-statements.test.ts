import { join } from 'node:path'
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { type PgliteServer, startPgliteServer } from './pglite-server.ts'
import { asPrepared, withPreparedStatements } from './prepared-statements.ts'

let scratch: TestDatabase
let server: PgliteServer | undefined
let pool: pg.Pool
beforeAll(async () => {
  scratch = await createTestDatabase()
  const { databaseUrl, dataDir } = scratch.settings
  await scratch.database.close()
  server = databaseUrl ? undefined : await startPgliteServer(join(dataDir, 'pg'))
  pool = new pg.Pool({
    max: 1,
    ...(server
      ? { user: 'postgres', database: 'postgres', stream: () => server?.connect() as never }
      : { connectionString: databaseUrl }),
  })
})
afterAll(async () => {
  await pool.end()
  await server?.close()
  await scratch.close()
})

test('a prepared statement is planned once, others every time, and the next client of a session can prepare it again', async () => {
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool: withPreparedStatements(pool) }) })
  const twice = async () => {
    for (const number of [1, 2]) {
      expect((await sql`${asPrepared} select ${number}::int + 1 as next`.execute(db)).rows).toEqual([
        { next: number + 1 },
      ])
      await sql`select ${number}::int as same`.execute(db)
    }
    const { rows } = await db.executeQuery<{ statement: string }>(
      CompiledQuery.raw('select statement from pg_prepared_statements'),
    )
    return rows.map(({ statement }) => statement)
  }
  expect(await twice()).toEqual(['/* prepared */ select $1::int + 1 as next'])
  const client = await pool.connect()
  client.release(new Error('it lost its way'))
  expect(await twice()).toEqual(['/* prepared */ select $1::int + 1 as next'])
})

test('statements that can write are counted before they run; reads are not', async () => {
  const statements = withPreparedStatements(pool)
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool: statements }) })
  const counted = async (...texts: string[]) => {
    const before = statements.writeCount()
    await db.connection().execute(async (connection) => {
      for (const text of texts) await sql.raw(text).execute(connection)
    })
    return statements.writeCount() - before
  }
  expect(await counted('/* prepared */ select 1', '/* prepared */\n  select 2')).toBe(0)
  expect(await counted('/* read only */ with one as (select 1) select * from one')).toBe(0)
  expect(await counted('with one as (select 1) select * from one')).toBe(1)
  expect(await counted('begin read only; set local jit = off', 'select 1', 'commit')).toBe(0)
  expect(await counted('begin isolation level repeatable read read only', 'select 1', 'rollback')).toBe(0)
  expect(await counted('create temp table noted (n int)')).toBe(1)
  expect(await counted('/* prepared */ insert into noted values (1)')).toBe(1)
  expect(await counted('begin', 'insert into noted values (2)', 'select 1', 'commit')).toBe(2)
  expect(await counted('begin read only', 'select 1', 'commit', 'delete from noted')).toBe(1)
})
