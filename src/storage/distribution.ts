import { sql } from 'kysely'
import { AppError } from '../errors.ts'
import type { Database, Sql } from './database.ts'

/** Replicated to every worker: data shared by all organizations or read before the caller's organization is known. */
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

/** Stay on the coordinator: values of the service, tables guarded by triggers, and tables read by one server only. */
export const localTables = [
  'audit_event',
  'list_walk',
  'migration',
  'passkey_challenge_used',
  'service_value',
  'vector_change',
  'word_change',
]

/** The triggers that record changes for the in-memory indexes. */
const changeTriggers = {
  chunk: ['words_inserted', 'words_updated', 'words_deleted'],
  chunk_vector: ['vector_inserted', 'vector_updated', 'vector_deleted'],
  unfinished_document: ['words_shown'],
}

/** Returns the statements that distribute the store, each table after the tables it references. */
export async function distributionPlan(store: Sql): Promise<string[]> {
  const tables = await tablesByDependency(store)
  const distributed = tables.filter((name) => !referenceTables.includes(name) && !localTables.includes(name))
  return [
    // On a worker these triggers would not reach the servers, which search vectors in the database instead.
    ...Object.entries(changeTriggers).flatMap(([table, names]) =>
      names.map((name) => `drop trigger if exists ${name} on ${table}`),
    ),
    ...tables
      .filter((name) => referenceTables.includes(name))
      .map((name) => `select create_reference_table('${name}')`),
    ...distributed.map((name, index) => {
      const group = index === 0 ? 'none' : (distributed[0] as string)
      return `select create_distributed_table('${name}', 'org_id', colocate_with => '${group}')`
    }),
  ]
}

/** Distributes the store over the workers of a Citus cluster by organization, in one transaction. */
export async function distributeByOrganization(database: Database): Promise<{ statements: string[] }> {
  if (database.engine === 'pglite') {
    throw new AppError(
      'unavailable',
      'The embedded database cannot be distributed. Set DATABASE_URL to the coordinator of a Citus cluster.',
    )
  }
  if (!(await hasCitus(database.unrestricted))) {
    throw new AppError(
      'unavailable',
      'This PostgreSQL server has no Citus extension. Install it, add it to shared_preload_libraries, and try again. Without Citus, use one primary and a read replica (DATABASE_REPLICA_URL).',
    )
  }
  if (database.isDistributed) throw new AppError('conflict', 'The store is already distributed.')
  await sql`create extension if not exists citus`.execute(database.unrestricted)
  return database.transaction(async (store) => {
    const statements = await distributionPlan(store)
    await sql`set local citus.enable_unsafe_triggers = on`.execute(store)
    try {
      for (const statement of statements) await sql.raw(statement).execute(store)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new AppError('unavailable', `Citus rejected the distribution; nothing was changed: ${reason}`, {
        cause,
      })
    }
    return { statements }
  })
}

async function hasCitus(store: Sql): Promise<boolean> {
  const { rows } = await sql`select from pg_available_extensions where name = 'citus'`.execute(store)
  return rows.length > 0
}

async function tablesByDependency(store: Sql): Promise<string[]> {
  const { rows } = await sql<{ name: string; references: string[] }>`
    select c.relname as name, coalesce(array_agg(distinct t.relname::text) filter (where t.oid <> c.oid), '{}') as "references"
    from pg_class c
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f'
    left join pg_class t on t.oid = k.confrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by c.relname order by c.relname`.execute(store)
  const sorted: string[] = []
  while (sorted.length < rows.length) {
    const next = rows.find(
      ({ name, references }) => !sorted.includes(name) && references.every((table) => sorted.includes(table)),
    )
    if (!next) throw new Error('The foreign keys of the tables form a cycle')
    sorted.push(next.name)
  }
  return sorted
}
