/** The words that differ between two places where the texts agree. */
export interface Hunk<T> {
  removed: T[]
  added: T[]
}

/** Returns where two texts differ, in order: a diff by longest common subsequence. */
export function diffWords<T extends { key: string }>(a: readonly T[], b: readonly T[]): Hunk<T>[] {
  let start = 0
  while (start < a.length && start < b.length && a[start]?.key === b[start]?.key) start += 1
  let endA = a.length
  let endB = b.length
  while (endA > start && endB > start && a[endA - 1]?.key === b[endB - 1]?.key) {
    endA -= 1
    endB -= 1
  }
  const lengths = commonSubsequenceLengths(a.slice(start, endA), b.slice(start, endB))
  const hunks: Hunk<T>[] = []
  let open: Hunk<T> | undefined
  for (let i = start, j = start; i < endA || j < endB; ) {
    if (i < endA && j < endB && a[i]?.key === b[j]?.key) {
      open = undefined
      i += 1
      j += 1
      continue
    }
    if (!open) {
      open = { removed: [], added: [] }
      hunks.push(open)
    }
    const withoutA = lengths[i - start + 1]?.[j - start] ?? -1
    const withoutB = lengths[i - start]?.[j - start + 1] ?? -1
    if (i < endA && (j === endB || withoutA >= withoutB)) open.removed.push(a[i++] as T)
    else open.added.push(b[j++] as T)
  }
  return hunks
}

/** Returns, for each pair of suffixes, the length of their longest common subsequence. */
function commonSubsequenceLengths<T extends { key: string }>(a: readonly T[], b: readonly T[]): Uint16Array[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i--) {
    const row = lengths[i] as Uint16Array
    const below = lengths[i + 1] as Uint16Array
    for (let j = b.length - 1; j >= 0; j--) {
      row[j] =
        a[i]?.key === b[j]?.key ? (below[j + 1] as number) + 1 : Math.max(below[j] as number, row[j + 1] as number)
    }
  }
  return lengths
}
