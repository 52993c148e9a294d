/** Append-only posting lists, most of them short and some very long. */
export interface PostingLists {
  add(list: number, posting: number): void
  /** Opens a non-empty list at its beginning. */
  openCursor(list: number): PostingCursor
  /** Moves to the next block; returns false after the last one. */
  nextBlock(cursor: PostingCursor): boolean
  /** Fills empty lists with the pages and the tables of `packPostingLists`. */
  restorePage(page: Uint32Array): void
  restoreTable(table: Uint32Array, firstList: number): void
  readonly bytes: number
}

/** Iterates over a list block by block: `page[at]` to `page[end - 1]` remain in the current block. */
export interface PostingCursor {
  readonly list: number
  page: Uint32Array
  at: number
  end: number
  /** Start of the block, and its size as a power of 2. */
  blockOffset: number
  blockBits: number
}

/** Packs a passage id and the term's frequency in it into one number, as the kernel reads it. */
export function encodePosting(passageId: number, count: number): number {
  return passageId * 32 + Math.min(count, maxTermFrequency)
}

export function postingPassageId(posting: number): number {
  return posting >>> 5
}

export const maxTermFrequency = 31

export const pageBits = 16
const pageSize = 2 ** pageBits
export const maxBlockBits = 9
const emptyPage = new Uint32Array(0)

/**
 * Stores each list as a chain of blocks of 1, 3, 7, … 511 postings, each after a link to the next block. Half of all
 * terms occur in a single passage, and an array per list would take more memory than its contents.
 */
export function createPostingLists(): PostingLists {
  const pages: Uint32Array[] = []
  let end = pageSize
  /** Four fields per list (see below), adjacent for cache locality. */
  let lists = new Uint32Array(64)

  function reserveFields(count: number): void {
    if (count <= lists.length) return
    const larger = new Uint32Array(Math.max(count, Math.ceil(lists.length / 8) * 12))
    larger.set(lists)
    lists = larger
  }

  function allocate(size: number): number {
    if (end + size > pageSize) {
      pages.push(new Uint32Array(pageSize))
      end = 0
    }
    const offset = (pages.length - 1) * pageSize + end
    end += size
    return offset
  }
  const pageOf = (offset: number) => pages[offset >>> pageBits] as Uint32Array

  function enterBlock(cursor: PostingCursor, offset: number): void {
    const base = cursor.list * fieldsPerList
    const start = offset & (pageSize - 1)
    const free = offset === lists[base + lastBlockField] ? (lists[base + freeSlotsField] as number) : 0
    cursor.blockOffset = offset
    cursor.blockBits = Math.min(maxBlockBits, cursor.blockBits + 1)
    cursor.page = pageOf(offset)
    cursor.at = start + 1
    cursor.end = start + (1 << cursor.blockBits) - free
  }

  return {
    add(list, posting) {
      const base = list * fieldsPerList
      reserveFields(base + fieldsPerList)
      let free = lists[base + freeSlotsField] as number
      let bits = lists[base + blockBitsField] as number
      if (free === 0) {
        bits = Math.min(maxBlockBits, bits + 1)
        free = (1 << bits) - 1
        const offset = allocate(1 << bits)
        const last = lists[base + lastBlockField] as number
        if (lists[base + blockBitsField] === 0) lists[base + firstBlockField] = offset
        else pageOf(last)[last & (pageSize - 1)] = offset
        lists[base + lastBlockField] = offset
        lists[base + blockBitsField] = bits
      }
      const last = lists[base + lastBlockField] as number
      pageOf(last)[(last & (pageSize - 1)) + (1 << bits) - free] = posting
      lists[base + freeSlotsField] = free - 1
    },

    openCursor(list) {
      const cursor = { list, page: emptyPage, at: 0, end: 0, blockOffset: 0, blockBits: 0 }
      enterBlock(cursor, lists[list * fieldsPerList + firstBlockField] as number)
      return cursor
    },

    nextBlock(cursor) {
      if (cursor.blockOffset === lists[cursor.list * fieldsPerList + lastBlockField]) return false
      enterBlock(cursor, cursor.page[cursor.blockOffset & (pageSize - 1)] as number)
      return true
    },

    restorePage(page) {
      pages.push(page)
    },

    restoreTable(table, firstList) {
      reserveFields(firstList * fieldsPerList + table.length)
      lists.set(table, firstList * fieldsPerList)
    },

    get bytes() {
      return pages.length * pageSize * 4 + lists.byteLength
    },
  }
}

/** Offsets of a list's first and last block, the size of the last one as a power of 2, and its number of free slots. */
export const firstBlockField = 0
export const lastBlockField = 1
export const blockBitsField = 2
export const freeSlotsField = 3
export const fieldsPerList = 4
