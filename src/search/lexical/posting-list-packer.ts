import {
  blockBitsField,
  fieldsPerList,
  firstBlockField,
  freeSlotsField,
  lastBlockField,
  maxBlockBits,
  pageBits,
} from './posting-lists.ts'

const pageSize = 2 ** pageBits

/**
 * Lays out complete posting lists as `PostingLists` has them in memory, one after the other, and yields the pages. Fills
 * the table of lists as it goes.
 */
export function* packPostingLists(lists: Iterable<Uint32Array>, table: Uint32Array): Generator<Uint32Array> {
  let page = new Uint32Array(pageSize)
  let pageStart = 0
  let end = 0
  let base = 0
  for (const postings of lists) {
    let bits = 0
    let last = -1
    let free = 0
    for (let at = 0; at < postings.length; ) {
      bits = Math.min(maxBlockBits, bits + 1)
      const size = 1 << bits
      const isFull = end + size > pageSize
      const offset = isFull ? pageStart + pageSize : pageStart + end
      if (last < 0) table[base + firstBlockField] = offset
      else page[last - pageStart] = offset
      if (isFull) {
        yield page.subarray(0, end)
        page = new Uint32Array(pageSize)
        pageStart += pageSize
        end = 0
      }
      const count = Math.min(size - 1, postings.length - at)
      page.set(postings.subarray(at, at + count), end + 1)
      free = size - 1 - count
      at += count
      end += size
      last = offset
    }
    table[base + lastBlockField] = last
    table[base + blockBitsField] = bits
    table[base + freeSlotsField] = free
    base += fieldsPerList
  }
  if (end > 0) yield page.subarray(0, end)
}
