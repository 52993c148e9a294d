import { sql } from 'kysely'
import type { Database, Sql } from '../../src/storage/database.ts'

/** Tables that get a row for every passage. */
const passageTables = ['document', 'chunk', 'chunk_vector', 'passage_terms', 'vector_change', 'word_change']

/** Drops the indexes that no constraint needs; returns the definitions of all but the index of vectors. */
export async function dropIndexes(store: Sql): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string; method: string }>`
    select c.relname as name, pg_get_indexdef(c.oid) as definition, m.amname as method
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
    where i.indrelid = any (${passageTables}::regclass[])
      and not exists (select from pg_constraint where conindid = i.indexrelid)`.execute(store)
  await sql`drop index ${sql.join(rows.map(({ name }) => sql.id(name)))}`.execute(store)
  return rows.filter(({ method }) => method !== 'hnsw').map(({ definition }) => definition)
}

/** Tells whether an index takes minutes on a large store, as an inverted index does, which one process builds. */
export function isInvertedIndex(definition: string): boolean {
  return / USING gin /.test(definition)
}

/** Builds an index unless it is there, with more memory than the default: a build that exceeds it takes several times longer. */
export async function buildIndex(database: Database, definition: string): Promise<void> {
  await database.withoutTimeout(async (store) => {
    await sql`
      select set_config('maintenance_work_mem', greatest(
        pg_size_bytes('512MB'), pg_size_bytes(current_setting('maintenance_work_mem')),
        pg_size_bytes(current_setting('effective_cache_size')) / 8
      ) / 1024 || 'kB', false)`.execute(store)
    try {
      await sql.raw(definition.replace(/^CREATE (UNIQUE )?INDEX /, '$&IF NOT EXISTS ')).execute(store)
    } finally {
      await sql`reset maintenance_work_mem`.execute(store)
    }
  })
}

/** Returns the phases that vacuum and analyze the tables, the largest first. */
export async function vacuumPhases(database: Database): Promise<(() => Promise<unknown>)[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by pg_table_size(oid) desc`.execute(database.unrestricted)
  return rows.map(
    ({ name }) =>
      () =>
        database.withoutTimeout((store) => sql`vacuum analyze ${sql.table(name)}`.execute(store)),
  )
}

const progressIntervalMs = 30_000

/** Runs work and prints from time to time how far the index builds of the server are. */
export async function withBuildProgress<T>(
  print: (line: string) => void,
  database: Database,
  work: () => Promise<T>,
): Promise<T> {
  const timer = setInterval(() => void printProgress(print, database.unrestricted).catch(() => {}), progressIntervalMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

async function printProgress(print: (line: string) => void, store: Sql): Promise<void> {
  const { rows } = await sql<{ name: string; phase: string; percent: number | null }>`
    select c.relname as name, p.phase, round(100.0 * case when p.tuples_total > 0 then p.tuples_done::float8 / p.tuples_total
      else p.blocks_done::float8 / nullif(p.blocks_total, 0) end)::int as percent
    from pg_stat_progress_create_index p join pg_class c on c.oid = p.index_relid`.execute(store)
  for (const { name, phase, percent } of rows) print(`  ${name}: ${phase}, ${percent ?? 0} %`)
}
