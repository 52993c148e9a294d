export interface OutcomeCounts {
  created: number
  changed: number
  unchanged: number
}

export function emptyCounts(): OutcomeCounts {
  return { created: 0, changed: 0, unchanged: 0 }
}

export function addOutcome(counts: OutcomeCounts, outcome: 'created' | 'changed' | 'updated' | 'unchanged'): void {
  counts[outcome === 'updated' ? 'changed' : outcome] += 1
}
