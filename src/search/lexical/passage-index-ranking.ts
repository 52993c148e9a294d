import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { visibleTo } from '../../access/visibility.ts'
import type { Sql } from '../../storage/database.ts'
import { asPrepared } from '../../storage/prepared-statements.ts'
import type { PassageRef } from '../passage-candidate.ts'
import { createPassageScorer, inverseDocumentFrequency } from './bm25.ts'
import type { LexicalQuery } from './lexical-query.ts'

/** Passages that are scored exactly, relative to the depth. */
const candidateFactor = 4

/**
 * Returns the best visible passages by BM25, and the weights of the terms that occur. The index of the database (the table
 * passage_terms) tells which of the caller's passages contain which of the rarer terms, and so how rare they are; the best
 * of these passages are then scored by all terms and their occurrences.
 */
export async function rankByPassageIndex(
  store: Sql,
  query: LexicalQuery,
): Promise<{ hits: PassageRef[]; weights: ReadonlyMap<string, number> }> {
  const { caller, terms, commonTerms, averageLength, documentKeys, depth } = query
  const repetitions = countRepetitions(terms)
  const leading = [...repetitions.keys()].filter((term) => !commonTerms.has(term))
  const factorOf = (term: string) => query.factors.get(term) ?? 1
  const factors = leading.map((term) => factorOf(term) * (repetitions.get(term) ?? 1))
  const { rows } = await sql<CandidateRow>`${asPrepared}
    select c.key, c.document_key, c.terms, r.length, r.frequencies
    from rank_passages(${givenAudiences(caller)}::bigint[], ${documentKeys ?? null}::bigint[], ${leading}::text[],
      ${factors}::float8[], ${query.total}::float8, ${averageLength}::float8, ${depth * candidateFactor}::int) r
    join chunk c on ${visibleTo(caller, 'c')} and c.key = r.chunk_key`.execute(store)
  const weights = new Map([...query.weights].filter(([term]) => commonTerms.has(term)))
  for (const [index, frequency] of (rows[0]?.frequencies ?? []).entries()) {
    const term = leading[index] as string
    // The total can be out of date.
    const weight = inverseDocumentFrequency(frequency, Math.max(frequency, query.total))
    if (frequency > 0) weights.set(term, weight * factorOf(term))
  }
  const scoreOf = createPassageScorer(repetitions, weights, averageLength)
  const hits = rows
    .map((row) => ({ chunkKey: row.key, documentKey: row.document_key, score: scoreOf(row.terms, row.length) }))
    .sort((first, second) => second.score - first.score || first.chunkKey - second.chunkKey)
    .slice(0, depth)
    .map(({ chunkKey, documentKey }) => ({ chunkKey, documentKey }))
  return { hits, weights }
}

interface CandidateRow {
  key: number
  document_key: number
  terms: string
  length: number
  /** Of the leading terms, in all passages that the caller can see; the same in every row. */
  frequencies: number[]
}

/** Returns those of the terms that occur in a passage that the caller can see. */
export async function findIndexedTerms(store: Sql, caller: Caller, terms: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ term: string }>`${asPrepared}
    select t.term from unnest(${terms}::text[]) t (term)
    where exists (
      select from rank_passages(${givenAudiences(caller)}::bigint[], null, array[t.term], array[1::float8], 1, 1, 1))`.execute(
    store,
  )
  return new Set(rows.map(({ term }) => term))
}

/** Without given audiences, the function in the database takes those of the moment. */
function givenAudiences({ audienceIds, readsAudiencesInStatement }: Caller): readonly number[] | null {
  return readsAudiencesInStatement ? null : audienceIds
}

function countRepetitions(terms: readonly string[]): Map<string, number> {
  const repetitions = new Map<string, number>()
  for (const term of terms) repetitions.set(term, (repetitions.get(term) ?? 0) + 1)
  return repetitions
}
