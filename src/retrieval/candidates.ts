import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../access/viewer.ts'
import { visibleTo } from '../access/visibility.ts'
import type { ReviewState } from '../contract/notes.ts'
import { vectorText } from '../library/document-index.ts'
import type { Database, Sql } from '../storage/database.ts'
import { lexicalRanking } from './lexical-ranking.ts'

/** A passage that one of the rankings brought up, with what each of them says of it. */
export interface Candidate {
  chunkKey: number
  documentKey: number
  ordinal: number
  heading: string
  body: string
  terms: string
  /** Cosine similarity to the question; undefined without an embedding of either. */
  similarity: number | undefined
  /** The same of the passage together with the ones before and after it in its document. */
  windowTerms: string
  windowSimilarity: number | undefined
  /** Of each of its sentences, where they were embedded and it was looked at closely. */
  sentenceSimilarities?: readonly number[]
  document: {
    id: string
    rootId: string | undefined
    title: string
    url: string
    language: string
    updatedAt: Date
    reviewState: ReviewState | undefined
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
 * The best passages by words and by meaning, each ranking over what the viewer may see and nothing else, with the
 * documents they stand in and what stands around them.
 */
export async function findCandidates(
  store: Sql,
  database: Pick<Database, 'lexical'>,
  viewer: Viewer,
  { terms, vector, spaceId, depth, inScope, filter = visibleTo }: CandidateQuery,
): Promise<Candidate[]> {
  // The ranking index gives rows in order; without statistics the planner would rather score and sort them all.
  if (database.lexical === 'bm25') await sql`set local enable_sort = off`.execute(store)
  const byWords = await sql<{ key: number }>`${lexicalRanking(database.lexical, {
    terms,
    depth,
    where: sql`${filter(viewer, 'c')} and ${inScope('c')}`,
  })}`.execute(store)
  if (database.lexical === 'bm25') await sql`set local enable_sort = on`.execute(store)
  const keys = byWords.rows.map((row) => row.key)
  const question = vector && sql`${vectorText(vector)}::vector`
  const similarity = (embedding: string) =>
    question ? sql`1 - (${sql.raw(embedding)} <=> ${question})` : sql`null::float8`
  const byMeaning = question
    ? sql`select v.chunk_key as key from chunk_vector v
        where ${filter(viewer, 'v')} and v.space_id = ${spaceId} and ${inScope('v')}
        order by v.embedding <=> ${question} limit ${depth}`
    : sql`select null::bigint as key where false`
  const { rows } = await sql<Row>`
    with by_meaning as materialized (${byMeaning}),
    found as materialized (select unnest(${keys}::bigint[]) as key union select key from by_meaning)
    select c.key, c.document_key, c.ordinal, c.heading, c.body, c.terms, ${similarity('v.embedding')} as similarity,
      around.terms as window_terms, around.similarity as window_similarity,
      d.id, d.root_id, d.title, d.url, d.language, d.updated_at, d.review_state, d.review_until
    from found
    join chunk c on ${filter(viewer, 'c')} and c.key = found.key
    join document d on ${filter(viewer, 'd')} and d.key = c.document_key
    left join chunk_vector v on ${filter(viewer, 'v')} and v.chunk_key = found.key and v.space_id = ${spaceId}
    cross join lateral (
      select string_agg(n.terms, ' ' order by n.ordinal) as terms, ${similarity('avg(w.embedding)')} as similarity
      from chunk n
      left join chunk_vector w on ${filter(viewer, 'w')} and w.chunk_key = n.key and w.space_id = ${spaceId}
      where ${filter(viewer, 'n')} and n.document_key = c.document_key
        and n.ordinal between c.ordinal - 1 and c.ordinal + 1
    ) around`.execute(store)
  return rows.map(present)
}

interface Row {
  key: number
  document_key: number
  ordinal: number
  heading: string
  body: string
  terms: string
  similarity: number | null
  window_terms: string
  window_similarity: number | null
  id: string
  root_id: string | null
  title: string
  url: string
  language: string
  updated_at: Date
  review_state: 'Verified' | 'Outdated' | 'VerificationRequested' | null
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
    similarity: row.similarity ?? undefined,
    windowTerms: row.window_terms,
    windowSimilarity: row.window_similarity ?? undefined,
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
