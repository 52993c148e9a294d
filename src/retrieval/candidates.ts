import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../access/viewer.ts'
import { visibleTo } from '../access/visibility.ts'
import { vectorText } from '../library/document-index.ts'
import type { Database, Sql } from '../storage/database.ts'
import { lexicalRanking, lexicalScore } from './lexical-ranking.ts'

/** A passage that one of the rankings brought up, with what each of them says of it. */
export interface Candidate {
  chunkKey: number
  documentKey: number
  ordinal: number
  heading: string
  body: string
  terms: string
  /** BM25 of the passage's terms for the question's. */
  bm25: number
  /** Cosine similarity to the question; undefined without an embedding of either. */
  similarity: number | undefined
  document: {
    id: string
    rootId: string | undefined
    title: string
    url: string
    language: string
    updatedAt: Date
    reviewState: string | undefined
    reviewUntil: Date | undefined
  }
}

export interface CandidateQuery {
  terms: string[]
  vector: Float32Array | undefined
  spaceId: number
  depth: number
  inScope: (alias: string) => RawBuilder<boolean>
  /** Switched off only by the test that shows row-level security holding alone. */
  filter?: typeof visibleTo
}

/**
 * One statement: the best passages by words and by meaning, each ranking over what the viewer may see and nothing else,
 * with the documents they stand in. Both rankings score every passage that either brings up, so fusion has no holes.
 */
export async function findCandidates(
  store: Sql,
  database: Pick<Database, 'lexical'>,
  viewer: Viewer,
  { terms, vector, spaceId, depth, inScope, filter = visibleTo }: CandidateQuery,
): Promise<Candidate[]> {
  const lexical = lexicalRanking(database.lexical, {
    terms,
    depth,
    where: sql`${filter(viewer, 'c')} and ${inScope('c')}`,
  })
  const question = vector && sql`${vectorText(vector)}::vector`
  const dense = question
    ? sql`select v.chunk_key as key, 1 - (v.embedding <=> ${question}) as similarity
        from chunk_vector v
        where ${filter(viewer, 'v')} and v.space_id = ${spaceId} and ${inScope('v')}
        order by v.embedding <=> ${question} limit ${depth}`
    : sql`select null::bigint as key, null::float8 as similarity where false`
  const { rows } = await sql<Row>`
    with lexical as materialized (${lexical}), dense as materialized (${dense}),
    found as (select key from lexical union select key from dense)
    select c.key, c.document_key, c.ordinal, c.heading, c.body, c.terms,
      coalesce(lexical.bm25, ${lexicalScore(database.lexical, terms)}) as bm25,
      coalesce(dense.similarity, ${question ? sql`1 - (v.embedding <=> ${question})` : sql`null::float8`}) as similarity,
      d.id, d.root_id, d.title, d.url, d.language, d.updated_at, d.review_state, d.review_until
    from found
    join chunk c on ${filter(viewer, 'c')} and c.key = found.key
    join document d on ${filter(viewer, 'd')} and d.key = c.document_key
    left join lexical on lexical.key = found.key
    left join dense on dense.key = found.key
    left join chunk_vector v on ${filter(viewer, 'v')} and v.chunk_key = found.key and v.space_id = ${spaceId}`.execute(
    store,
  )
  return rows.map(present)
}

interface Row {
  key: number
  document_key: number
  ordinal: number
  heading: string
  body: string
  terms: string
  bm25: number
  similarity: number | null
  id: string
  root_id: string | null
  title: string
  url: string
  language: string
  updated_at: Date
  review_state: string | null
  review_until: Date | null
}

function present(row: Row): Candidate {
  return {
    chunkKey: row.key,
    documentKey: row.document_key,
    ordinal: row.ordinal,
    heading: row.heading,
    body: row.body,
    terms: row.terms,
    bm25: row.bm25,
    similarity: row.similarity ?? undefined,
    document: {
      id: row.id,
      rootId: row.root_id ?? undefined,
      title: row.title,
      url: row.url,
      language: row.language,
      updatedAt: row.updated_at,
      reviewState: row.review_state ?? undefined,
      reviewUntil: row.review_until ?? undefined,
    },
  }
}
