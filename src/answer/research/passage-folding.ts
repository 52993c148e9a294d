import { createNearDuplicateCheck, type Question } from '../../search/duplicates/near-duplicates.ts'
import type { Passage } from '../../search/retrieval.ts'

/**
 * Creates a function that folds the passages of one search after the other: a near-duplicate of a passage that was seen
 * before is replaced by it. Each search folds its own, but a report joins several and must not cite two copies of a text.
 */
export function createPassageFolding(question: Question): (passages: readonly Passage[]) => Passage[] {
  const areNearDuplicates = createNearDuplicateCheck(question)
  /** The passages that stand for others, and by the keys of all that they stand for. */
  const representatives: Passage[] = []
  const representativeByKey = new Map<number, Passage>()

  function find(passage: Passage): Passage {
    const known = representativeByKey.get(passage.chunkKey)
    if (known) return known
    const original = representatives.find(
      (one) => one.documentKey !== passage.documentKey && areNearDuplicates(one, passage),
    )
    const representative = original ?? passage
    if (!original) representatives.push(passage)
    for (const { chunkKey } of [passage, ...passage.duplicates])
      if (!representativeByKey.has(chunkKey)) representativeByKey.set(chunkKey, representative)
    return representative
  }

  return (passages) => [...new Set(passages.map(find))]
}
