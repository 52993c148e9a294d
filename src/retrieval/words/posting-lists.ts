/** Many lists of numbers, most of them short and some very long, that only ever grow at their end. */
export interface PostingLists {
  add(list: number, value: number): void
  /** All of them in their order, a stretch of a page at a time. */
  scan(list: number, visit: (page: Uint32Array, from: number, to: number) => void): void
  readonly bytes: number
}

/** A passage's place and how often the term stands in it, as one number. */
export function posting(place: number, count: number): number {
  return place * 2 ** countBits + Math.min(count, mostCounted)
}

export function postingPlace(value: number): number {
  return value >>> countBits
}

export function postingCount(value: number): number {
  return value & mostCounted
}

const countBits = 5
export const mostCounted = 2 ** countBits - 1

const pageBits = 16
const pageSize = 2 ** pageBits
const longest = 7

/**
 * A list is a chain of stretches of 1, 3, 7, … 127 numbers, each behind the place of the next one: half of all terms stand
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

  return {
    add(list, value) {
      const own = list * 4
      if (own >= lists.length) {
        const larger = new Uint32Array(Math.max(own + 4, Math.ceil(lists.length / 8) * 12))
        larger.set(lists)
        lists = larger
      }
      let left = lists[own + leftAt] as number
      let size = lists[own + sizeAt] as number
      if (left === 0) {
        size = Math.min(longest, size + 1)
        left = 2 ** size - 1
        const place = allocate(2 ** size)
        const last = lists[own + lastAt] as number
        if (lists[own + sizeAt] === 0) lists[own + firstAt] = place
        else pageOf(last)[last % pageSize] = place
        lists[own + lastAt] = place
        lists[own + sizeAt] = size
      }
      const last = lists[own + lastAt] as number
      pageOf(last)[(last % pageSize) + 2 ** size - left] = value
      lists[own + leftAt] = left - 1
    },

    scan(list, visit) {
      const own = list * 4
      const last = lists[own + lastAt] as number
      const lastSize = lists[own + sizeAt]
      if (!lastSize) return
      let place = lists[own + firstAt] as number
      for (let size = 1; ; size = Math.min(longest, size + 1)) {
        const page = pageOf(place)
        const start = place % pageSize
        const isLast = place === last
        const left = isLast ? (lists[own + leftAt] as number) : 0
        visit(page, start + 1, start + 2 ** size - left)
        if (isLast) return
        place = page[start] as number
      }
    },

    get bytes() {
      return pages.length * pageSize * 4 + lists.byteLength
    },
  }
}

/** Where a list's first and last stretch are, how large the last one is (2 to that power), and what it has room for yet. */
const firstAt = 0
const lastAt = 1
const sizeAt = 2
const leftAt = 3
