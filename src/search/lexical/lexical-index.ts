import type { PassageCandidate, PassageRef } from '../passage-candidate.ts'
import { createInvertedIndex, type InvertedIndex } from './inverted-index.ts'
import type { LexicalHits } from './max-score-search.ts'
import { createScoreWindow } from './score-window.ts'

/** The words of a document's passages: `keys[i]` stands at `ordinals[i]`, is seen by `audienceIds[i]` and has `terms[i]`. */
export interface DocumentTerms {
  organizationId: string
  documentKey: number
  keys: readonly number[]
  ordinals: readonly number[]
  audienceIds: readonly number[]
  /** The terms of each, between spaces. */
  terms: readonly string[]
}

export interface LexicalIndexQuery {
  organizationId: string
  /** Repeated as often as they stand in the question. */
  terms: readonly string[]
  audienceIds: readonly number[]
  /** Only passages of these documents. */
  documentKeys?: readonly number[]
  depth: number
}

export interface AdjacentQuery {
  organizationId: string
  audienceIds: readonly number[]
  passages: readonly PassageRef[]
}

export interface LexicalIndex {
  put(words: DocumentTerms): void
  search(query: LexicalIndexQuery): LexicalHits
  readWithAdjacent(reading: AdjacentQuery): PassageCandidate[]
  readonly bytes: number
}

/** All passages of a store by their words, each organization for itself. */
export function createLexicalIndex(): LexicalIndex {
  const shelves = new Map<string, InvertedIndex>()
  const window = createScoreWindow()
  return {
    put(words) {
      let shelf = shelves.get(words.organizationId)
      if (!shelf && words.keys.length === 0) return
      shelf ??= createInvertedIndex(window)
      shelves.set(words.organizationId, shelf)
      shelf.put(words)
    },
    search: (query) => shelves.get(query.organizationId)?.search(query) ?? { hits: [], terms: [] },
    readWithAdjacent: ({ organizationId, passages, audienceIds }) =>
      shelves.get(organizationId)?.readWithAdjacent(passages, audienceIds) ?? [],
    get bytes() {
      let sum = 0
      for (const shelf of shelves.values()) sum += shelf.bytes
      return sum
    },
  }
}
