import type { SimilarityGroups } from './duplicates/similar-candidates.ts'
import type { RankedCandidate } from './rerank/fusion.ts'

/** A number of passages, or the best passage each of a number of documents. */
export type PassageLimit = { passages: number } | { documents: number }

export interface CandidateSelection {
  entries: RankedCandidate[]
  /** Number of selected passages or documents that are no near-duplicates of others for certain. */
  distinct: number
}

/**
 * Selects the best candidates so that the limit is still filled after near-duplicates are folded, and with them every
 * candidate that can be a near-duplicate of one of them. Expects the candidates best first.
 */
export function selectCandidates(
  ranked: readonly RankedCandidate[],
  groups: SimilarityGroups,
  limit: PassageLimit,
): CandidateSelection {
  const max = 'passages' in limit ? limit.passages : limit.documents
  const documentsByGroup = new Map<number, Set<number>>()
  const distinctDocuments = new Set<number>()
  const entries: RankedCandidate[] = []
  let distinct = 0
  for (const entry of ranked) {
    const { chunkKey, documentKey } = entry.candidate
    const group = groups.get(chunkKey) ?? -1
    const documents = documentsByGroup.get(group) ?? new Set()
    const isDistinct = documents.size === 0 || (documents.size === 1 && documents.has(documentKey))
    if (isDistinct && distinct >= max) continue
    documentsByGroup.set(group, documents.add(documentKey))
    entries.push(entry)
    if (!isDistinct) continue
    distinctDocuments.add(documentKey)
    distinct = 'passages' in limit ? distinct + 1 : distinctDocuments.size
  }
  return { entries, distinct }
}
