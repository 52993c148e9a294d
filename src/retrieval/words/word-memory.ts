import type { FoundPassage, Place } from '../found-passage.ts'
import type { WordScores } from './best-by-words.ts'
import { createScoreWindow } from './score-window.ts'
import { createWordShelf, type WordShelf } from './word-shelf.ts'

/** The words of a document's passages: `keys[i]` stands at `ordinals[i]`, is seen by `audienceIds[i]` and has `terms[i]`. */
export interface DocumentWords {
  organizationId: string
  documentKey: number
  keys: readonly number[]
  ordinals: readonly number[]
  audienceIds: readonly number[]
  /** The terms of each, between spaces. */
  terms: readonly string[]
}

export interface WordQuery {
  organizationId: string
  /** Repeated as often as they stand in the question. */
  terms: readonly string[]
  audienceIds: readonly number[]
  /** Only passages of these documents. */
  documentKeys?: readonly number[]
  depth: number
}

export interface WordReading {
  organizationId: string
  audienceIds: readonly number[]
  places: readonly Place[]
}

export interface WordMemory {
  put(words: DocumentWords): void
  best(query: WordQuery): WordScores
  readAround(reading: WordReading): FoundPassage[]
  readonly bytes: number
}

/** All passages of a store by their words, each organization for itself. */
export function createWordMemory(): WordMemory {
  const shelves = new Map<string, WordShelf>()
  const window = createScoreWindow()
  return {
    put(words) {
      let shelf = shelves.get(words.organizationId)
      if (!shelf && words.keys.length === 0) return
      shelf ??= createWordShelf(window)
      shelves.set(words.organizationId, shelf)
      shelf.put(words)
    },
    best: (query) => shelves.get(query.organizationId)?.best(query) ?? { places: [], terms: [] },
    readAround: ({ organizationId, places, audienceIds }) =>
      shelves.get(organizationId)?.readAround(places, audienceIds) ?? [],
    get bytes() {
      let sum = 0
      for (const shelf of shelves.values()) sum += shelf.bytes
      return sum
    },
  }
}
