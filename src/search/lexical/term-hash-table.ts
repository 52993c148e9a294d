/** Maps term ids to consecutive indexes in the order of insertion. */
export interface TermHashTable {
  count: number
  readonly shift: number
  readonly terms: Uint32Array
  /** The index plus one; 0 marks a free slot. */
  readonly indexes: Uint32Array
}

/**
 * Creates an open-addressing hash table with a low load factor, because most lookups miss. A search looks up every term
 * of a hundred passages several times, which takes several times as long with a `Map`.
 */
export function createTermHashTable(capacity: number): TermHashTable {
  const bits = Math.max(10, 33 - Math.clz32(capacity))
  return {
    count: 0,
    shift: 32 - bits,
    terms: new Uint32Array(2 ** bits),
    indexes: new Uint32Array(2 ** bits),
  }
}

/** Fibonacci hashing: spreads consecutive ids over the table. */
const hashMultiplier = 0x9e3779b1

/** Returns the term's index, a new one for an unknown term. */
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

/** Returns the term's index, or -1. */
export function findTerm({ shift, terms, indexes }: TermHashTable, term: number): number {
  let slot = Math.imul(term, hashMultiplier) >>> shift
  while (indexes[slot] !== 0) {
    if (terms[slot] === term) return (indexes[slot] as number) - 1
    slot = (slot + 1) & (indexes.length - 1)
  }
  return -1
}
