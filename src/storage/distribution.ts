import { sql } from 'kysely'
import { AppError } from '../errors.ts'
import type { Database, Sql } from './database.ts'

/** Kept whole on every worker: what all organizations share, and what a person is looked up by before theirs is known. */
export const referenceTables = [
  'api_key',
  'browser_session',
  'embedding_space',
  'oauth_record',
  'organization',
  'member',
  'passkey',
  'team',
  'team_member',
]

/** Left where they are, on the coordinator: the service's own values, and what triggers guard or only one server reads. */
export const localTables = [
  'audit_event',
  'list_walk',
  'migration',
  'passkey_challenge_used',
  'service_value',
  'vector_change',
  'word_change',
]

/** By which the servers learn what has changed. */
const changeTriggers = {
  chunk: ['words_inserted', 'words_updated', 'words_deleted'],
  chunk_vector: ['vector_inserted', 'vector_updated', 'vector_deleted'],
  unfinished_document: ['words_shown'],
}

/** In this order: a table after those that it points to. */
export async function distributionPlan(store: Sql): Promise<string[]> {
  const tables = await tablesByDependency(store)
  const spread = tables.filter((name) => !referenceTables.includes(name) && !localTables.includes(name))
  return [
    // Only a table's own worker would hear of its changes there: servers compare vectors in the database instead.
    ...Object.entries(changeTriggers).flatMap(([table, names]) =>
      names.map((name) => `drop trigger if exists ${name} on ${table}`),
    ),
    ...tables
      .filter((name) => referenceTables.includes(name))
      .map((name) => `select create_reference_table('${name}')`),
    ...spread.map((name, index) => {
      const group = index === 0 ? 'none' : (spread[0] as string)
      return `select create_distributed_table('${name}', 'org_id', colocate_with => '${group}')`
    }),
  ]
}

/** Spreads the store over the workers of a Citus cluster by organization: as a whole or not at all. */
export async function distributeByOrganization(database: Database): Promise<{ statements: string[] }> {
  if (database.engine === 'pglite') {
    throw new AppError(
      'unavailable',
      'The embedded database is one file on one machine. Set DATABASE_URL to the coordinator of a Citus cluster.',
    )
  }
  if (!(await hasCitus(database.unrestricted))) {
    throw new AppError(
      'unavailable',
      'This PostgreSQL has no Citus. Install the extension there, add it to shared_preload_libraries, and try again; without it everything works on one primary, with replicas for reading (DATABASE_REPLICA_URL).',
    )
  }
  if (database.isDistributed) throw new AppError('conflict', 'The store is distributed already.')
  await sql`create extension if not exists citus`.execute(database.unrestricted)
  return database.transaction(async (store) => {
    const statements = await distributionPlan(store)
    await sql`set local citus.enable_unsafe_triggers = on`.execute(store)
    try {
      for (const statement of statements) await sql.raw(statement).execute(store)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new AppError('unavailable', `Citus refused it, and nothing was changed: ${reason}`, { cause })
    }
    return { statements }
  })
}

async function hasCitus(store: Sql): Promise<boolean> {
  const { rows } = await sql`select from pg_available_extensions where name = 'citus'`.execute(store)
  return rows.length > 0
}

async function tablesByDependency(store: Sql): Promise<string[]> {
  const { rows } = await sql<{ name: string; points_to: string[] }>`
    select c.relname as name, coalesce(array_agg(distinct t.relname::text) filter (where t.oid <> c.oid), '{}') as points_to
    from pg_class c
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f'
    left join pg_class t on t.oid = k.confrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by c.relname order by c.relname`.execute(store)
  const placed: string[] = []
  while (placed.length < rows.length) {
    const next = rows.find(
      ({ name, points_to: needed }) => !placed.includes(name) && needed.every((one) => placed.includes(one)),
    )
    if (!next) throw new Error('Tables point at one another in a circle')
    placed.push(next.name)
  }
  return placed
}
