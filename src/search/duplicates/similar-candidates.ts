import { isStemId } from '../lexical/term-dictionary.ts'
import type { PassageCandidate } from '../passage-candidate.ts'

/**
 * Shared stems, relative to the shorter passage. Low enough to find a short passage under another title in another
 * branch; the text decides.
 */
const minOverlap = 0.5
/** From here on, two passages are compared with others as if they were one. */
const interchangeableOverlap = 0.9

/** A group number by passage key: only passages of the same group can be near-duplicates. */
export type SimilarityGroups = ReadonlyMap<number, number>

/**
 * Groups passages of different documents by their stems. Stems are at hand for every candidate, so only texts that can
 * be near-duplicates are read and compared.
 */
export function groupSimilarCandidates(candidates: readonly PassageCandidate[]): SimilarityGroups {
  const groups = new Map<number, number>()
  const exemplars: { documentKey: number; stems: Uint32Array; group: number }[] = []
  for (const [index, { chunkKey, documentKey, terms }] of candidates.entries()) {
    const stems = distinctStems(terms)
    const similar = exemplars
      .filter((exemplar) => exemplar.documentKey !== documentKey)
      .map((exemplar) => ({ exemplar, overlap: stemOverlap(stems, exemplar.stems) }))
      .filter(({ overlap }) => overlap >= minOverlap)
    const merged = new Set(similar.map(({ exemplar }) => exemplar.group))
    const group = Math.min(index, ...merged)
    if (merged.size > 1) {
      for (const exemplar of exemplars) if (merged.has(exemplar.group)) exemplar.group = group
      for (const [key, member] of groups) if (merged.has(member)) groups.set(key, group)
    }
    groups.set(chunkKey, group)
    if (!similar.some(({ overlap }) => overlap >= interchangeableOverlap)) exemplars.push({ documentKey, stems, group })
  }
  return groups
}

function distinctStems(terms: Uint32Array): Uint32Array {
  const sorted = terms.filter(isStemId).sort()
  return sorted.filter((stem, index) => stem !== sorted[index - 1])
}

/** Returns the number of shared stems relative to the smaller set, or 0 as soon as `minOverlap` is out of reach. */
function stemOverlap(a: Uint32Array, b: Uint32Array): number {
  const smaller = Math.min(a.length, b.length)
  if (smaller === 0) return 0
  const needed = minOverlap * smaller
  let shared = 0
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (shared + Math.min(a.length - i, b.length - j) < needed) return 0
    const difference = (a[i] as number) - (b[j] as number)
    if (difference === 0) shared += 1
    if (difference <= 0) i += 1
    if (difference >= 0) j += 1
  }
  return shared / smaller
}
