import { sql } from 'kysely'
import { AppError } from '../errors.ts'
import type { Database, Sql } from './database.ts'

/** An approximate index (HNSW) of the vectors of one embedding space, for stores that do not fit in memory. */
export interface VectorIndex {
  spaceId: number
  dimensions: number
}

/** The first version with iterative scans, which return enough rows after filtering. */
const minPgvectorVersion = '0.8'
const maxIndexDimensions = 4000

/** Half precision halves the index size at equal quality: results are rescored exactly. */
export function indexedVector({ dimensions }: VectorIndex, column = sql`embedding`) {
  return sql`${column}::halfvec(${sql.lit(dimensions)})`
}

/** Returns the index of the current embedding space, if it is complete. */
export async function findVectorIndex(store: Sql): Promise<VectorIndex | undefined> {
  const space = await currentSpace(store)
  if (!space) return undefined
  const { rows } = await sql`
    select from pg_class c join pg_index i on i.indexrelid = c.oid
    where c.relname = ${vectorIndexName(space)} and i.indisvalid`.execute(store)
  return rows.length > 0 ? space : undefined
}

/** Creates the index concurrently with writes, and drops stale or incomplete ones. */
export async function createVectorIndex(
  database: Database,
  { onProgress }: { onProgress?: (done: number, total: number) => void } = {},
): Promise<{ made: boolean; vectors: number }> {
  const store = database.unrestricted
  await requirePgvectorVersion(store)
  const space = await currentSpace(store)
  if (!space) throw new AppError('conflict', 'There are no vectors to index yet: import content first.')
  if (space.dimensions > maxIndexDimensions)
    throw new AppError(
      'unavailable',
      `The vectors of this model have ${space.dimensions} dimensions; an index supports at most ${maxIndexDimensions}.`,
    )
  const exists = (await findVectorIndex(store)) !== undefined
  for (const name of await listStaleIndexes(store, exists ? vectorIndexName(space) : undefined))
    await sql`drop index ${sql.id(name)}`.execute(store)
  if (!exists) {
    const progressTimer = onProgress && setInterval(() => void reportIndexProgress(store, onProgress), 2000)
    try {
      const statement = sql`create index concurrently ${sql.id(vectorIndexName(space))} on chunk_vector
        using hnsw ((${indexedVector(space)}) halfvec_cosine_ops) where space_id = ${sql.lit(space.spaceId)}`
      await database.withoutTimeout(async (store) => {
        await raiseBuildMemory(store, space)
        try {
          await statement.execute(store)
        } finally {
          await sql`reset maintenance_work_mem`.execute(store).catch(() => {})
        }
      })
    } finally {
      clearInterval(progressTimer)
    }
  }
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from chunk_vector where space_id = ${space.spaceId}`.execute(store)
  return { made: !exists, vectors: rows[0]?.count ?? 0 }
}

/** Neighbours and bookkeeping of a vector while the index is built. */
const graphBytesPerVector = 750

/** A graph that exceeds the memory is built many times slower. Takes at most a quarter of the memory that the server may cache with. */
async function raiseBuildMemory(store: Sql, { spaceId, dimensions }: VectorIndex): Promise<void> {
  await sql`
    select set_config('maintenance_work_mem', greatest(
      pg_size_bytes(current_setting('maintenance_work_mem')),
      least(
        (select count(*) from chunk_vector where space_id = ${spaceId}) * ${2 * dimensions + graphBytesPerVector}::bigint,
        pg_size_bytes(current_setting('effective_cache_size')) / 4)
    ) / 1024 || 'kB', false)`.execute(store)
}

export function vectorIndexName({ spaceId }: VectorIndex): string {
  return `${vectorIndexPrefix}${spaceId}`
}

const vectorIndexPrefix = 'chunk_vector_near_'

async function currentSpace(store: Sql): Promise<VectorIndex | undefined> {
  const { rows } = await sql<{ id: number; dimensions: number }>`
    select id, dimensions from embedding_space where is_current`.execute(store)
  return rows[0] && { spaceId: rows[0].id, dimensions: rows[0].dimensions }
}

async function listStaleIndexes(store: Sql, current: string | undefined): Promise<string[]> {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_class where relkind = 'i' and starts_with(relname, ${vectorIndexPrefix})
      and relname is distinct from ${current ?? null}`.execute(store)
  return rows.map((row) => row.relname)
}

async function requirePgvectorVersion(store: Sql): Promise<void> {
  const { rows } = await sql<{ extversion: string }>`
    select extversion from pg_extension where extname = 'vector'`.execute(store)
  const version = rows[0]?.extversion ?? '0'
  const isTooOld = version.localeCompare(minPgvectorVersion, 'en', { numeric: true }) < 0
  if (isTooOld)
    throw new AppError(
      'unavailable',
      `pgvector ${version} is installed, but ${minPgvectorVersion} is required. Install it and run "alter extension vector update".`,
    )
}

/** Reports nothing on the embedded database, whose single session runs the index build. */
async function reportIndexProgress(store: Sql, onProgress: (done: number, total: number) => void): Promise<void> {
  const { rows } = await sql<{ tuples_done: number; tuples_total: number }>`
    select tuples_done, tuples_total from pg_stat_progress_create_index
    where relid = 'chunk_vector'::regclass`
    .execute(store)
    .catch(() => ({ rows: [] }))
  if (rows[0]) onProgress(rows[0].tuples_done, rows[0].tuples_total)
}
