import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Database, Sql } from '../storage/database.ts'
import { writeDurably } from '../storage/durable-file.ts'
import { type BackupLine, createChecksumChain } from './backup-file.ts'
import { listBackupTables } from './backup-tables.ts'
import { encryptServerKeys, readServerKeys, serverKeysName } from './server-keys.ts'

const fetchSize = 100

/**
 * Writes a consistent snapshot of the whole store to one file while the service runs. The embedded database has a single
 * session, so its requests wait until the file is written. The keys of the server are in it only with a passphrase, and
 * encrypted. Only its owner can read the file.
 */
export async function writeBackup({
  database,
  path,
  passphrase,
  now,
  signal,
}: {
  database: Database
  path: string
  passphrase?: string | undefined
  now: () => Date
  /** An abort leaves no file behind. */
  signal?: AbortSignal | undefined
}): Promise<{ tables: number; rows: number }> {
  const counts = { tables: 0, rows: 0 }
  await writeDurably(path, (partialPath) =>
    database.snapshot(async (store) => {
      const lines = backupLines({ store, engine: database.engine, at: now(), passphrase, counts })
      const file = createWriteStream(partialPath, { flags: 'wx', mode: 0o600 })
      await pipeline(Readable.from(withChecksums(lines)), createGzip({ level: 1 }), file, { signal })
    }),
  )
  return counts
}

async function* backupLines({
  store,
  engine,
  at,
  passphrase,
  counts,
}: {
  store: Sql
  engine: Database['engine']
  at: Date
  passphrase: string | undefined
  counts: { tables: number; rows: number }
}): AsyncGenerator<BackupLine> {
  const { rows: done } = await sql<{ name: string }>`select name from migration order by name`.execute(store)
  const migrations = done.map((row) => row.name)
  const keys = passphrase ? await readServerKeys(store) : undefined
  const serverKeys = keys && passphrase ? await encryptServerKeys(keys, passphrase) : undefined
  yield {
    head: {
      ...{ format: 'lorewell-backup', version: 1, at: at.toISOString(), engine, migrations },
      ...(serverKeys && { serverKeys }),
    },
  }
  for (const { name, columns } of await listBackupTables(store)) {
    yield { table: name, columns }
    counts.tables += 1
    for await (const rows of readTableRows(store, name, columns)) {
      yield { rows }
      counts.rows += rows.length
    }
  }
  yield { end: counts }
}

async function* readTableRows(store: Sql, table: string, columns: string[]): AsyncGenerator<unknown[]> {
  const selected = sql.join(columns.map((column) => sql.ref(column)))
  await sql`declare backup_rows no scroll cursor for
    select to_json(t)::text as row from (select ${selected} from ${sql.table(table)} ${rowFilter(table)}) t`.execute(
    store,
  )
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(fetchSize)} from backup_rows`.execute(store)
    if (rows.length > 0) yield rows.map(({ row }) => JSON.parse(row))
    if (rows.length < fetchSize) break
  }
  await sql`close backup_rows`.execute(store)
}

function rowFilter(table: string) {
  return table === 'service_value' ? sql`where name <> ${sql.lit(serverKeysName)}` : sql``
}

async function* withChecksums(lines: AsyncIterable<BackupLine>): AsyncGenerator<string> {
  const checksums = createChecksumChain()
  for await (const line of lines) yield checksums.appendChecksum(JSON.stringify(line))
}
