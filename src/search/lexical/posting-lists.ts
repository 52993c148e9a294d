/** Many lists of numbers, most of them short and some very long, that only ever grow at their end. */
export interface PostingLists {
  add(list: number, value: number): void
  /** At the beginning of one that has any. */
  openCursor(list: number): PostingCursor
  /** On to the next stretch; false behind the last one. */
  nextBlock(cursor: PostingCursor): boolean
  readonly bytes: number
}

/** Goes through a list a stretch at a time: what is left of this one is `page[at]` up to before `page[end]`. */
export interface PostingCursor {
  readonly list: number
  page: Uint32Array
  at: number
  end: number
  /** Where the stretch begins, and how large it is: 2 to that power. */
  blockOffset: number
  blockBits: number
}

/** A passage's place and how often the term stands in it, as one number; the kernel reads both. */
export function encodePosting(place: number, count: number): number {
  return place * 32 + Math.min(count, maxTermFrequency)
}

export function postingPassageId(value: number): number {
  return value >>> 5
}

export const maxTermFrequency = 31

const pageBits = 16
const pageSize = 2 ** pageBits
const maxBlockBits = 9
const emptyPage = new Uint32Array(0)

/**
 * A list is a chain of stretches of 1, 3, 7, … 511 numbers, each behind the place of the next one: half of all terms stand
 * in one passage only, and an array of its own for each would be larger than all that is in them.
 */
export function createPostingLists(): PostingLists {
  const pages: Uint32Array[] = []
  let end = pageSize
  /** Four of each list, side by side for the processor's cache: see below. */
  let lists = new Uint32Array(64)

  function allocate(size: number): number {
    if (end + size > pageSize) {
      pages.push(new Uint32Array(pageSize))
      end = 0
    }
    const place = (pages.length - 1) * pageSize + end
    end += size
    return place
  }
  const pageOf = (place: number) => pages[place >>> pageBits] as Uint32Array

  function enter(cursor: PostingCursor, place: number): void {
    const own = cursor.list * 4
    const start = place & (pageSize - 1)
    const left = place === lists[own + lastBlockField] ? (lists[own + freeSlotsField] as number) : 0
    cursor.blockOffset = place
    cursor.blockBits = Math.min(maxBlockBits, cursor.blockBits + 1)
    cursor.page = pageOf(place)
    cursor.at = start + 1
    cursor.end = start + (1 << cursor.blockBits) - left
  }

  return {
    add(list, value) {
      const own = list * 4
      if (own >= lists.length) {
        const larger = new Uint32Array(Math.max(own + 4, Math.ceil(lists.length / 8) * 12))
        larger.set(lists)
        lists = larger
      }
      let left = lists[own + freeSlotsField] as number
      let size = lists[own + blockBitsField] as number
      if (left === 0) {
        size = Math.min(maxBlockBits, size + 1)
        left = (1 << size) - 1
        const place = allocate(1 << size)
        const last = lists[own + lastBlockField] as number
        if (lists[own + blockBitsField] === 0) lists[own + firstBlockField] = place
        else pageOf(last)[last & (pageSize - 1)] = place
        lists[own + lastBlockField] = place
        lists[own + blockBitsField] = size
      }
      const last = lists[own + lastBlockField] as number
      pageOf(last)[(last & (pageSize - 1)) + (1 << size) - left] = value
      lists[own + freeSlotsField] = left - 1
    },

    openCursor(list) {
      const cursor = { list, page: emptyPage, at: 0, end: 0, blockOffset: 0, blockBits: 0 }
      enter(cursor, lists[list * 4 + firstBlockField] as number)
      return cursor
    },

    nextBlock(cursor) {
      if (cursor.blockOffset === lists[cursor.list * 4 + lastBlockField]) return false
      enter(cursor, cursor.page[cursor.blockOffset & (pageSize - 1)] as number)
      return true
    },

    get bytes() {
      return pages.length * pageSize * 4 + lists.byteLength
    },
  }
}

/** Where a list's first and last stretch are, how large the last one is (2 to that power), and what it has room for yet. */
const firstBlockField = 0
const lastBlockField = 1
const blockBitsField = 2
const freeSlotsField = 3
