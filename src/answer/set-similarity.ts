export function countShared<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  let shared = 0
  for (const element of a) if (b.has(element)) shared += 1
  return shared
}

/** Returns the size of the intersection divided by that of the union, 0 to 1. */
export function jaccardSimilarity<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  const shared = countShared(a, b)
  return shared / Math.max(1, a.size + b.size - shared)
}

/** Returns twice the size of the intersection divided by the sum of both sizes, 0 to 1. */
export function diceSimilarity<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  return (2 * countShared(a, b)) / Math.max(1, a.size + b.size)
}
