import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../../storage/database.ts'
import { asPrepared } from '../../storage/prepared-statements.ts'
import type { PassageRef } from '../passage-candidate.ts'
import { b, countRepetitions, k1 } from './bm25.ts'
import { isSearched, type LexicalQuery } from './lexical-query.ts'

/** Passages read from the index at first, relative to the depth, and the factor by which that grows. */
const firstReadFactor = 1.5
const readGrowth = 4
/** More passages with almost the same score are taken in the order of the index. */
const maxRead = 2400

/**
 * Returns the best visible passages by BM25 with the statistics of the visible passages. The index of pg_textsearch
 * ranks with those of everyone's passages, so its order only decides what is read: reading goes on until no passage that
 * was not read can be among the best (threshold algorithm, Fagin, Lotem & Naor 2003). Where the caller sees everything,
 * the first read is enough.
 */
export async function rankByBm25Index(store: Sql, query: LexicalQuery): Promise<PassageRef[]> {
  const ranked = await readIndexStatistics(store, query.terms)
  const scorer = createScorer(query, ranked)
  for (let count = Math.ceil(query.depth * firstReadFactor); ; count *= readGrowth) {
    const rows = await readInIndexOrder(store, query, Math.min(count, maxRead))
    const scored = rows
      .map((row) => ({ ...row, score: scorer.visibleScore(row.terms.split(' ')) }))
      .sort((first, second) => second.score - first.score || first.key - second.key)
    const last = rows.at(-1)
    const lowest = scored[query.depth - 1]?.score ?? 0
    const isComplete =
      !last || rows.length < count || scorer.maxVisibleScore(scorer.maxIndexScore(last.terms.split(' '))) < lowest
    if (isComplete)
      return scored.slice(0, query.depth).map((row) => ({ chunkKey: row.key, documentKey: row.document_key }))
  }
}

interface IndexStatistics {
  /** Inverse document frequency among everyone's passages; no entry for a term in none of them. */
  weights: ReadonlyMap<string, number>
  averageLength: number
}

/** Derives the statistics of the index from its scores of short texts: BM25 of a term that occurs once among 1 and 32. */
async function readIndexStatistics(store: Sql, terms: readonly string[]): Promise<IndexStatistics> {
  const { rows } = await sql<{ term: string; alone: number; among32: number }>`${asPrepared}
    select term, -(term <@> to_bm25query(term, 'chunk_terms')) as alone,
      -((term || repeat(' ' || term || 'x', 31)) <@> to_bm25query(term, 'chunk_terms')) as among32
    from unnest(${[...new Set(terms)]}::text[]) term`.execute(store)
  const known = rows.filter(({ alone, among32 }) => alone > among32 && among32 > 0)
  // alone / among32 = (1 + k1(1-b) + 32 k1 b / average) / (1 + k1(1-b) + k1 b / average)
  const fixed = 1 + k1 * (1 - b)
  const averages = known.map(({ alone, among32 }) => {
    const ratio = alone / among32
    return (k1 * b * (32 - ratio)) / (fixed * (ratio - 1))
  })
  const averageLength = averages.sort((first, second) => first - second)[Math.floor(averages.length / 2)] ?? 1
  const weights = known.map(
    ({ term, alone }) => [term, (alone * (fixed + (k1 * b) / averageLength)) / (k1 + 1)] as const,
  )
  return { weights: new Map(weights), averageLength }
}

/** Returns the length that the index stores in a byte: like Lucene, exact up to 24 and then four significant bits. */
function storedLength(length: number): number {
  if (length < 24) return length
  const unit = 2 ** Math.max(0, Math.floor(Math.log2(Math.max(1, length - 24))) - 3)
  return 24 + Math.floor((length - 24) / unit) * unit
}

/** The index adds single-precision numbers, and its statistics are derived from such a sum. */
const roundingTolerance = 1.001

function createScorer({ terms, weights, averageLength }: LexicalQuery, index: IndexStatistics) {
  const repetitions = countRepetitions(terms)
  // No passage contains a term that the index doesn't know.
  const weighted = [...repetitions].flatMap(([term, count]) => {
    const inIndex = count * (index.weights.get(term) ?? 0)
    return inIndex > 0 ? { term, visible: count * (weights.get(term) ?? 0), inIndex } : []
  })
  const score = (
    passage: readonly string[],
    weightOf: (term: (typeof weighted)[number]) => number,
    relativeLength: number,
  ) => {
    const counts = new Map<string, number>()
    for (const term of passage) if (repetitions.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
    let sum = 0
    for (const term of weighted) {
      const count = counts.get(term.term)
      if (count) sum += (weightOf(term) * count * (k1 + 1)) / (count + k1 * (1 - b + b * relativeLength))
    }
    return sum
  }
  const ratios = weighted.map(({ visible, inIndex }) => visible / inIndex)
  const lengthRatio = Math.max(1, averageLength / index.averageLength)
  return {
    visibleScore: (passage: readonly string[]) =>
      score(passage, ({ visible }) => visible, passage.length / averageLength),
    /** Returns an upper bound of the score in the index. */
    maxIndexScore: (passage: readonly string[]) =>
      roundingTolerance * score(passage, ({ inIndex }) => inIndex, storedLength(passage.length) / index.averageLength),
    /**
     * Returns an upper bound of the visible score of passages with at most this score in the index. For any factor it is
     * that score times the factor, plus what terms with a larger ratio of both weights can add.
     */
    maxVisibleScore(indexScore: number): number {
      const bounds = ratios.map((factor) =>
        weighted.reduce(
          (bound, { visible, inIndex }) => bound + (k1 + 1) * Math.max(0, visible - factor * inIndex),
          factor * indexScore,
        ),
      )
      return roundingTolerance * lengthRatio * Math.min(...bounds, Number.POSITIVE_INFINITY)
    },
  }
}

interface IndexedRow {
  key: number
  document_key: number
  terms: string
}

/** Bounds of the passages that the index ranks at once, before the visibility filter. */
const minRanked = 1000
const maxRanked = 20_000

/**
 * Reads passages in the order of the index. Sorting is off, because without statistics the planner scores and sorts all
 * rows instead of reading the index in order; no later statement of a search sorts. If too few of the ranked passages
 * are visible, the index starts over with twice as many, so the first batch is sized by the visible share. The score is
 * not selected: it would be computed again for every row.
 */
async function readInIndexOrder(store: Sql, query: LexicalQuery, count: number): Promise<IndexedRow[]> {
  const { terms, visibleShare } = query
  const needed = Math.ceil(count / (visibleShare || 0.1))
  const ranked = Math.min(maxRanked, Math.max(minRanked, needed))
  await sql`${asPrepared} select set_config('enable_sort', 'off', true),
    case when current_setting('pg_textsearch.default_limit', true) <> ''
      then set_config('pg_textsearch.default_limit', ${String(ranked)}::text, true) end`.execute(store)
  // A statement of its own: inside a larger one the planner does not use the ranking index.
  const statement: RawBuilder<IndexedRow> = sql`select c.key, c.document_key, c.terms from chunk c where ${isSearched(query)}
    order by c.terms <@> to_bm25query(${terms.join(' ')}, 'chunk_terms') limit ${count}`
  return (await statement.execute(store)).rows
}
