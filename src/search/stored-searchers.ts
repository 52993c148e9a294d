import type { Caller } from '../access/caller.ts'
import type { Database } from '../storage/database.ts'
import type { VectorIndex } from '../storage/vector-index.ts'
import { createSqlLexicalSearcher, type LexicalSearcher, type SqlLexicalOptions } from './lexical/lexical-searcher.ts'
import { createPassageTermIds } from './lexical/passage-term-ids.ts'
import {
  compareToGroups,
  createSqlVectorSearcher,
  type VectorCodes,
  type VectorSearcher,
} from './vector/vector-searcher.ts'

/**
 * Creates the searchers of one search in the database. Each step reads on a connection of its own, so that both rankings
 * run at the same time, and holds none while it waits for another one.
 */
export function createStoredSearchers(
  database: Pick<Database, 'readAs'>,
  {
    engine,
    termSamples,
    vectors,
  }: Pick<SqlLexicalOptions, 'engine' | 'termSamples'> & {
    /** Absent if the vectors are in memory, or there are none. */
    vectors?: { spaceId: number; approximateIndex: VectorIndex | undefined } | undefined
  },
): { lexical: LexicalSearcher; vectors: VectorSearcher | undefined } {
  const codes: VectorCodes = new Map()
  const options = {
    ...{ engine, termSamples, termIds: createPassageTermIds(), termsByPassage: new Map() },
    vectors: vectors && { spaceId: vectors.spaceId, codes },
  }
  const lexical = <T>(caller: Caller, work: (searcher: LexicalSearcher) => Promise<T>) =>
    database.readAs(caller, (store) => work(createSqlLexicalSearcher(store, options)))
  const vector = <T>(caller: Caller, work: (searcher: VectorSearcher) => Promise<T>) =>
    database.readAs(caller, (store) =>
      work(createSqlVectorSearcher(store, vectors?.spaceId ?? 0, { ...vectors, codes })),
    )
  /** Settles when the passages that were asked for so far are read. */
  let read: Promise<unknown> = Promise.resolve()
  return {
    lexical: {
      search: (caller, query) => lexical(caller, (searcher) => searcher.search(caller, query)),
      findKnownTerms: (caller, terms) => lexical(caller, (searcher) => searcher.findKnownTerms(caller, terms)),
      findNearTerms: (caller, words) => lexical(caller, (searcher) => searcher.findNearTerms(caller, words)),
      readWithAdjacent(caller, passages) {
        const reading = lexical(caller, (searcher) => searcher.readWithAdjacent(caller, passages))
        read = Promise.allSettled([read, reading])
        return reading
      },
    },
    vectors: vectors && {
      nearest: (caller, query) => vector(caller, (searcher) => searcher.nearest(caller, query)),
      async similarities(caller, question, groups) {
        await read
        return groups.every(({ chunkKeys }) => chunkKeys.every((key) => codes.has(key)))
          ? compareToGroups(question, groups, codes)
          : vector(caller, (searcher) => searcher.similarities(caller, question, groups))
      },
    },
  }
}
