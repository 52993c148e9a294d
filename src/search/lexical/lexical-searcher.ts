import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { visibleTo } from '../../access/visibility.ts'
import type { Database, Sql } from '../../storage/database.ts'
import { asPrepared } from '../../storage/prepared-statements.ts'
import type { PassageCandidate, PassageRef } from '../passage-candidate.ts'
import { documentKeyFilter } from '../search-scope.ts'
import type { LexicalHits } from './max-score-search.ts'
import { buildLexicalRanking, configureIndexRanking, readTermStatistics } from './sql-lexical-ranking.ts'
import { createTermDictionary } from './term-dictionary.ts'

export interface LexicalSearchQuery {
  terms: readonly string[]
  /** Restricts the search to passages of these documents. */
  documentKeys: readonly number[] | undefined
  depth: number
  /** Share of all passages that the caller can see, 0 to 1, where it is known. */
  visibleShare: () => Promise<number | undefined>
}

/** Finds passages by their terms, in memory or in the database; only passages that the caller can see. */
export interface LexicalSearcher {
  search(caller: Caller, query: LexicalSearchQuery): Promise<LexicalHits>
  /** Returns the passages and their direct neighbours in the document, each once. */
  readWithAdjacent(caller: Caller, passages: readonly PassageRef[]): Promise<PassageCandidate[]>
}

export function createSqlLexicalSearcher(store: Sql, { lexical }: Pick<Database, 'lexical'>): LexicalSearcher {
  const dictionary = createTermDictionary()
  const toCandidate = (row: PassageTermsRow): PassageCandidate => ({
    chunkKey: row.key,
    documentKey: row.document_key,
    ordinal: row.ordinal,
    terms: Uint32Array.from(row.terms.split(' '), dictionary.intern),
  })
  return {
    async search(caller, { terms, documentKeys, depth, visibleShare }) {
      const statistics = await readTermStatistics(store, lexical, terms)
      if (lexical === 'bm25') await configureIndexRanking(store, depth, await visibleShare())
      // A separate statement: inside a larger one the planner does not use the ranking index.
      const ranking = buildLexicalRanking(lexical, {
        ...{ terms, ...statistics, depth },
        where: sql`${visibleTo(caller, 'c')} and ${documentKeyFilter(documentKeys, 'c.document_key')}`,
      })
      const { rows } = await sql<{ key: number; document_key: number }>`${ranking}`.execute(store)
      return {
        hits: rows.map((row) => ({ chunkKey: row.key, documentKey: row.document_key })),
        statistics: {
          weights: statistics.weights,
          termIds: new Map(terms.map((term) => [term, dictionary.intern(term)])),
        },
      }
    },
    async readWithAdjacent(caller, passages) {
      const { rows } = await sql<PassageTermsRow>`${asPrepared}
        select c.key, c.document_key, c.ordinal, c.terms from chunk c
        where ${visibleTo(caller, 'c')} and c.key = any(${passages.map(({ chunkKey }) => chunkKey)}::bigint[])`.execute(
        store,
      )
      const neighbours = [-1, 1].flatMap((step) =>
        rows.map((row) => ({ documentKey: row.document_key, ordinal: row.ordinal + step })),
      )
      const { rows: adjacent } = await sql<PassageTermsRow>`${asPrepared}
        select n.key, n.document_key, n.ordinal, n.terms
        from unnest(${neighbours.map(({ documentKey }) => documentKey)}::bigint[], ${neighbours.map(({ ordinal }) => ordinal)}::int[])
          as adjacent (document_key, ordinal)
        join chunk n on ${visibleTo(caller, 'n')} and n.document_key = adjacent.document_key and n.ordinal = adjacent.ordinal`.execute(
        store,
      )
      return [...new Map([...rows, ...adjacent].map((row) => [row.key, row])).values()].map(toCandidate)
    },
  }
}

interface PassageTermsRow {
  key: number
  document_key: number
  ordinal: number
  terms: string
}
