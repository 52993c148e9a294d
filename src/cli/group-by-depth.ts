/** Groups items by their depth in a tree, parents first, so that the items of one level can be written concurrently. */
export function groupByDepth<T>(items: Iterable<T>, depthOf: (item: T) => number): T[][] {
  const levels: T[][] = []
  for (const item of items) {
    const depth = depthOf(item)
    levels[depth] ??= []
    levels[depth].push(item)
  }
  // Depths without items leave holes.
  return Object.values(levels)
}
