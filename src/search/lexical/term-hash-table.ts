/** Terms by their numbers, each with a place of its own: 0, 1, 2 and so on. */
export interface TermHashTable {
  count: number
  readonly shift: number
  readonly terms: Uint32Array
  /** The place and one; 0 is nobody's. */
  readonly indexes: Uint32Array
}

/**
 * A hash table for at most so many terms, most of it empty: few of those that are looked up are in it. A search looks up
 * every term of a hundred passages several times over, and an ordinary map takes several times as long for it.
 */
export function createTermHashTable(most: number): TermHashTable {
  const bits = Math.max(10, 33 - Math.clz32(most))
  return {
    count: 0,
    shift: 32 - bits,
    terms: new Uint32Array(2 ** bits),
    indexes: new Uint32Array(2 ** bits),
  }
}

/** Fibonacci hashing: numbers that lie side by side come to lie far apart. */
const hashMultiplier = 0x9e3779b1

/** Its place, a new one where it has none yet. */
export function insertTerm(table: TermHashTable, term: number): number {
  const { shift, terms, indexes } = table
  let slot = Math.imul(term, hashMultiplier) >>> shift
  while (indexes[slot] !== 0 && terms[slot] !== term) slot = (slot + 1) & (indexes.length - 1)
  if (indexes[slot] === 0) {
    terms[slot] = term
    indexes[slot] = ++table.count
  }
  return (indexes[slot] as number) - 1
}

/** -1 for a term that was not added. */
export function findTerm({ shift, terms, indexes }: TermHashTable, term: number): number {
  let slot = Math.imul(term, hashMultiplier) >>> shift
  while (indexes[slot] !== 0) {
    if (terms[slot] === term) return (indexes[slot] as number) - 1
    slot = (slot + 1) & (indexes.length - 1)
  }
  return -1
}
