import { type RawBuilder, sql } from 'kysely'

export interface LexicalQuery {
  /** Analyzed terms of the question: letters and digits only. */
  terms: readonly string[]
  depth: number
  /** The condition on the chunk, aliased `c`: who looks, and the scope. */
  where: RawBuilder<unknown>
}

const k1 = 1.2
const b = 0.75

/** The subquery `(key, bm25)` of the best passages by words, for the engine at hand. */
export function lexicalRanking(engine: 'bm25' | 'tsvector', query: LexicalQuery): RawBuilder<unknown> {
  if (query.terms.length === 0) return sql`select null::bigint as key, null::float8 as bm25 where false`
  return engine === 'bm25' ? byIndex(query) : byTsvector(query)
}

/**
 * The BM25 of a chunk (aliased `c`) that the lexical ranking did not reach. pg_textsearch scores any row. The other
 * ranking looks at every chunk that has one of the terms, so what it did not bring up has next to nothing.
 */
export function lexicalScore(engine: 'bm25' | 'tsvector', terms: readonly string[]): RawBuilder<number> {
  if (engine === 'tsvector' || terms.length === 0) return sql<number>`0::float8`
  return sql<number>`-(c.terms <@> ${indexQuery(terms)})`
}

function indexQuery(terms: readonly string[]): RawBuilder<unknown> {
  return sql`to_bm25query(${terms.join(' ')}, 'chunk_terms')`
}

/** pg_textsearch ranks inside its index; its score is negative, smaller is better. */
function byIndex({ terms, depth, where }: LexicalQuery): RawBuilder<unknown> {
  const question = indexQuery(terms)
  return sql`select key, -score as bm25 from (
      select c.key, c.terms <@> ${question} as score from chunk c where ${where}
      order by c.terms <@> ${question} limit ${depth}
    ) ranked where score < 0`
}

/**
 * BM25 over the same terms where pg_textsearch is missing. `ts_rank` of one term without normalization is
 * w·(1 + 1/4 + 1/9 + …)/ζ(2) over its occurrences, w = 0.1: a count that saturates as BM25's does. Scaled to 1 for one
 * occurrence it stands in for tf·(k1+1)/(tf+k1); length and rarity enter as in BM25 (Robertson & Zaragoza 2009, 3.1).
 */
function byTsvector({ terms, depth, where }: LexicalQuery): RawBuilder<unknown> {
  const unique = [...new Set(terms)]
  const anyTerm = sql`${unique.join(' | ')}::tsquery`
  const oneOccurrence = 0.1 / 1.64493406685
  const score = sql.join(
    unique.map(
      (term, index) =>
        sql`coalesce(weights.idf[${index + 1}], 0) * ts_rank(matched.terms_vector, ${term}::tsquery) / ${oneOccurrence}::float8`,
    ),
    sql` + `,
  )
  return sql`
    select key, bm25 from (
      with matched as materialized (
        select c.key, c.terms_vector, length(c.terms_vector) as size from chunk c
        where ${where} and c.terms_vector @@ ${anyTerm}
      ), total as (
        select greatest(1, (select reltuples from pg_class where oid = 'chunk'::regclass)::float8, (select count(*) from matched)) as n,
          (select greatest(1, avg(size)) from matched) as average
      ), weights as (
        select array_agg(ln(1 + (total.n - df + 0.5) / (df + 0.5)) order by place) as idf from total, lateral (
          select place, (select count(*) from matched where matched.terms_vector @@ term::tsquery) as df
          from unnest(${unique}::text[]) with ordinality as t (term, place)
        ) counted
      )
      select matched.key,
        (${score}) * ${k1 + 1}::float8 / (1 + ${k1}::float8 * (1 - ${b}::float8 + ${b}::float8 * matched.size / total.average)) as bm25
      from matched, total, weights
    ) ranked
    order by bm25 desc limit ${depth}`
}
