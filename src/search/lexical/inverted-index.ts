import type { PassageCandidate, PassageRef } from '../passage-candidate.ts'
import { createGrowableArray } from './growable-array.ts'
import type { DocumentTerms, LexicalIndexQuery } from './lexical-index.ts'
import { type LexicalHits, maxScoreSearch } from './max-score-search.ts'
import { createPassageStore, type PassageStore } from './passage-store.ts'
import { createPostingLists, encodePosting, maxTermFrequency, type PostingLists } from './posting-lists.ts'
import type { ScoreWindow } from './score-window.ts'
import { createTermDictionary } from './term-dictionary.ts'

/** The passages of one organization by their words. */
export interface InvertedIndex {
  /** In place of what was held of the document; without keys it is forgotten. */
  put(words: DocumentTerms): void
  search(query: LexicalIndexQuery): LexicalHits
  /** Those that the audiences see, and what they see right before and after them; each once. */
  readWithAdjacent(places: readonly PassageRef[], audienceIds: readonly number[]): PassageCandidate[]
  readonly bytes: number
}

/** More buried passages than this, and more than half as many as there are others, are worth making anew without them. */
const compactionThreshold = 4096

export function createInvertedIndex(window: ScoreWindow): InvertedIndex {
  const dictionary = createTermDictionary()
  const audiences = new Map<number, number>()
  /** Most documents have one passage: its place alone. By their order otherwise. */
  let documents = new Map<number, number | Int32Array>()
  let passages = createPassageStore()
  let postings = createPostingLists()
  /** How many passages have each term. */
  const holding = createGrowableArray(Uint32Array)
  let counts = new Uint8Array(1024)

  const passageIdsOf = (documentKey: number): ArrayLike<number> => {
    const places = documents.get(documentKey)
    return places === undefined ? [] : typeof places === 'number' ? [places] : places
  }
  const keepPlaces = (documentKey: number, places: readonly number[]) => {
    if (places.length === 0) documents.delete(documentKey)
    else documents.set(documentKey, places.length === 1 ? (places[0] as number) : Int32Array.from(places))
  }
  const audienceOf = (id: number) => {
    const known = audiences.get(id) ?? audiences.size + 1
    audiences.set(id, known)
    return known
  }

  function numbered(terms: string): Uint32Array {
    const list = terms === '' ? [] : terms.split(' ')
    const found = new Uint32Array(list.length)
    for (let i = 0; i < list.length; i++) found[i] = dictionary.intern(list[i] as string)
    return found
  }

  /** Calls for each term of a passage once, with how often it stands there. */
  function countTerms(terms: Uint32Array, each: (list: number, count: number) => void): void {
    const size = dictionary.size
    if (counts.length < size) counts = new Uint8Array(size * 2)
    for (let i = 0; i < terms.length; i++) {
      const list = (terms[i] as number) >>> 1
      const count = counts[list] as number
      if (count < maxTermFrequency) counts[list] = count + 1
    }
    for (let i = 0; i < terms.length; i++) {
      const list = (terms[i] as number) >>> 1
      const count = counts[list] as number
      if (count === 0) continue
      counts[list] = 0
      each(list, count)
    }
  }

  function holders(): Uint32Array {
    holding.reserve(dictionary.size)
    return holding.values
  }

  function list(place: number, terms: Uint32Array, into: PostingLists): void {
    const having = holders()
    countTerms(terms, (term, count) => {
      into.add(term, encodePosting(place, count))
      having[term] = (having[term] as number) + 1
    })
  }

  function bury(place: number): void {
    const having = holders()
    countTerms(passages.termsAt(place), (term) => {
      having[term] = (having[term] as number) - 1
    })
    passages.markDeleted(place)
  }

  /** The same passages, in new places one after the other. */
  function makeAnew(): void {
    const before: PassageStore = passages
    passages = createPassageStore()
    postings = createPostingLists()
    holding.values.fill(0)
    const kept = new Map<number, number | Int32Array>()
    const { audiences: seenBy } = before.columns()
    const moved = (place: number) => {
      const passage = {
        key: before.keyAt(place),
        documentKey: before.documentAt(place),
        ordinal: before.ordinalAt(place),
        audienceIndex: seenBy[place] as number,
      }
      const terms = before.termsAt(place)
      const next = passages.add(passage, terms)
      list(next, terms, postings)
      return next
    }
    for (const [key, places] of documents)
      kept.set(key, typeof places === 'number' ? moved(places) : places.map(moved))
    documents = kept
  }

  return {
    put({ documentKey, keys, ordinals, audienceIds, terms }) {
      const before = new Map(Array.from(passageIdsOf(documentKey), (place) => [passages.keyAt(place), place]))
      const places = keys.map((key, index) => {
        const numbers = numbered(terms[index] as string)
        const passage = {
          ...{ key, documentKey, ordinal: ordinals[index] as number },
          audienceIndex: audienceOf(audienceIds[index] as number),
        }
        const place = before.get(key)
        if (place !== undefined && areEqual(passages.termsAt(place), numbers)) {
          before.delete(key)
          passages.update(place, passage)
          return place
        }
        const added = passages.add(passage, numbers)
        list(added, numbers, postings)
        return added
      })
      for (const place of before.values()) bury(place)
      keepPlaces(documentKey, places)
      const buried = passages.size - passages.live.count
      if (buried > compactionThreshold && buried > passages.live.count / 2) makeAnew()
    },

    search: (query) =>
      maxScoreSearch(
        { dictionary, audiences, passages, postings, documentFrequency: holders(), passageIdsOf, window },
        query,
      ),

    readWithAdjacent(wanted, audienceIds) {
      const seen = new Set(audienceIds.map((id) => audiences.get(id)))
      const { audiences: seenBy } = passages.columns()
      const around = new Set<number>()
      for (const { documentKey, chunkKey } of wanted) {
        const places = passageIdsOf(documentKey)
        let middle = 0
        while (middle < places.length && passages.keyAt(places[middle] as number) !== chunkKey) middle++
        if (middle === places.length) continue
        const ordinal = passages.ordinalAt(places[middle] as number)
        for (const step of [-1, 0, 1]) {
          const place = places[middle + step]
          if (place === undefined || passages.ordinalAt(place) !== ordinal + step) continue
          if (seen.has(seenBy[place])) around.add(place)
        }
      }
      return Array.from(around, (place) => ({
        chunkKey: passages.keyAt(place),
        documentKey: passages.documentAt(place),
        ordinal: passages.ordinalAt(place),
        terms: passages.termsAt(place),
      }))
    },

    get bytes() {
      return (
        passages.bytes + postings.bytes + dictionary.bytes + holding.values.byteLength + documents.size * 64
      )
    },
  }
}

function areEqual(one: Uint32Array, other: Uint32Array): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index])
}
