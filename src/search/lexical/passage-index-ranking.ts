import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { visibleTo } from '../../access/visibility.ts'
import { prefixTerm } from '../../ingest/analyze.ts'
import { isStem } from '../../ingest/prefix-mark.ts'
import type { Sql } from '../../storage/database.ts'
import { asPrepared } from '../../storage/prepared-statements.ts'
import type { PassageRef } from '../passage-candidate.ts'
import { bm25Scores, countRepetitions, inverseDocumentFrequency } from './bm25.ts'
import { selectCommonTerms } from './common-terms.ts'
import type { LexicalQuery } from './lexical-query.ts'
import { createPassageTermIds, type PassageTermIds } from './passage-term-ids.ts'

/** Fewer passages than this never stop a rarer term from finding more. */
const minMatches = 1000
/** Limits of the passages that the rarer terms match: `ofMillion` for a caller who can see a million passages. */
const maxMatches = { min: 5000, ofMillion: 45_000, exponent: 0.6, max: 100_000 }
/** A frequent stem is not looked up beside its prefix if it occurs in so large a share of the prefix's passages. */
const mergedStems = { minFrequency: 1000, minShare: 0.8 }

/**
 * Returns the best visible passages by BM25, and the weights of the terms that occur. The index of the database (the table
 * passage_terms) tells which of the caller's passages contain which of the rarer terms, and so how rare they are; those of
 * them that can be among the best are then scored by all terms and their exact counts. Returns their terms as well: the
 * search needs them.
 */
export async function rankByPassageIndex(
  store: Sql,
  query: LexicalQuery,
  { idOf, idsOf }: PassageTermIds = createPassageTermIds(),
): Promise<{
  hits: PassageRef[]
  weights: ReadonlyMap<string, number>
  termsByPassage: ReadonlyMap<number, Uint32Array>
}> {
  const { caller, terms, averageLength, documentKeys, depth, total } = query
  const repetitions = countRepetitions(terms)
  const factorOf = (term: string) => query.factors.get(term) ?? 1
  const lookups = planLookups(query, repetitions)
  const [rare, common] = [lookups.filter(({ isCommon }) => !isCommon), lookups.filter(({ isCommon }) => isCommon)]
  const weightOf = (term: string) => query.weights.get(term) ?? 0
  const sumOf = ({ terms }: Lookup, figureOf: (term: string) => number) =>
    terms.reduce((sum, term) => sum + figureOf(term) * (repetitions.get(term) ?? 1), 0)
  const { rows } = await sql<CandidateRow>`${asPrepared}
    select c.key, c.document_key, c.terms, r.frequencies
    from rank_passages(${givenAudiences(caller)}::bigint[], ${documentKeys ?? null}::bigint[],
      ${rare.map(({ term }) => term)}::text[], ${rare.map((lookup) => sumOf(lookup, factorOf))}::float8[], ${common.map(({ term }) => term)}::text[],
      ${common.map((lookup) => sumOf(lookup, weightOf))}::float8[], ${total}::float8, ${averageLength}::float8, ${depth}::int) r
    join chunk c on ${visibleTo(caller, 'c')} and c.key = r.chunk_key`.execute(store)
  const weights = new Map(common.flatMap(({ terms }) => terms.map((term) => [term, weightOf(term)])))
  for (const [index, frequency] of (rows[0]?.frequencies ?? []).entries()) {
    const lookup = rare[index] as Lookup
    for (const term of frequency > 0 ? lookup.terms : []) {
      const share = term === lookup.term ? 1 : shareOf(term, lookup.term, query)
      // The total can be out of date.
      weights.set(term, inverseDocumentFrequency(frequency * share, Math.max(frequency, total)) * factorOf(term))
    }
  }
  const weightByTerm = new Map(
    [...repetitions].map(([term, times]) => [idOf(term), times * (weights.get(term) ?? 0)] as const),
  )
  const termsOfRows = rows.map((row) => idsOf(row.terms))
  const scores = bm25Scores(termsOfRows, weightByTerm, averageLength)
  const hits = rows
    .map((row, index) => ({ chunkKey: row.key, documentKey: row.document_key, score: scores[index] as number }))
    .sort((first, second) => second.score - first.score || first.chunkKey - second.chunkKey)
    .slice(0, depth)
    .map(({ chunkKey, documentKey }) => ({ chunkKey, documentKey }))
  return {
    hits,
    weights,
    termsByPassage: new Map(rows.map(({ key }, index) => [key, termsOfRows[index] as Uint32Array])),
  }
}

/** A term that is looked up. */
interface Lookup {
  term: string
  /** Itself, and stems that it stands for as well: they occur in nearly the same passages. */
  terms: string[]
  /** Looked up among the passages with a rarer term only. */
  isCommon: boolean
}

function planLookups(query: LexicalQuery, terms: ReadonlyMap<string, number>): Lookup[] {
  const { minFrequency, minShare } = mergedStems
  const isMerged = (stem: string) => {
    const prefix = prefixTerm(stem)
    const isFrequent = (query.frequencies.get(prefix) ?? 0) >= minFrequency
    return isStem(stem) && terms.has(prefix) && isFrequent && shareOf(stem, prefix, query) >= minShare
  }
  const stems = [...terms.keys()].filter(isMerged)
  const lookedUp = [...terms.keys()].filter((term) => !stems.includes(term))
  const frequencies = new Map(lookedUp.map((term) => [term, query.frequencies.get(term) ?? 0]))
  const common = selectCommonTerms(frequencies, { min: minMatches, max: matchLimit(query.total) })
  return lookedUp.map((term) => ({
    term,
    terms: [term, ...stems.filter((stem) => prefixTerm(stem) === term)],
    isCommon: common.has(term),
  }))
}

/**
 * Returns how many passages the rarer terms match at most, as far as the sample tells. Other passages aren't found, because
 * common terms don't match alone. The more passages a caller can see, the more of them have the same terms.
 */
function matchLimit(total: number): number {
  const { min, ofMillion, exponent, max } = maxMatches
  return Math.min(max, Math.max(min, ofMillion * (total / 1_000_000) ** exponent))
}

/** Returns in which share of the passages with the prefix the stem occurs, as far as the sample tells. */
function shareOf(stem: string, prefix: string, { frequencies }: LexicalQuery): number {
  return (frequencies.get(stem) ?? 0) / (frequencies.get(prefix) || 1)
}

interface CandidateRow {
  key: number
  document_key: number
  terms: string
  /** Of the rarer terms, in all passages that the caller can see; the same in every row. */
  frequencies: number[]
}

/** Returns those of the terms that occur in a passage that the caller can see. */
export async function findIndexedTerms(store: Sql, caller: Caller, terms: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ term: string }>`${asPrepared}
    select t.term from unnest(${terms}::text[]) t (term)
    where exists (
      select from rank_passages(${givenAudiences(caller)}::bigint[], null, array[t.term], array[1::float8], '{}', '{}', 1, 1, 1))`.execute(
    store,
  )
  return new Set(rows.map(({ term }) => term))
}

/** Without given audiences, the function in the database takes those of the moment. */
function givenAudiences({ audienceIds, readsAudiencesInStatement }: Caller): readonly number[] | null {
  return readsAudiencesInStatement ? null : audienceIds
}
