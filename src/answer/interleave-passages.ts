import type { Passage } from '../search/retrieval.ts'

/** Takes the best of each list in turn, each passage once. */
export function interleavePassages(lists: readonly (readonly Passage[])[]): Passage[] {
  const merged = new Map<number, Passage>()
  for (let rank = 0; rank < Math.max(...lists.map((list) => list.length)); rank += 1)
    for (const list of lists) {
      const passage = list[rank]
      if (passage && !merged.has(passage.chunkKey)) merged.set(passage.chunkKey, passage)
    }
  return [...merged.values()]
}
