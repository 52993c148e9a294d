import { isStemId } from '../lexical/term-dictionary.ts'
import type { PassageCandidate } from '../passage-candidate.ts'

/**
 * Shared stems, relative to the shorter passage. A copy under another title shares more; passages about one subject share
 * less, and to compare the text of all of them takes longer than the search itself.
 */
const minOverlap = 0.7
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
  const exemplars: Exemplar[] = []
  const exemplarsByStem = new Map<number, number[]>()
  for (const [index, { chunkKey, documentKey, terms }] of candidates.entries()) {
    const stems = new Set(terms.filter(isStemId))
    const shared = new Uint32Array(exemplars.length)
    for (const stem of stems) {
      for (const position of exemplarsByStem.get(stem) ?? []) shared[position] = (shared[position] as number) + 1
    }
    const similar = exemplars
      .map((exemplar, position) => ({
        exemplar,
        overlap: (shared[position] as number) / Math.min(stems.size, exemplar.stemCount),
      }))
      .filter(({ exemplar, overlap }) => overlap >= minOverlap && exemplar.documentKey !== documentKey)
    const merged = new Set(similar.map(({ exemplar }) => exemplar.group))
    const group = Math.min(index, ...merged)
    if (merged.size > 1) {
      for (const exemplar of exemplars) if (merged.has(exemplar.group)) exemplar.group = group
      for (const [key, member] of groups) if (merged.has(member)) groups.set(key, group)
    }
    groups.set(chunkKey, group)
    if (similar.some(({ overlap }) => overlap >= interchangeableOverlap)) continue
    for (const stem of stems) {
      const positions = exemplarsByStem.get(stem)
      if (positions) positions.push(exemplars.length)
      else exemplarsByStem.set(stem, [exemplars.length])
    }
    exemplars.push({ documentKey, stemCount: stems.size, group })
  }
  return groups
}

interface Exemplar {
  documentKey: number
  stemCount: number
  group: number
}
