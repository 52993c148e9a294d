import { sql } from 'kysely'
import type { Sql } from '../../storage/database.ts'
import type { PassageRef } from '../passage-candidate.ts'
import { b, k1 } from './bm25.ts'
import { rankByBm25Index } from './bm25-index-ranking.ts'
import { selectCommonTerms } from './common-terms.ts'
import type { LexicalEngine } from './lexical-engine.ts'
import { isSearched, type LexicalQuery, type TermWeights } from './lexical-query.ts'
import { rankByPassageIndex } from './passage-index-ranking.ts'
import type { VisibleStatistics } from './term-samples.ts'

/** Returns the best passages by their terms, best first. The order depends on no passage that the caller cannot see. */
export async function rankPassages(store: Sql, engine: LexicalEngine, query: LexicalQuery): Promise<PassageRef[]> {
  if (query.terms.length === 0) return []
  if (engine === 'passage-index') return (await rankByPassageIndex(store, query)).hits
  return engine === 'bm25' ? rankByBm25Index(store, query) : rankByTsvector(store, query)
}

/** Passages that the rarer terms match at most, as far as the sample tells. Common terms raise the score of a match. */
const maxMatchedPassages = 40_000

/**
 * Ranks by BM25 over the same terms without pg_textsearch. `ts_rank` of one term without normalization is
 * w·(1 + 1/4 + 1/9 + …)/ζ(2) over its occurrences, w = 0.1: a count that saturates as BM25's does. Scaled to 1 for one
 * occurrence it replaces tf·(k1+1)/(tf+k1); length and rarity enter as in BM25 (Robertson & Zaragoza 2009, 3.1).
 */
async function rankByTsvector(store: Sql, query: LexicalQuery): Promise<PassageRef[]> {
  const { terms, weights, depth } = query
  const commonTerms = selectCommonTerms(query.frequencies, { min: 1, max: maxMatchedPassages })
  const unique = [...new Set(terms)]
  const leading = unique.filter((term) => !commonTerms.has(term))
  const anyTerm = sql`${leading.map(quoteLexeme).join(' | ')}::tsquery`
  const oneOccurrence = 0.1 / 1.64493406685
  const score = sql.join(
    unique.map(
      (term) =>
        sql`${weights.get(term) ?? 0}::float8 * ts_rank(matched.terms_vector, ${quoteLexeme(term)}::tsquery) / ${oneOccurrence}::float8`,
    ),
    sql` + `,
  )
  const { rows } = await sql<{ key: number; document_key: number }>`
    select key, document_key from (
      with matched as materialized (
        select c.key, c.document_key, c.terms_vector, length(c.terms_vector) as size from chunk c
        where ${isSearched(query)} and c.terms_vector @@ ${anyTerm}
      ), total as (
        select greatest(1, avg(size)) as average from matched
      )
      select matched.key, matched.document_key,
        (${score}) / (1 + ${k1}::float8 * (1 - ${b}::float8 + ${b}::float8 * matched.size / total.average)) as bm25
      from matched, total
    ) ranked
    order by bm25 desc, key limit ${depth}`.execute(store)
  return rows.map((row) => ({ chunkKey: row.key, documentKey: row.document_key }))
}

/** Returns the weights of the question's terms, also of those that occur in no passage of the sample. */
export function weighTerms(
  terms: readonly string[],
  statistics: VisibleStatistics,
  factors: ReadonlyMap<string, number> = new Map(),
): TermWeights {
  const unique = [...new Set(terms)]
  const frequencies = new Map(unique.map((term) => [term, statistics.documentFrequency(term)]))
  return {
    weights: new Map(unique.map((term) => [term, statistics.weight(term) * (factors.get(term) ?? 1)])),
    factors,
    frequencies,
    averageLength: statistics.averageLength,
    total: statistics.total,
  }
}

/** Terms are letters and digits, but tsquery treats some letters specially outside quotes. */
function quoteLexeme(term: string): string {
  return `'${term.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`
}
