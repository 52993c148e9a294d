import type { RawBuilder } from 'kysely'

/** A search by terms in the database. */
export interface LexicalQuery extends TermWeights {
  /** Analyzed terms of the question: letters and digits only. */
  terms: readonly string[]
  depth: number
  /** Condition on the chunk, aliased `c`: visibility and scope. */
  where: RawBuilder<unknown>
  /** Share of all passages that the caller can see, 0 to 1, where it is known. Only the speed depends on it. */
  visibleShare?: number
}

export interface TermWeights {
  /** Inverse document frequency among the passages that the caller can see. */
  weights: ReadonlyMap<string, number>
  /** Frequent terms: they raise the score of a match, but do not match alone. */
  commonTerms: ReadonlySet<string>
  averageLength: number
}
