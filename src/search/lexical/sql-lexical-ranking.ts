import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../../storage/database.ts'
import { asPrepared } from '../../storage/prepared-statements.ts'
import { b, inverseDocumentFrequency, k1 } from './bm25.ts'

export type LexicalEngine = 'bm25' | 'tsvector'

export interface LexicalQuery {
  /** Analyzed terms of the question: letters and digits only. */
  terms: readonly string[]
  weights: ReadonlyMap<string, number>
  /** Frequent terms: they raise the score of a match, but do not match alone. */
  commonTerms?: ReadonlySet<string>
  depth: number
  /** Condition on the chunk, aliased `c`: visibility and scope. */
  where: RawBuilder<unknown>
}

/** Returns the query `(key, document_key)` for the best passages by their terms. */
export function buildLexicalRanking(engine: LexicalEngine, query: LexicalQuery): RawBuilder<unknown> {
  if (query.terms.length === 0) return sql`select null::bigint as key, null::bigint as document_key where false`
  return engine === 'bm25' ? rankByBm25Index(query) : rankByTsvector(query)
}

/** Bounds of the passages that the index ranks at once, before the visibility filter. */
const minRanked = 1000
const maxRanked = 20_000

/**
 * Configures the transaction for the ranking index. Sorting is off, because without statistics the planner scores and
 * sorts all rows instead of reading the index in order; no later statement of a search sorts. If too few of the ranked
 * passages are visible, the index starts over with twice as many, so the first batch is sized by the visible share.
 */
export async function configureIndexRanking(
  store: Sql,
  depth: number,
  visibleShare: number | undefined,
): Promise<void> {
  const needed = Math.ceil((1.5 * depth) / (visibleShare || 0.1))
  const ranked = Math.min(maxRanked, Math.max(minRanked, needed))
  await sql`${asPrepared} select set_config('enable_sort', 'off', true),
    case when current_setting('pg_textsearch.default_limit', true) <> ''
      then set_config('pg_textsearch.default_limit', ${String(ranked)}::text, true) end`.execute(store)
}

/** pg_textsearch ranks inside its index. The score is not selected: it would be computed again for every row. */
function rankByBm25Index({ terms, depth, where }: LexicalQuery): RawBuilder<unknown> {
  return sql`select c.key, c.document_key from chunk c where ${where}
    order by c.terms <@> to_bm25query(${terms.join(' ')}, 'chunk_terms') limit ${depth}`
}

/**
 * Ranks by BM25 over the same terms without pg_textsearch. `ts_rank` of one term without normalization is
 * w·(1 + 1/4 + 1/9 + …)/ζ(2) over its occurrences, w = 0.1: a count that saturates as BM25's does. Scaled to 1 for one
 * occurrence it replaces tf·(k1+1)/(tf+k1); length and rarity enter as in BM25 (Robertson & Zaragoza 2009, 3.1).
 */
function rankByTsvector({ terms, weights, commonTerms, depth, where }: LexicalQuery): RawBuilder<unknown> {
  const unique = [...new Set(terms)]
  const leading = unique.filter((term) => !commonTerms?.has(term))
  const anyTerm = sql`${leading.map(quoteLexeme).join(' | ')}::tsquery`
  const oneOccurrence = 0.1 / 1.64493406685
  const score = sql.join(
    unique.map(
      (term) =>
        sql`${weights.get(term) ?? 0}::float8 * ts_rank(matched.terms_vector, ${quoteLexeme(term)}::tsquery) / ${oneOccurrence}::float8`,
    ),
    sql` + `,
  )
  return sql`
    select key, document_key from (
      with matched as materialized (
        select c.key, c.document_key, c.terms_vector, length(c.terms_vector) as size from chunk c
        where ${where} and c.terms_vector @@ ${anyTerm}
      ), total as (
        select greatest(1, avg(size)) as average from matched
      )
      select matched.key, matched.document_key,
        (${score}) / (1 + ${k1}::float8 * (1 - ${b}::float8 + ${b}::float8 * matched.size / total.average)) as bm25
      from matched, total
    ) ranked
    order by bm25 desc, key limit ${depth}`
}

export interface TermStatistics {
  /** Inverse document frequency among all passages; 0 for unknown terms. */
  weights: Map<string, number>
  /** Terms in too many passages to scan all of them quickly. */
  commonTerms: Set<string>
}

const maxMatchedPassages = 20_000
const maxCountedPassages = 5_000

export async function readTermStatistics(
  store: Sql,
  engine: LexicalEngine,
  terms: readonly string[],
): Promise<TermStatistics> {
  const unique = [...new Set(terms)]
  if (unique.length === 0) return { weights: new Map(), commonTerms: new Set() }
  if (engine === 'bm25') {
    // pg_textsearch scores a text of one term with that term's weight, times a common factor.
    const { rows } = await sql<{ term: string; weight: number }>`${asPrepared}
      select term, -(term <@> to_bm25query(term, 'chunk_terms')) as weight from unnest(${unique}::text[]) term`.execute(
      store,
    )
    return {
      weights: new Map(rows.map((row) => [row.term, Math.max(0, row.weight)])),
      commonTerms: new Set(),
    }
  }
  const { rows } = await sql<{ term: string; found: number; total: number }>`
    select term, found, total from term_counts(${unique}::text[], ${unique.map(quoteLexeme)}::text[], ${maxCountedPassages})`.execute(
    store,
  )
  const weight = ({ found, total }: { found: number; total: number }) =>
    found === 0 ? 0 : inverseDocumentFrequency(found, Math.max(total, found))
  return {
    weights: new Map(rows.map((row) => [row.term, weight(row)])),
    commonTerms: selectCommonTerms(rows, maxMatchedPassages),
  }
}

/** Returns all but the rarest terms that together match at most `maxMatches` passages; the rarest is never common. */
function selectCommonTerms(rows: readonly { term: string; found: number }[], maxMatches: number): Set<string> {
  const byRarity = rows.filter(({ found }) => found > 0).sort((a, b) => a.found - b.found)
  let matches = 0
  const common = byRarity.filter(({ found }, index) => {
    matches += found
    return index > 0 && matches > maxMatches
  })
  return new Set(common.map(({ term }) => term))
}

/** Terms are letters and digits, but tsquery treats some letters specially outside quotes. */
function quoteLexeme(term: string): string {
  return `'${term.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`
}
