import { addToHash, hashBasis } from '../../fnv1a.ts'

/** Terms of an index image, numbered from 0, in the bytes they are stored in: decoding each takes longer than all the rest. */
export interface RestoredTerms {
  /** Returns the number of the term; undefined for an unknown one. */
  find(term: string): number | undefined
  termAt(number: number): string
  readonly size: number
  readonly bytes: number
}

const space = 0x20

/** Returns the terms as `restoreTerms` reads them. */
export function encodeTerms(terms: readonly string[]): Uint8Array {
  return Buffer.from(terms.map((term) => `${term} `).join(''))
}

/** Reads terms in UTF-8, each followed by a space. */
export function restoreTerms(text: Uint8Array): RestoredTerms {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength)
  let size = 0
  for (const byte of text) if (byte === space) size++
  const ends = new Uint32Array(size)
  /** Open addressing: the number plus one; 0 marks a free slot. */
  const table = new Uint32Array(2 ** (33 - Math.clz32(size)))
  const mask = table.length - 1
  let hash = hashBasis
  let number = 0
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] as number
    if (byte !== space) hash = addToHash(hash, byte)
    else {
      let slot = hash & mask
      while (table[slot] !== 0) slot = (slot + 1) & mask
      ends[number] = at
      table[slot] = ++number
      hash = hashBasis
    }
  }
  const startOf = (number: number) => (number === 0 ? 0 : (ends[number - 1] as number) + 1)
  return {
    find(term) {
      const wanted = Buffer.from(term)
      let slot = wanted.reduce(addToHash, hashBasis) & mask
      for (; table[slot] !== 0; slot = (slot + 1) & mask) {
        const number = (table[slot] as number) - 1
        const [start, end] = [startOf(number), ends[number] as number]
        if (end - start === wanted.length && wanted.compare(bytes, start, end) === 0) return number
      }
      return undefined
    },
    termAt: (number) => bytes.toString('utf8', startOf(number), ends[number]),
    size,
    bytes: text.length + ends.byteLength + table.byteLength,
  }
}
