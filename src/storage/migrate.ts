import { readdirSync, readFileSync } from 'node:fs'
import type { ClientBase } from 'pg'
import { AppError } from '../errors.ts'
import { codeDirectory } from '../installation.ts'

const migrationsDirectory = new URL('./storage/migrations/', codeDirectory)
/** Any fixed number; the same on every node. */
const migrationLockKey = 7_203_615

/** Applies the pending migrations in order, each in its own transaction. An advisory lock serializes nodes. */
export async function migrate(
  client: ClientBase,
  selected: readonly string[] = knownMigrations(),
): Promise<{ applied: string[] }> {
  const files = knownMigrations()
  await client.query('select pg_advisory_lock($1)', [migrationLockKey])
  try {
    await client.query(
      'create table if not exists migration (name text primary key, applied_at timestamptz(3) not null default now())',
    )
    const alreadyApplied = new Set(
      (await client.query<{ name: string }>('select name from migration')).rows.map((row) => row.name),
    )
    const unknown = [...alreadyApplied].filter((name) => !files.includes(name))
    if (unknown.length > 0) {
      throw new AppError(
        'unavailable',
        `A newer version of Lorewell wrote this store (it has ${unknown.join(', ')}). Start that version, or restore a backup from before the upgrade.`,
      )
    }
    const applied: string[] = []
    for (const name of files.filter((file) => selected.includes(file) && !alreadyApplied.has(file))) {
      await applyMigration(client, name)
      applied.push(name)
    }
    return { applied }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLockKey])
  }
}

export function knownMigrations(): string[] {
  return readdirSync(migrationsDirectory)
    .filter((name) => /^\d{4}-.*\.sql$/.test(name))
    .sort()
}

async function applyMigration(client: ClientBase, name: string): Promise<void> {
  try {
    await client.query('begin')
    await client.query(readFileSync(new URL(name, migrationsDirectory), 'utf8'))
    await client.query('insert into migration (name) values ($1)', [name])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new AppError('unavailable', `The migration ${name} failed and was rolled back: ${reason}`, {
      cause,
    })
  }
}
