import { join } from 'node:path'
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ScratchDatabase, scratchDatabase } from '../../test/scratch-database.ts'
import { keepingStatements, kept } from './kept-statements.ts'
import { type EmbeddedServer, startEmbeddedServer } from './pglite.ts'

let scratch: ScratchDatabase
let server: EmbeddedServer | undefined
let pool: pg.Pool
beforeAll(async () => {
  scratch = await scratchDatabase()
  const { databaseUrl, dataDir } = scratch.settings
  await scratch.database.close()
  server = databaseUrl ? undefined : await startEmbeddedServer(join(dataDir, 'pg'))
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

test('a kept statement is planned once, others every time, and the next client of a session is not in its way', async () => {
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool: keepingStatements(pool) }) })
  const twice = async () => {
    for (const number of [1, 2]) {
      expect((await sql`${kept} select ${number}::int + 1 as next`.execute(db)).rows).toEqual([
        { next: number + 1 },
      ])
      await sql`select ${number}::int as same`.execute(db)
    }
    const { rows } = await db.executeQuery<{ statement: string }>(
      CompiledQuery.raw('select statement from pg_prepared_statements'),
    )
    return rows.map(({ statement }) => statement)
  }
  expect(await twice()).toEqual(['/* kept */ select $1::int + 1 as next'])
  const client = await pool.connect()
  client.release(new Error('it lost its way'))
  expect(await twice()).toEqual(['/* kept */ select $1::int + 1 as next'])
})
