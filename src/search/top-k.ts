/** The best passages so far: a heap whose first one is the worst of them. */
export interface TopK {
  count: number
  scores: Float64Array
  keys: Float64Array
  ids: Int32Array
}

export function createTopK(limit: number): TopK {
  const scores = new Float64Array(limit)
  return { count: 0, scores, keys: new Float64Array(limit), ids: new Int32Array(limit) }
}

/** Returns what is needed from now on to be among them: 0 until they are as many as are wanted. */
export function addToTopK(best: TopK, place: number, score: number, key: number): number {
  const { scores, keys, ids } = best
  const limit = scores.length
  if (limit === 0) return Number.POSITIVE_INFINITY
  let at = 0
  if (best.count < limit) {
    at = best.count++
    for (let above = (at - 1) >> 1; at > 0 && ranksBefore(best, above, score, key); above = (at - 1) >> 1)
      at = moveEntry(best, above, at)
  } else if (!ranksBefore(best, 0, score, key)) {
    for (let below = 1; below < limit; below = 2 * at + 1) {
      const beside = below + 1
      if (beside < limit && ranksBefore(best, below, scores[beside] as number, keys[beside] as number))
        below++
      if (ranksBefore(best, below, score, key)) break
      at = moveEntry(best, below, at)
    }
  } else return scores[0] as number
  scores[at] = score
  keys[at] = key
  ids[at] = place
  return best.count < limit ? 0 : (scores[0] as number)
}

export function topKIds({ count, scores, keys, ids }: TopK): number[] {
  const score = (at: number) => scores[at] as number
  const key = (at: number) => keys[at] as number
  return Array.from({ length: count }, (_, at) => at)
    .sort((one, other) => score(other) - score(one) || key(one) - key(other))
    .map((at) => ids[at] as number)
}

/** Equal scores by key, never by chance. */
function ranksBefore({ scores, keys }: TopK, at: number, score: number, key: number): boolean {
  const own = scores[at] as number
  return own > score || (own === score && (keys[at] as number) < key)
}

function moveEntry({ scores, keys, ids }: TopK, from: number, to: number): number {
  scores[to] = scores[from] as number
  keys[to] = keys[from] as number
  ids[to] = ids[from] as number
  return from
}
