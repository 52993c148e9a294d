import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../../storage/database.ts'
import { asPrepared } from '../../storage/prepared-statements.ts'
import { b, inverseDocumentFrequency, k1 } from './bm25.ts'

export type LexicalEngine = 'bm25' | 'tsvector'

export interface LexicalQuery {
  /** Analyzed terms of the question: letters and digits only. */
  terms: readonly string[]
  weights: ReadonlyMap<string, number>
  /** Terms that lift a passage but do not bring it up by themselves: too many have them. */
  commonTerms?: ReadonlySet<string>
  depth: number
  /** The condition on the chunk, aliased `c`: who looks, and the scope. */
  where: RawBuilder<unknown>
}

/** The subquery `(key, document_key)` of the best passages by words, for the engine at hand. */
export function buildLexicalRanking(engine: LexicalEngine, query: LexicalQuery): RawBuilder<unknown> {
  if (query.terms.length === 0)
    return sql`select null::bigint as key, null::bigint as document_key where false`
  return engine === 'bm25' ? rankByBm25Index(query) : rankByTsvector(query)
}

/** So many passages of all are ranked at once, whoever sees them. */
const minRanked = 1000
const maxRanked = 20_000

/**
 * The ranking index gives rows in order; without statistics the planner would rather score and sort them all. Nothing that
 * a search reads afterwards is in need of sorting. Where too few of those that the index ranked at first may be seen, it
 * ranks twice as many from the beginning, and so on: it is told in time how many will be wanted.
 */
export async function configureIndexRanking(
  store: Sql,
  depth: number,
  share: number | undefined,
): Promise<void> {
  const needed = Math.ceil((1.5 * depth) / (share || 0.1))
  const ranked = Math.min(maxRanked, Math.max(minRanked, needed))
  await sql`${asPrepared} select set_config('enable_sort', 'off', true),
    case when current_setting('pg_textsearch.default_limit', true) <> ''
      then set_config('pg_textsearch.default_limit', ${String(ranked)}::text, true) end`.execute(store)
}

/** pg_textsearch ranks inside its index. The score is not asked for: it would be computed again for every row. */
function rankByBm25Index({ terms, depth, where }: LexicalQuery): RawBuilder<unknown> {
  return sql`select c.key, c.document_key from chunk c where ${where}
    order by c.terms <@> to_bm25query(${terms.join(' ')}, 'chunk_terms') limit ${depth}`
}

/**
 * BM25 over the same terms where pg_textsearch is missing. `ts_rank` of one term without normalization is
 * w·(1 + 1/4 + 1/9 + …)/ζ(2) over its occurrences, w = 0.1: a count that saturates as BM25's does. Scaled to 1 for one
 * occurrence it stands in for tf·(k1+1)/(tf+k1); length and rarity enter as in BM25 (Robertson & Zaragoza 2009, 3.1).
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
  /** How rare each term is among all passages: what it weighs. Terms that stand nowhere weigh nothing. */
  weights: Map<string, number>
  /** Terms that so many passages have that going through them all would take long. */
  commonTerms: Set<string>
}

/** So many passages are gone through in a moment. */
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
    // pg_textsearch scores a text of one term with that term's weight, times a factor that all of them share.
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

/** The rarest terms together match so many passages; the others are common, but never all of them. */
function selectCommonTerms(rows: readonly { term: string; found: number }[], most: number): Set<string> {
  const byRarity = rows.filter(({ found }) => found > 0).sort((one, other) => one.found - other.found)
  let matches = 0
  const common = byRarity.filter(({ found }, place) => {
    matches += found
    return place > 0 && matches > most
  })
  return new Set(common.map(({ term }) => term))
}

/** Terms are letters and digits, but some letters mean something to tsquery's reader outside of quotes. */
function quoteLexeme(term: string): string {
  return `'${term.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`
}
