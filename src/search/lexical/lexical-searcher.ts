import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { visibleTo } from '../../access/visibility.ts'
import type { Database, Sql } from '../../storage/database.ts'
import { asPrepared } from '../../storage/prepared-statements.ts'
import type { PassageCandidate, PassageRef } from '../passage-candidate.ts'
import { documentKeyFilter } from '../search-scope.ts'
import type { LexicalIndexClient } from './lexical-index-client.ts'
import { buildLexicalRanking, configureIndexRanking, readTermStatistics } from './sql-lexical-ranking.ts'
import { createTermDictionary } from './term-dictionary.ts'

/** What is known of the question's terms. */
export interface QueryTermStatistics {
  /** How rare each is: what it weighs. Those that stand nowhere weigh nothing. */
  weights: ReadonlyMap<string, number>
  /** The numbers that they have among the terms of the passages found. */
  termIds: ReadonlyMap<string, number>
}

export interface LexicalSearchQuery {
  terms: readonly string[]
  documentKeys: readonly number[] | undefined
  depth: number
  /** How many of all passages the viewer sees, where that is known. */
  visibleShare: () => Promise<number | undefined>
}

/** Where passages are looked up by their words: in memory, or in the database itself. Always what the viewer may see. */
export interface LexicalSearcher {
  search(question: LexicalSearchQuery): Promise<{ hits: PassageRef[]; statistics: QueryTermStatistics }>
  /** With what stands right before and after each in its document; each once. */
  readWithAdjacent(places: readonly PassageRef[]): Promise<PassageCandidate[]>
}

/** What it names was seen by the viewer a moment ago; the passages themselves are read under the rule of now. */
export function createMemoryLexicalSearcher(
  held: LexicalIndexClient,
  { organizationId, audienceIds }: Caller,
): LexicalSearcher {
  const caller = { organizationId, audienceIds }
  return {
    async search({ terms, documentKeys, depth }) {
      const scores = await held.search({ ...caller, terms, documentKeys, depth })
      return {
        hits: scores.hits,
        statistics: {
          weights: new Map(scores.terms.map(({ term, weight }) => [term, weight])),
          termIds: new Map(scores.terms.map(({ term, termId }) => [term, termId])),
        },
      }
    },
    readWithAdjacent: (passages) => held.readWithAdjacent({ ...caller, passages }),
  }
}

export function createSqlLexicalSearcher(
  store: Sql,
  { lexical }: Pick<Database, 'lexical'>,
  caller: Caller,
  /** Switched off only by the test that shows row-level security holding alone. */
  filter: typeof visibleTo = visibleTo,
): LexicalSearcher {
  const numbers = createTermDictionary()
  const found = (row: PassageTermsRow): PassageCandidate => ({
    chunkKey: row.key,
    documentKey: row.document_key,
    ordinal: row.ordinal,
    terms: Uint32Array.from(row.terms.split(' '), numbers.intern),
  })
  return {
    async search({ terms, documentKeys, depth, visibleShare }) {
      const statistics = await readTermStatistics(store, lexical, terms)
      if (lexical === 'bm25') await configureIndexRanking(store, depth, await visibleShare())
      // A statement by itself: within another one the index would not rank.
      const ranking = buildLexicalRanking(lexical, {
        ...{ terms, ...statistics, depth },
        where: sql`${filter(caller, 'c')} and ${documentKeyFilter(documentKeys, 'c.document_key')}`,
      })
      const { rows } = await sql<{ key: number; document_key: number }>`${ranking}`.execute(store)
      return {
        hits: rows.map((row) => ({ chunkKey: row.key, documentKey: row.document_key })),
        statistics: {
          weights: statistics.weights,
          termIds: new Map(terms.map((term) => [term, numbers.intern(term)])),
        },
      }
    },
    async readWithAdjacent(places) {
      const { rows } = await sql<PassageTermsRow>`${asPrepared}
        select c.key, c.document_key, c.ordinal, c.terms from chunk c
        where ${filter(caller, 'c')} and c.key = any(${places.map(({ chunkKey }) => chunkKey)}::bigint[])`.execute(
        store,
      )
      const beside = [-1, 1].flatMap((step) =>
        rows.map((row) => ({ documentKey: row.document_key, ordinal: row.ordinal + step })),
      )
      const { rows: others } = await sql<PassageTermsRow>`${asPrepared}
        select n.key, n.document_key, n.ordinal, n.terms
        from unnest(${beside.map((place) => place.documentKey)}::bigint[], ${beside.map((place) => place.ordinal)}::int[])
          as place (document_key, ordinal)
        join chunk n on ${filter(caller, 'n')} and n.document_key = place.document_key and n.ordinal = place.ordinal`.execute(
        store,
      )
      return [...new Map([...rows, ...others].map((row) => [row.key, row])).values()].map(found)
    },
  }
}

interface PassageTermsRow {
  key: number
  document_key: number
  ordinal: number
  terms: string
}
