import { addToHash, hashBasis } from '../../fnv1a.ts'
import { prefixMark } from '../../ingest/prefix-mark.ts'

/** Numbers the terms of passages that are read as text. The ids are valid within one search. */
export interface PassageTermIds {
  /** Returns the id of a term. Ids of prefixes are odd, as in a term dictionary. */
  idOf(term: string): number
  /** Returns the ids of the terms of a passage, given between spaces. */
  idsOf(terms: string): Uint32Array
}

/** Terms that fit before the tables grow: about those of 200 passages. */
const initialCapacity = 2 ** 13
const space = 32

/**
 * Hashes terms while it reads a text, and compares them where they stand: to split the text and look up each part in a
 * `Map` takes seven times as long.
 */
export function createPassageTermIds(): PassageTermIds {
  const prefixCode = prefixMark.charCodeAt(0)
  let capacity = initialCapacity
  /** Open addressing at a load factor of at most a half: the term's number plus one; 0 marks a free slot. */
  let slots = new Uint32Array(capacity * 2)
  /** By number: the hash, and the text and the range in which the term was first read. */
  let hashes = new Int32Array(capacity)
  let starts = new Uint32Array(capacity)
  let lengths = new Uint32Array(capacity)
  const texts: string[] = []
  let ids = new Uint32Array(1024)

  function grow(): void {
    capacity *= 2
    const enlarge = <T extends Int32Array | Uint32Array>(larger: T, values: T): T => {
      larger.set(values)
      return larger
    }
    hashes = enlarge(new Int32Array(capacity), hashes)
    starts = enlarge(new Uint32Array(capacity), starts)
    lengths = enlarge(new Uint32Array(capacity), lengths)
    slots = new Uint32Array(capacity * 2)
    for (let number = 0; number < texts.length; number++) {
      let slot = slotOf(hashes[number] as number, slots.length)
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
      slots[slot] = number + 1
    }
  }

  function isAt(text: string, start: number, number: number): boolean {
    const known = texts[number] as string
    const knownStart = starts[number] as number
    for (let i = 0; i < (lengths[number] as number); i++)
      if (known.charCodeAt(knownStart + i) !== text.charCodeAt(start + i)) return false
    return true
  }

  function numberAt(text: string, start: number, length: number, hash: number): number {
    let slot = slotOf(hash, slots.length)
    for (; slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
      const number = (slots[slot] as number) - 1
      if (hashes[number] === hash && lengths[number] === length && isAt(text, start, number)) return number
    }
    const number = texts.length
    if (number === capacity) {
      grow()
      return numberAt(text, start, length, hash)
    }
    slots[slot] = number + 1
    hashes[number] = hash
    starts[number] = start
    lengths[number] = length
    texts.push(text)
    return number
  }

  function idsOf(text: string): Uint32Array {
    let count = 0
    let start = 0
    let hash = hashBasis
    for (let at = 0; at <= text.length; at++) {
      const code = at < text.length ? text.charCodeAt(at) : space
      if (code !== space) {
        hash = addToHash(hash, code)
        continue
      }
      if (count === ids.length) {
        const larger = new Uint32Array(count * 2)
        larger.set(ids)
        ids = larger
      }
      const prefixBit = text.charCodeAt(at - 1) === prefixCode ? 1 : 0
      ids[count++] = numberAt(text, start, at - start, hash) * 2 + prefixBit
      start = at + 1
      hash = hashBasis
    }
    return ids.slice(0, count)
  }

  return { idsOf, idOf: (term) => idsOf(term)[0] as number }
}

function slotOf(hash: number, size: number): number {
  return (hash ^ (hash >>> 15)) & (size - 1)
}
