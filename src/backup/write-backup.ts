import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Database, Sql } from '../storage/database.ts'
import { type BackupLine, createChecksumChain } from './backup-file.ts'
import { listBackupTables } from './backup-tables.ts'

const fetchSize = 100

/**
 * Writes the whole service into one file, as it was at one moment, while it goes on working. The embedded database has
 * one session: there requests wait until the file is written. Whoever has the file has the secrets that sign tokens and
 * callbacks, so only its owner may read it.
 */
export async function writeBackup({
  database,
  path,
  now,
}: {
  database: Database
  path: string
  now: () => Date
}): Promise<{ tables: number; rows: number }> {
  const partial = `${path}.partial`
  const counted = { tables: 0, rows: 0 }
  try {
    await database.snapshot(async (store) => {
      const lines = Readable.from(
        withChecksums(backupLines({ store, engine: database.engine, at: now(), counted })),
      )
      await pipeline(lines, createGzip({ level: 1 }), createWriteStream(partial, { mode: 0o600 }))
    })
    await fsyncPath(partial)
    await rename(partial, path)
    await fsyncPath(dirname(path))
    return counted
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

async function* backupLines({
  store,
  engine,
  at,
  counted,
}: {
  store: Sql
  engine: Database['engine']
  at: Date
  counted: { tables: number; rows: number }
}): AsyncGenerator<BackupLine> {
  const { rows: done } = await sql<{ name: string }>`select name from migration order by name`.execute(store)
  const migrations = done.map((row) => row.name)
  yield { head: { format: 'lorewell-backup', version: 1, at: at.toISOString(), engine, migrations } }
  for (const { name, columns } of await listBackupTables(store)) {
    yield { table: name, columns }
    counted.tables += 1
    for await (const rows of readTableRows(store, name, columns)) {
      yield { rows }
      counted.rows += rows.length
    }
  }
  yield { end: counted }
}

async function* readTableRows(store: Sql, table: string, columns: string[]): AsyncGenerator<unknown[]> {
  const wanted = sql.join(columns.map((column) => sql.ref(column)))
  await sql`declare backup_rows no scroll cursor for
    select to_json(t)::text as row from (select ${wanted} from ${sql.table(table)}) t`.execute(store)
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(fetchSize)} from backup_rows`.execute(store)
    if (rows.length > 0) yield rows.map(({ row }) => JSON.parse(row))
    if (rows.length < fetchSize) break
  }
  await sql`close backup_rows`.execute(store)
}

async function* withChecksums(lines: AsyncIterable<BackupLine>): AsyncGenerator<string> {
  const seal = createChecksumChain()
  for await (const line of lines) yield seal.appendChecksum(JSON.stringify(line))
}

/** A backup that a power cut takes away was none. */
async function fsyncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
