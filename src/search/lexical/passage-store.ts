import { createGrowableArray } from './growable-array.ts'

export interface IndexedPassage {
  key: number
  documentKey: number
  ordinal: number
  /** 0 marks a deleted passage, which nobody can see. */
  audienceIndex: number
}

/** Passages as parallel arrays. */
export interface PassageColumns {
  keys: Float64Array
  documentKeys: Float64Array
  ordinals: Int32Array
  audienceIndexes: Int32Array
  lengths: Int32Array
}

export interface PassageTotals {
  readonly count: number
  readonly terms: number
}

/** Columnar storage of passages under consecutive ids, which are not reused. */
export interface PassageStore {
  add(passage: IndexedPassage, terms: Uint32Array): number
  /** Reserves memory for this many passages. */
  reserve(count: number): void
  /** Adds the passages of a page, which is kept: it must have been filled as `add` fills pages. */
  restorePage(columns: PassageColumns, page: Uint32Array): void
  keyAt(id: number): number
  documentAt(id: number): number
  ordinalAt(id: number): number
  /** Returns a view of the term ids. */
  termsAt(id: number): Uint32Array
  /** The same as page and offset, for hot loops: creating a view takes as long as reading the terms. */
  termPageAt(id: number): Uint32Array
  termOffsetAt(id: number): number
  columns(): { audiences: Int32Array; lengths: Int32Array; documents: Float64Array }
  /** Changes the position in the document and the audience; the terms stay. */
  update(id: number, passage: Pick<IndexedPassage, 'ordinal' | 'audienceIndex'>): void
  markDeleted(id: number): void
  readonly size: number
  /** Number of passages that are not deleted. */
  readonly liveCount: number
  /** Returns the number of passages of an audience and the sum of their lengths. */
  totalsOf(audienceIndex: number): PassageTotals
  readonly bytes: number
}

/** Terms per page; a passage with more has a page of its own. */
export const passagePageSize = 65_536
const pageSize = passagePageSize

export function createPassageStore(): PassageStore {
  const keys = createGrowableArray(Float64Array)
  const documents = createGrowableArray(Float64Array)
  const ordinals = createGrowableArray(Int32Array)
  const audiences = createGrowableArray(Int32Array)
  const lengths = createGrowableArray(Int32Array)
  const starts = createGrowableArray(Float64Array)
  const pages: Uint32Array[] = []
  let end = pageSize
  let size = 0
  let liveCount = 0
  const passageCounts = createGrowableArray(Float64Array)
  const termCounts = createGrowableArray(Float64Array)

  function addToTotals(audienceIndex: number, passages: number, terms: number): void {
    for (const column of [passageCounts, termCounts]) column.reserve(audienceIndex + 1)
    passageCounts.values[audienceIndex] = (passageCounts.values[audienceIndex] as number) + passages
    termCounts.values[audienceIndex] = (termCounts.values[audienceIndex] as number) + terms
  }

  function reserve(count: number): void {
    for (const column of [keys, documents, ordinals, audiences, lengths, starts]) column.reserve(count)
  }

  function write(terms: Uint32Array): number {
    if (end + terms.length > pageSize) {
      // A passage larger than a page gets its own.
      pages.push(new Uint32Array(Math.max(pageSize, terms.length)))
      end = 0
    }
    const start = (pages.length - 1) * pageSize + end
    pages.at(-1)?.set(terms, end)
    end += terms.length
    return start
  }
  const pageNumber = (id: number) => Math.floor((starts.values[id] as number) / pageSize)
  const termPageAt = (id: number) => pages[pageNumber(id)] as Uint32Array
  const termOffsetAt = (id: number) => (starts.values[id] as number) - pageNumber(id) * pageSize

  return {
    add(passage, terms) {
      const id = size++
      reserve(size)
      keys.values[id] = passage.key
      documents.values[id] = passage.documentKey
      ordinals.values[id] = passage.ordinal
      audiences.values[id] = passage.audienceIndex
      lengths.values[id] = terms.length
      starts.values[id] = write(terms)
      liveCount += 1
      addToTotals(passage.audienceIndex, 1, terms.length)
      return id
    },
    reserve,
    restorePage(columns, page) {
      reserve(size + columns.keys.length)
      keys.values.set(columns.keys, size)
      documents.values.set(columns.documentKeys, size)
      ordinals.values.set(columns.ordinals, size)
      audiences.values.set(columns.audienceIndexes, size)
      lengths.values.set(columns.lengths, size)
      let start = pages.push(page) * pageSize - pageSize
      for (const [at, length] of columns.lengths.entries()) {
        starts.values[size++] = start
        start += length
        addToTotals(columns.audienceIndexes[at] as number, 1, length)
      }
      liveCount += columns.keys.length
      // Nothing is written behind a restored page, which has no room.
      end = pageSize
    },
    keyAt: (id) => keys.values[id] as number,
    documentAt: (id) => documents.values[id] as number,
    ordinalAt: (id) => ordinals.values[id] as number,
    termsAt(id) {
      const start = termOffsetAt(id)
      return termPageAt(id).subarray(start, start + (lengths.values[id] as number))
    },
    termPageAt,
    termOffsetAt,
    columns: () => ({ audiences: audiences.values, lengths: lengths.values, documents: documents.values }),
    update(id, { ordinal, audienceIndex }) {
      ordinals.values[id] = ordinal
      const length = lengths.values[id] as number
      addToTotals(audiences.values[id] as number, -1, -length)
      addToTotals(audienceIndex, 1, length)
      audiences.values[id] = audienceIndex
    },
    markDeleted(id) {
      addToTotals(audiences.values[id] as number, -1, -(lengths.values[id] as number))
      audiences.values[id] = 0
      liveCount -= 1
    },
    get size() {
      return size
    },
    get liveCount() {
      return liveCount
    },
    totalsOf: (audienceIndex) => ({
      count: passageCounts.values[audienceIndex] ?? 0,
      terms: termCounts.values[audienceIndex] ?? 0,
    }),
    get bytes() {
      return pages.length * pageSize * 4 + keys.values.length * (3 * 8 + 3 * 4)
    },
  }
}
