import { dayMs } from '../durations.ts'
import type { HydratedPassage } from '../search/hydrate-passages.ts'
import { jaccardSimilarity } from './set-similarity.ts'

/** Of two documents that answer about equally well, the verified one wins, or else the newer one. */
interface Rival {
  passage: HydratedPassage
  terms: ReadonlySet<string>
}

const minAgeDays = 30
const minTermSimilarity = 0.35

/** Tells whether `lesser` says much the same as `other` in a less trusted or much older document. */
export function isLessTrustedRival(other: Rival, lesser: Rival): boolean {
  if (other.passage.documentKey === lesser.passage.documentKey) return false
  const trustGap = trustLevel(other) - trustLevel(lesser)
  const isLesser = trustGap > 0 || (trustGap === 0 && updatedAtMs(other) - updatedAtMs(lesser) >= minAgeDays * dayMs)
  return isLesser && jaccardSimilarity(other.terms, lesser.terms) >= minTermSimilarity
}

function isMoreTrusted(a: Rival, b: Rival): boolean {
  const trustGap = trustLevel(a) - trustLevel(b)
  return trustGap === 0 ? updatedAtMs(a) > updatedAtMs(b) : trustGap > 0
}

/** Returns the best, or a similar one of a more trusted or newer document that scores at least `minScore`. Expects the best first. */
export function preferTrusted<T extends Rival & { score: number }>(
  ranked: readonly T[],
  minScore: (best: T) => number,
): T | undefined {
  const [best] = ranked
  if (!best) return undefined
  const rivals = ranked.filter((rival) => rival.score >= minScore(best) && isLessTrustedRival(rival, best))
  return rivals.reduce((chosen, rival) => (isMoreTrusted(rival, chosen) ? rival : chosen), best)
}

/** Returns 2 for verified, 1 for unreviewed, 0 for outdated. */
function trustLevel({ passage }: Rival): number {
  const { reviewState } = passage.document
  return reviewState === 'Verified' ? 2 : reviewState === 'Outdated' ? 0 : 1
}

function updatedAtMs({ passage }: Rival): number {
  return passage.document.updatedAt.getTime()
}
