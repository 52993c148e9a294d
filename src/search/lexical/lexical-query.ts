import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { visibleTo } from '../../access/visibility.ts'
import { documentKeyFilter } from '../search-scope.ts'

/** A search by terms in the database. */
export interface LexicalQuery extends TermWeights {
  caller: Caller
  /** Analyzed terms of the question: letters and digits only. */
  terms: readonly string[]
  /** Restricts the search to passages of these documents. */
  documentKeys: readonly number[] | undefined
  depth: number
  /** Share of all passages that the caller can see, 0 to 1, where it is known. Only the speed depends on it. */
  visibleShare?: number
}

export interface TermWeights {
  /** Inverse document frequency among the passages that the caller can see. */
  weights: ReadonlyMap<string, number>
  /** Factors of the weights of single terms; 1 for all others. */
  factors: ReadonlyMap<string, number>
  /** In how many of these passages each term occurs, as far as the sample tells. */
  frequencies: ReadonlyMap<string, number>
  averageLength: number
  /** Number of passages that the caller can see. */
  total: number
}

/** Returns the condition on a chunk, aliased `c`: visibility and scope. */
export function isSearched({ caller, documentKeys }: LexicalQuery): RawBuilder<boolean> {
  return sql<boolean>`${visibleTo(caller, 'c')} and ${documentKeyFilter(documentKeys, 'c.document_key')}`
}
