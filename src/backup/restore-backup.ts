import { sql } from 'kysely'
import { AppError } from '../errors.ts'
import {
  allowLongTransaction,
  type Database,
  type DatabaseSettings,
  openDatabase,
  type Sql,
} from '../storage/database.ts'
import { knownMigrations } from '../storage/migrate.ts'
import { optimizeDatabase } from '../storage/optimize-database.ts'
import { checkBackup, readBackup } from './backup-file.ts'
import { decryptServerKeys, readServerKeys, serverKeysName } from './server-keys.ts'

/** Tables whose existing rows stay and win over the backup's: an unused store can already have audit events. */
const preservedTables = ['audit_event']

/**
 * Restores a backup into an empty store, on either engine. Verifies the whole file before writing, and writes it in one
 * transaction. Without the keys of the server, which are encrypted with a passphrase, the restored service makes new ones
 * and everyone signs in again.
 */
export async function restoreBackup(
  path: string,
  settings: DatabaseSettings,
  { passphrase }: { passphrase?: string | undefined } = {},
): Promise<{ tables: number; rows: number; at: string; serverKeys: 'restored' | 'new' }> {
  const { head, tables, rows } = await checkBackup(path)
  const unknown = head.migrations.filter((name) => !knownMigrations().includes(name))
  if (unknown.length > 0) {
    throw new AppError(
      'unavailable',
      `A newer version of Lorewell wrote this backup (it has ${unknown.join(', ')}). Restore it with that version.`,
    )
  }
  const keys = passphrase && head.serverKeys ? await decryptServerKeys(head.serverKeys, passphrase) : undefined
  let hasKeys = false
  // Start with the backup's schema: later migrations then convert its rows as in an upgrade.
  const older = await openDatabase(settings, { migrations: head.migrations })
  try {
    await requireEmpty(older, head.migrations)
    await older.transaction(async (store) => {
      await allowLongTransaction(store)
      await loadBackup(store, path)
      hasKeys = await restoreServerKeys(store, keys)
    })
  } finally {
    await older.close()
  }
  const database = await openDatabase(settings)
  try {
    await optimizeDatabase(database)
  } finally {
    await database.close()
  }
  return { tables, rows, at: head.at, serverKeys: hasKeys ? 'restored' : 'new' }
}

async function requireEmpty(database: Database, migrations: readonly string[]): Promise<void> {
  const { rows } = await sql`select from organization limit 1`.execute(database.unrestricted)
  if (rows.length > 0) {
    throw new AppError(
      'conflict',
      'This store already has an organization. Restore into an empty store: choose another DATA_DIR or an empty database.',
    )
  }
  const { rows: done } = await sql<{ name: string }>`select name from migration`.execute(database.unrestricted)
  if (done.some(({ name }) => !migrations.includes(name))) {
    throw new AppError(
      'conflict',
      'A newer version than the one that wrote the backup has opened this store. Choose a new DATA_DIR or an empty database.',
    )
  }
}

async function loadBackup(store: Sql, path: string): Promise<void> {
  // Rows can refer to tables that are loaded later. Adding the foreign keys again checks all of them.
  const foreignKeys = await dropForeignKeys(store)
  let table = ''
  let columns: string[] = []
  for await (const line of readBackup(path)) {
    if ('table' in line) {
      ;({ table, columns } = line)
      if (!preservedTables.includes(table)) await sql`delete from ${sql.table(table)}`.execute(store)
    } else if ('rows' in line) await insertRows(store, table, columns, line.rows)
  }
  for (const { name, target, definition } of foreignKeys)
    await sql`alter table ${sql.table(target)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(store)
  await advanceSequences(store)
}

/** Stores the decrypted keys; backups of older versions have them among their rows. Returns whether there are keys. */
async function restoreServerKeys(store: Sql, keys: unknown): Promise<boolean> {
  if (keys !== undefined)
    await sql`
      insert into service_value (name, value) values (${serverKeysName}, ${JSON.stringify(keys)}::jsonb)
      on conflict (name) do update set value = excluded.value`.execute(store)
  if ((await readServerKeys(store)) !== undefined) return true
  // Cookies of the authorization server are signed with the old keys. A session can have been ended since the backup.
  await sql`delete from browser_session`.execute(store)
  await sql`delete from oauth_record where kind in ('Session', 'Interaction')`.execute(store)
  return false
}

interface ForeignKey {
  name: string
  target: string
  definition: string
}

async function dropForeignKeys(store: Sql): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select k.conname as name, c.relname as target, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and k.conparentid = 0`.execute(store)
  for (const { name, target } of rows)
    await sql`alter table ${sql.table(target)} drop constraint ${sql.ref(name)}`.execute(store)
  return rows
}

async function insertRows(store: Sql, table: string, columns: string[], rows: unknown[]): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (${names}) overriding system value
    select ${names} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)
    ${preservedTables.includes(table) ? sql`on conflict do nothing` : sql``}`.execute(store)
}

/** Sets each sequence past the highest restored value. */
async function advanceSequences(store: Sql): Promise<void> {
  const { rows } = await sql<{ target: string; column: string; sequence: string }>`
    select c.relname as target, a.attname as column, pg_get_serial_sequence(format('%I', c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`.execute(store)
  for (const { target, column, sequence } of rows)
    await sql`select setval(${sequence}, (select coalesce(max(${sql.ref(column)}), 0) + 1 from ${sql.table(target)}), false)`.execute(
      store,
    )
}
