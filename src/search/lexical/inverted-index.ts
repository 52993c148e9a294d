import { groupByDocument, passagesOf, setPassages } from '../document-passages.ts'
import type { PassageCandidate, PassageRef } from '../passage-candidate.ts'
import type { FrameImport } from '../sync/image-requests.ts'
import { exportTermsFrames } from './export-terms-frames.ts'
import { createGrowableArray, type GrowableArray } from './growable-array.ts'
import { findKnownTerms, findNearTerms, type KnownTermsQuery, type NearTermsQuery } from './index-vocabulary.ts'
import { type LexicalHits, type LexicalIndexQuery, maxScoreSearch, type SearchableIndex } from './max-score-search.ts'
import { createPassageStore } from './passage-store.ts'
import { createPostingLists, encodePosting, maxTermFrequency } from './posting-lists.ts'
import { createScoreWindow } from './score-window.ts'
import type { NearTerm } from './spelling.ts'
import { createStemList, type StemList } from './stem-list.ts'
import { createTermDictionary, postingListOf } from './term-dictionary.ts'
import type { TermNamesFrame, TermsFrame } from './terms-frame.ts'

/** The terms of a document's passages: parallel arrays, one entry per passage in the order of the ordinals. */
export interface DocumentTerms {
  organizationId: string
  documentKey: number
  keys: readonly number[]
  ordinals: readonly number[]
  audienceIds: readonly number[]
  /** Separated by spaces. */
  terms: readonly string[]
}

export interface AdjacentQuery {
  organizationId: string
  audienceIds: readonly number[]
  passages: readonly PassageRef[]
}

/** All passages of the store by their terms, one index per organization. */
export interface InvertedIndex {
  /** Replaces the document's passages; without keys it removes the document. Returns whether anything of an earlier version is gone. */
  put(document: DocumentTerms): boolean
  /** Yields everything for an image; the index can change between two frames. */
  exportFrames(): Iterator<TermsFrame>
  /** Fills the empty index from an image. */
  startImport(): FrameImport<TermsFrame>
  search(query: LexicalIndexQuery): LexicalHits
  findKnownTerms(query: KnownTermsQuery): string[]
  /** Returns the nearest known stems of each misspelling, best first. */
  findNearTerms(query: NearTermsQuery): NearTerm[][]
  /** Returns the passages and their direct neighbours in the document, each once, as far as the audiences can see them. */
  readWithAdjacent(query: AdjacentQuery): PassageCandidate[]
  readonly bytes: number
}

/** Tombstones above this number, and above half the live passages, trigger a compaction. */
const compactionThreshold = 4096

export function createInvertedIndex(): InvertedIndex {
  const organizations = new Map<string, OrganizationIndex>()
  const window = createScoreWindow()
  return {
    put(document) {
      const index = organizations.get(document.organizationId) ?? createOrganizationIndex()
      const hasRemoved = putDocument(index, document)
      if (index.passages.size > 0) organizations.set(document.organizationId, index)
      return hasRemoved
    },
    exportFrames: () => exportTermsFrames(organizations),
    startImport() {
      const terms = new Map<string, Uint8Array[]>()
      return {
        add(frame) {
          const { organizationId } = frame
          const index = organizations.get(organizationId) ?? createOrganizationIndex()
          organizations.set(organizationId, index)
          if (frame.kind !== 'terms') return restoreFrame(index, frame)
          index.passages.reserve(frame.passageCount)
          terms.set(organizationId, [...(terms.get(organizationId) ?? []), frame.terms])
        },
        finish() {
          for (const [organizationId, index] of organizations) {
            index.dictionary.restore(Buffer.concat(terms.get(organizationId) ?? []))
            const { ordinalAt, columns, size } = index.passages
            const byOrdinal = (first: number, second: number) => ordinalAt(first) - ordinalAt(second)
            index.documents = groupByDocument(columns().documents.subarray(0, size), byOrdinal)
          }
        },
      }
    },
    search(query) {
      const index = organizations.get(query.organizationId)
      if (index) return maxScoreSearch(index, window, query)
      return { hits: [], statistics: { weights: new Map(), termIds: new Map() } }
    },
    findKnownTerms(query) {
      const index = organizations.get(query.organizationId)
      return index ? findKnownTerms(index, query) : []
    },
    findNearTerms(query) {
      const index = organizations.get(query.organizationId)
      return index ? findNearTerms(index, index.stems, query) : query.misspellings.map(() => [])
    },
    readWithAdjacent(query) {
      const index = organizations.get(query.organizationId)
      return index ? readWithAdjacent(index, query) : []
    },
    get bytes() {
      let sum = 0
      for (const { documentFrequency, documents, ...parts } of organizations.values()) {
        for (const { bytes } of [parts.passages, parts.postings, parts.dictionary, parts.stems]) sum += bytes
        sum += documentFrequency.values.byteLength + documents.size * 64
      }
      return sum
    },
  }
}

interface OrganizationIndex extends SearchableIndex {
  documentFrequency: GrowableArray<Uint32Array>
  stems: StemList
  /** Scratch space of `forEachTerm`: occurrences per posting list, all 0 between calls. */
  counts: Uint8Array
}

function createOrganizationIndex(): OrganizationIndex {
  const dictionary = createTermDictionary()
  return {
    dictionary,
    audiences: new Map(),
    documents: new Map(),
    passages: createPassageStore(),
    postings: createPostingLists(),
    documentFrequency: createGrowableArray(Uint32Array),
    stems: createStemList(dictionary),
    counts: new Uint8Array(1024),
  }
}

function putDocument(
  index: OrganizationIndex,
  { documentKey, keys, ordinals, audienceIds, terms }: DocumentTerms,
): boolean {
  const passages = keys.map((key, at) => ({
    key,
    ordinal: ordinals[at] as number,
    audienceId: audienceIds[at] as number,
    termIds: internTerms(index, terms[at] as string),
  }))
  return putPassages(index, documentKey, passages)
}

/** A passage with the ids of its terms. */
interface TermIdsOfPassage {
  key: number
  ordinal: number
  audienceId: number
  termIds: Uint32Array
}

function putPassages(index: OrganizationIndex, documentKey: number, given: readonly TermIdsOfPassage[]): boolean {
  const { passages } = index
  const replaced = new Map(Array.from(passagesOf(index.documents, documentKey), (id) => [passages.keyAt(id), id]))
  const ids = given.map(({ key, ordinal, audienceId, termIds }) => {
    const passage = { key, documentKey, ordinal, audienceIndex: audienceIndexOf(index, audienceId) }
    const id = replaced.get(key)
    if (id !== undefined && areEqual(passages.termsAt(id), termIds)) {
      replaced.delete(key)
      passages.update(id, passage)
      return id
    }
    const added = passages.add(passage, termIds)
    addPostings(index, added, termIds)
    return added
  })
  for (const id of replaced.values()) markDeleted(index, id)
  setPassages(index.documents, documentKey, ids)
  const tombstones = passages.size - passages.liveCount
  if (tombstones > compactionThreshold && tombstones > passages.liveCount / 2) compact(index)
  return replaced.size > 0
}

function restoreFrame(index: OrganizationIndex, frame: Exclude<TermsFrame, TermNamesFrame>): void {
  const { passages, postings, documentFrequency } = index
  if (frame.kind === 'passages') {
    const audienceIndexes = Int32Array.from(frame.audienceIds, (id) => audienceIndexOf(index, id))
    passages.restorePage({ ...frame, audienceIndexes }, frame.page)
  } else if (frame.kind === 'postings') postings.restorePage(frame.page)
  else {
    postings.restoreTable(frame.table, frame.firstList)
    documentFrequency.reserve(frame.firstList + frame.documentFrequency.length)
    documentFrequency.values.set(frame.documentFrequency, frame.firstList)
  }
}

function audienceIndexOf({ audiences }: OrganizationIndex, id: number): number {
  const index = audiences.get(id) ?? audiences.size + 1
  audiences.set(id, index)
  return index
}

function internTerms({ dictionary }: OrganizationIndex, terms: string): Uint32Array {
  const list = terms === '' ? [] : terms.split(' ')
  const termIds = new Uint32Array(list.length)
  for (let i = 0; i < list.length; i++) termIds[i] = dictionary.intern(list[i] as string)
  return termIds
}

function addPostings(index: OrganizationIndex, passageId: number, termIds: Uint32Array): void {
  const { postings } = index
  const frequencies = documentFrequencies(index)
  forEachTerm(index, termIds, (list, count) => {
    postings.add(list, encodePosting(passageId, count))
    frequencies[list] = (frequencies[list] as number) + 1
  })
}

/** Leaves a tombstone: the postings stay until the next compaction. */
function markDeleted(index: OrganizationIndex, passageId: number): void {
  const frequencies = documentFrequencies(index)
  forEachTerm(index, index.passages.termsAt(passageId), (list) => {
    frequencies[list] = (frequencies[list] as number) - 1
  })
  index.passages.markDeleted(passageId)
}

function documentFrequencies({ documentFrequency, dictionary }: OrganizationIndex): Uint32Array {
  documentFrequency.reserve(dictionary.size)
  return documentFrequency.values
}

/** Calls back once per distinct term with its posting list and its frequency in the passage. */
function forEachTerm(
  index: OrganizationIndex,
  termIds: Uint32Array,
  callback: (list: number, count: number) => void,
): void {
  if (index.counts.length < index.dictionary.size) index.counts = new Uint8Array(index.dictionary.size * 2)
  const { counts } = index
  for (let i = 0; i < termIds.length; i++) {
    const list = postingListOf(termIds[i] as number)
    const count = counts[list] as number
    if (count < maxTermFrequency) counts[list] = count + 1
  }
  for (let i = 0; i < termIds.length; i++) {
    const list = postingListOf(termIds[i] as number)
    const count = counts[list] as number
    if (count === 0) continue
    counts[list] = 0
    callback(list, count)
  }
}

/** Rewrites the live passages under new, consecutive ids. */
function compact(index: OrganizationIndex): void {
  const before = index.passages
  const { audiences } = before.columns()
  index.passages = createPassageStore()
  index.postings = createPostingLists()
  index.documentFrequency.values.fill(0)
  const move = (id: number) => {
    const passage = {
      key: before.keyAt(id),
      documentKey: before.documentAt(id),
      ordinal: before.ordinalAt(id),
      audienceIndex: audiences[id] as number,
    }
    const termIds = before.termsAt(id)
    const moved = index.passages.add(passage, termIds)
    addPostings(index, moved, termIds)
    return moved
  }
  for (const [key, ids] of index.documents)
    index.documents.set(key, typeof ids === 'number' ? move(ids) : ids.map(move))
}

function readWithAdjacent(
  index: OrganizationIndex,
  { passages: refs, audienceIds }: AdjacentQuery,
): PassageCandidate[] {
  const { passages } = index
  const visible = new Set(audienceIds.map((id) => index.audiences.get(id)))
  const { audiences } = passages.columns()
  const found = new Set<number>()
  for (const { documentKey, chunkKey } of refs) {
    const ids = passagesOf(index.documents, documentKey)
    let middle = 0
    while (middle < ids.length && passages.keyAt(ids[middle] as number) !== chunkKey) middle++
    if (middle === ids.length) continue
    const ordinal = passages.ordinalAt(ids[middle] as number)
    for (const step of [-1, 0, 1]) {
      const id = ids[middle + step]
      if (id === undefined || passages.ordinalAt(id) !== ordinal + step) continue
      if (visible.has(audiences[id])) found.add(id)
    }
  }
  return Array.from(found, (id) => ({
    chunkKey: passages.keyAt(id),
    documentKey: passages.documentAt(id),
    ordinal: passages.ordinalAt(id),
    terms: passages.termsAt(id),
  }))
}

function areEqual(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index])
}
