import { sql } from 'kysely'
import type { Viewer } from '../access/viewer.ts'
import { visibleTo } from '../access/visibility.ts'
import type { ReviewState } from '../contract/notes.ts'
import type { Database, Sql } from '../storage/database.ts'
import { kept } from '../storage/kept-statements.ts'
import { lexicalRanking, rankByIndex, type TermStatistics } from './lexical-ranking.ts'
import { isAmong } from './scope.ts'

/** A passage that one of the rankings brought up: what is needed to compare it with the others. */
export interface FoundPassage {
  chunkKey: number
  documentKey: number
  ordinal: number
  terms: readonly string[]
  /** Cosine similarity to the question; undefined without an embedding of either. */
  similarity?: number
  /** The same of the passage together with the ones before and after it in its document, once they were read. */
  windowTerms?: readonly string[]
  windowSimilarity?: number
}

/** A candidate that was read. */
export interface Candidate extends FoundPassage {
  heading: string
  body: string
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

interface Reading {
  viewer: Viewer
  /** Switched off only by the test that shows row-level security holding alone. */
  filter?: typeof visibleTo
}

/** The best passages by words, and those that are given: each ranking is over what the viewer may see and nothing else. */
export async function findCandidates(
  store: Sql,
  database: Pick<Database, 'lexical'>,
  { viewer, filter = visibleTo }: Reading,
  {
    terms,
    statistics,
    near,
    documentKeys,
    depth,
  }: {
    terms: string[]
    statistics: TermStatistics
    near: { keys: readonly number[]; share?: number }
    documentKeys: readonly number[] | undefined
    depth: number
  },
): Promise<FoundPassage[]> {
  if (database.lexical === 'bm25') await rankByIndex(store, depth, near.share)
  // A statement by itself: within another one the index would not rank.
  const byWords = await sql<{ key: number }>`${lexicalRanking(database.lexical, {
    terms,
    ...statistics,
    depth,
    where: sql`${filter(viewer, 'c')} and ${isAmong(documentKeys, 'c.document_key')}`,
  })}`.execute(store)
  const keys = [...new Set([...byWords.rows.map((row) => row.key), ...near.keys])]
  const { rows } = await sql<PlacedRow>`${kept}
    select c.key, c.document_key, c.ordinal, c.terms from chunk c
    where ${filter(viewer, 'c')} and c.key = any(${keys}::bigint[])`.execute(store)
  return rows.map(placed)
}

/** The passages before and after each one in its document, by document and place; those at hand are not read again. */
export async function readAround(
  store: Sql,
  { viewer, filter = visibleTo }: Reading,
  passages: readonly FoundPassage[],
): Promise<(passage: FoundPassage) => FoundPassage[]> {
  const at = (documentKey: number, ordinal: number) => `${documentKey} ${ordinal}`
  const known = new Map(passages.map((passage) => [at(passage.documentKey, passage.ordinal), passage]))
  const missing = new Map(
    passages
      .flatMap(({ documentKey, ordinal }) => [
        { documentKey, ordinal: ordinal - 1 },
        { documentKey, ordinal: ordinal + 1 },
      ])
      .map((place) => [at(place.documentKey, place.ordinal), place] as const)
      .filter(([name, { ordinal }]) => ordinal >= 0 && !known.has(name)),
  )
  if (missing.size > 0) {
    const places = [...missing.values()]
    const { rows } = await sql<PlacedRow>`${kept}
      select n.key, n.document_key, n.ordinal, n.terms
      from unnest(${places.map((place) => place.documentKey)}::bigint[], ${places.map((place) => place.ordinal)}::int[])
        as place (document_key, ordinal)
      join chunk n on ${filter(viewer, 'n')} and n.document_key = place.document_key and n.ordinal = place.ordinal`.execute(
      store,
    )
    for (const row of rows) known.set(at(row.document_key, row.ordinal), placed(row))
  }
  return ({ documentKey, ordinal }) =>
    [-1, 0, 1].flatMap((step) => known.get(at(documentKey, ordinal + step)) ?? [])
}

/** With what stands in them, and in which document; one that is gone by now is left out. */
export async function readCandidates<C extends { candidate: FoundPassage }>(
  store: Sql,
  { viewer, filter = visibleTo }: Reading,
  entries: readonly C[],
): Promise<(Omit<C, 'candidate'> & { candidate: Candidate })[]> {
  const { rows } = await sql<ReadRow>`${kept}
    select c.key, c.heading, c.body,
      d.id, d.root_id, d.title, d.url, d.language, d.updated_at, d.review_state, d.review_until
    from chunk c join document d on ${filter(viewer, 'd')} and d.key = c.document_key
    where ${filter(viewer, 'c')}
      and c.key = any(${entries.map(({ candidate }) => candidate.chunkKey)}::bigint[])`.execute(store)
  const read = new Map(rows.map((row) => [row.key, row]))
  return entries.flatMap((entry) => {
    const row = read.get(entry.candidate.chunkKey)
    return row ? [{ ...entry, candidate: { ...entry.candidate, ...present(row) } }] : []
  })
}

interface PlacedRow {
  key: number
  document_key: number
  ordinal: number
  terms: string
}

function placed(row: PlacedRow): FoundPassage {
  return {
    chunkKey: row.key,
    documentKey: row.document_key,
    ordinal: row.ordinal,
    terms: row.terms.split(' '),
  }
}

interface ReadRow {
  key: number
  heading: string
  body: string
  id: string
  root_id: string | null
  title: string
  url: string
  language: string
  updated_at: Date
  review_state: 'Verified' | 'Outdated' | 'VerificationRequested' | null
  review_until: Date | null
}

function present(row: ReadRow): Pick<Candidate, 'heading' | 'body' | 'document'> {
  return {
    heading: row.heading,
    body: row.body,
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
