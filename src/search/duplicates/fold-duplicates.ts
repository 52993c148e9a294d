import type { HydratedPassage } from '../hydrate-passages.ts'
import type { NearDuplicateCheck } from './near-duplicates.ts'
import type { SimilarityGroups } from './similar-candidates.ts'

export interface ScoredPassage extends HydratedPassage {
  score: number
}

/** A passage that stands for near-duplicates in other documents. */
export interface FoldedPassage extends ScoredPassage {
  /** One passage per further document, best first. */
  duplicates: readonly ScoredPassage[]
}

/** A fresher copy represents the others only if it scores nearly as well as the best; scores can be negative. */
const maxScoreLoss = 0.1

/**
 * A passage is compared with this many of the best that can be its near-duplicates: to compare hundreds of pages of one
 * template each with each takes seconds.
 */
const maxCompared = 50

/**
 * Folds near-duplicate passages of different documents: each is shown once, at the rank of its best copy. Expects the
 * passages best first.
 */
export function foldDuplicates(
  passages: readonly ScoredPassage[],
  groups: SimilarityGroups,
  areNearDuplicates: NearDuplicateCheck,
): FoldedPassage[] {
  const clusters: ScoredPassage[][] = []
  const clustersByGroup = new Map<number, ScoredPassage[][]>()
  for (const passage of passages) {
    const group = groups.get(passage.chunkKey) ?? -1
    const siblings = clustersByGroup.get(group) ?? []
    clustersByGroup.set(group, siblings)
    const found = siblings
      .slice(0, maxCompared)
      .find(([best]) => best && best.documentKey !== passage.documentKey && areNearDuplicates(best, passage))
    if (found) found.push(passage)
    else {
      const cluster = [passage]
      siblings.push(cluster)
      clusters.push(cluster)
    }
  }
  return clusters.map(foldCluster)
}

function foldCluster(cluster: readonly ScoredPassage[]): FoldedPassage {
  const representative = chooseRepresentative(cluster)
  const furtherDocuments = new Map<number, ScoredPassage>()
  for (const passage of cluster) {
    const { documentKey } = passage
    if (documentKey !== representative.documentKey && !furtherDocuments.has(documentKey))
      furtherDocuments.set(documentKey, passage)
  }
  const score = Math.max(...cluster.map((passage) => passage.score))
  return { ...representative, score, duplicates: [...furtherDocuments.values()] }
}

/** Chooses the freshest of the best-matching copies: verified before others, outdated only if all are. */
function chooseRepresentative(cluster: readonly ScoredPassage[]): ScoredPassage {
  const current = cluster.filter(({ document }) => document.reviewState !== 'Outdated')
  const eligible = current.length > 0 ? current : cluster
  const best = Math.max(...eligible.map(({ score }) => score))
  const minScore = best - maxScoreLoss * Math.abs(best)
  return eligible
    .filter(({ score }) => score >= minScore)
    .reduce((chosen, passage) => (isPreferred(passage, chosen) ? passage : chosen))
}

function isPreferred({ document: a }: HydratedPassage, { document: b }: HydratedPassage): boolean {
  const isVerified = a.reviewState === 'Verified'
  if (isVerified !== (b.reviewState === 'Verified')) return isVerified
  return a.updatedAt.getTime() > b.updatedAt.getTime()
}

/**
 * Returns the best passage of each document, without the documents whose best passage another one represents: they are
 * duplicates of that hit.
 */
export function bestPerDocument(passages: readonly FoldedPassage[]): FoldedPassage[] {
  const hits: { passage: FoldedPassage; duplicates: ScoredPassage[] }[] = []
  const hitByDocument = new Map<number, (typeof hits)[number]>()
  for (const passage of passages) {
    let hit = hitByDocument.get(passage.documentKey)
    if (!hit) {
      hit = { passage, duplicates: [] }
      hits.push(hit)
      hitByDocument.set(passage.documentKey, hit)
    }
    for (const duplicate of passage.duplicates) {
      if (hitByDocument.has(duplicate.documentKey)) continue
      hitByDocument.set(duplicate.documentKey, hit)
      hit.duplicates.push(duplicate)
    }
  }
  return hits.map(({ passage, duplicates }) => ({ ...passage, duplicates }))
}
