import { sql } from 'kysely'
import { AppError } from '../errors.ts'
import type { Database, Sql } from './database.ts'

/** An approximate index (HNSW) of the vectors of one space, for stores that are larger than what memory may hold. */
export interface VectorIndex {
  spaceId: number
  dimensions: number
}

/** Before it an index gave up where a filter left too little of what it had found. */
const minPgvectorVersion = '0.8'
const maxIndexDimensions = 4000

/** Half as large as with all of a vector's bits, and as good: what it finds is compared exactly afterwards. */
export function indexedVector({ dimensions }: VectorIndex, column = sql`embedding`) {
  return sql`${column}::halfvec(${sql.lit(dimensions)})`
}

/** That of the current space, once it is whole. */
export async function findVectorIndex(store: Sql): Promise<VectorIndex | undefined> {
  const space = await currentSpace(store)
  if (!space) return undefined
  const { rows } = await sql`
    select from pg_class c join pg_index i on i.indexrelid = c.oid
    where c.relname = ${vectorIndexName(space)} and i.indisvalid`.execute(store)
  return rows.length > 0 ? space : undefined
}

/** Makes it, while everything goes on; what an earlier space or an interrupted try left is removed. */
export async function createVectorIndex(
  database: Database,
  { onProgress }: { onProgress?: (done: number, total: number) => void } = {},
): Promise<{ made: boolean; vectors: number }> {
  const store = database.unrestricted
  await requirePgvectorVersion(store)
  const space = await currentSpace(store)
  if (!space) throw new AppError('conflict', 'Nothing is embedded yet: there are no vectors to index.')
  if (space.dimensions > maxIndexDimensions)
    throw new AppError(
      'unavailable',
      `The vectors of this model have ${space.dimensions} numbers; an index takes ${maxIndexDimensions} at most.`,
    )
  const isThere = (await findVectorIndex(store)) !== undefined
  for (const name of await listStaleIndexes(store, isThere ? vectorIndexName(space) : undefined))
    await sql`drop index ${sql.id(name)}`.execute(store)
  if (!isThere) {
    const watching = onProgress && setInterval(() => void reportIndexProgress(store, onProgress), 2000)
    try {
      await sql`create index concurrently ${sql.id(vectorIndexName(space))} on chunk_vector
        using hnsw ((${indexedVector(space)}) halfvec_cosine_ops) where space_id = ${sql.lit(space.spaceId)}`.execute(
        store,
      )
    } finally {
      clearInterval(watching)
    }
  }
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from chunk_vector where space_id = ${space.spaceId}`.execute(store)
  return { made: !isThere, vectors: rows[0]?.count ?? 0 }
}

function vectorIndexName({ spaceId }: VectorIndex): string {
  return `${vectorIndexPrefix}${spaceId}`
}

const vectorIndexPrefix = 'chunk_vector_near_'

async function currentSpace(store: Sql): Promise<VectorIndex | undefined> {
  const { rows } = await sql<{ id: number; dimensions: number }>`
    select id, dimensions from embedding_space where is_current`.execute(store)
  return rows[0] && { spaceId: rows[0].id, dimensions: rows[0].dimensions }
}

async function listStaleIndexes(store: Sql, wanted: string | undefined): Promise<string[]> {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_class where relkind = 'i' and starts_with(relname, ${vectorIndexPrefix})
      and relname is distinct from ${wanted ?? null}`.execute(store)
  return rows.map((row) => row.relname)
}

async function requirePgvectorVersion(store: Sql): Promise<void> {
  const { rows } = await sql<{ extversion: string }>`
    select extversion from pg_extension where extname = 'vector'`.execute(store)
  const version = rows[0]?.extversion ?? '0'
  const isOld = version.localeCompare(minPgvectorVersion, 'en', { numeric: true }) < 0
  if (isOld)
    throw new AppError(
      'unavailable',
      `pgvector ${version} is installed, ${minPgvectorVersion} is needed. Install it and run "alter extension vector update".`,
    )
}

/** Where there is one session only, nothing is told until it is done. */
async function reportIndexProgress(
  store: Sql,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const { rows } = await sql<{ tuples_done: number; tuples_total: number }>`
    select tuples_done, tuples_total from pg_stat_progress_create_index
    where relid = 'chunk_vector'::regclass`
    .execute(store)
    .catch(() => ({ rows: [] }))
  if (rows[0]) onProgress(rows[0].tuples_done, rows[0].tuples_total)
}
