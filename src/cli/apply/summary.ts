/** How many things of a kind were made, made different, or found as they should be. */
export interface Counts {
  created: number
  changed: number
  unchanged: number
}

export function noCounts(): Counts {
  return { created: 0, changed: 0, unchanged: 0 }
}

export function count(counts: Counts, outcome: 'created' | 'changed' | 'updated' | 'unchanged'): void {
  counts[outcome === 'updated' ? 'changed' : outcome] += 1
}
