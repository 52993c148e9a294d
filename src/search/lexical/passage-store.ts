import { createGrowableArray } from './growable-array.ts'

/** A passage by the numbers of its terms, in their order. */
export interface IndexedPassage {
  key: number
  documentKey: number
  ordinal: number
  /** 0 stands for none, and is never seen. */
  audienceIndex: number
}

/** Passages by their places, which are given one after the other and not given again. */
export interface PassageStore {
  add(passage: IndexedPassage, terms: Uint32Array): number
  keyAt(place: number): number
  documentAt(place: number): number
  ordinalAt(place: number): number
  /** A view: it holds until the next one is added. */
  termsAt(place: number): Uint32Array
  /** The same where thousands are gone through: the page, and from where on. A view takes as long as reading the terms. */
  termPageAt(place: number): Uint32Array
  termOffsetAt(place: number): number
  columns(): { audiences: Int32Array; lengths: Int32Array }
  /** Where a passage stands in its document, and who sees it, may change. */
  update(place: number, passage: Pick<IndexedPassage, 'ordinal' | 'audienceIndex'>): void
  markDeleted(place: number): void
  readonly size: number
  /** Of those that are not buried. */
  readonly live: { count: number; terms: number }
  readonly bytes: number
}

const pageSize = 65_536

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
  const live = { count: 0, terms: 0 }

  function write(terms: Uint32Array): number {
    if (end + terms.length > pageSize) {
      // A page of its own for one that is larger than any.
      pages.push(new Uint32Array(Math.max(pageSize, terms.length)))
      end = 0
    }
    const start = (pages.length - 1) * pageSize + end
    pages.at(-1)?.set(terms, end)
    end += terms.length
    return start
  }
  const pageNumber = (place: number) => Math.floor((starts.values[place] as number) / pageSize)
  const termPageAt = (place: number) => pages[pageNumber(place)] as Uint32Array
  const termOffsetAt = (place: number) => (starts.values[place] as number) - pageNumber(place) * pageSize

  return {
    add(passage, terms) {
      const place = size++
      for (const column of [keys, documents, ordinals, audiences, lengths, starts]) column.reserve(size)
      keys.values[place] = passage.key
      documents.values[place] = passage.documentKey
      ordinals.values[place] = passage.ordinal
      audiences.values[place] = passage.audienceIndex
      lengths.values[place] = terms.length
      starts.values[place] = write(terms)
      live.count += 1
      live.terms += terms.length
      return place
    },
    keyAt: (place) => keys.values[place] as number,
    documentAt: (place) => documents.values[place] as number,
    ordinalAt: (place) => ordinals.values[place] as number,
    termsAt(place) {
      const start = termOffsetAt(place)
      return termPageAt(place).subarray(start, start + (lengths.values[place] as number))
    },
    termPageAt,
    termOffsetAt,
    columns: () => ({ audiences: audiences.values, lengths: lengths.values }),
    update(place, { ordinal, audienceIndex }) {
      ordinals.values[place] = ordinal
      audiences.values[place] = audienceIndex
    },
    markDeleted(place) {
      audiences.values[place] = 0
      live.count -= 1
      live.terms -= lengths.values[place] as number
    },
    get size() {
      return size
    },
    live,
    get bytes() {
      return pages.length * pageSize * 4 + keys.values.length * (3 * 8 + 3 * 4)
    },
  }
}
