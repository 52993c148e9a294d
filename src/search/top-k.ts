/** The best entries so far, as a binary min-heap: the first one is the worst. */
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

/** Adds an entry if it ranks high enough. Returns the score to beat from now on: 0 until the heap is full. */
export function addToTopK(best: TopK, id: number, score: number, key: number): number {
  const { scores, keys, ids } = best
  const limit = scores.length
  if (limit === 0) return Number.POSITIVE_INFINITY
  let at = 0
  if (best.count < limit) {
    at = best.count++
    for (let parent = (at - 1) >> 1; at > 0 && ranksBefore(best, parent, score, key); parent = (at - 1) >> 1)
      at = moveEntry(best, parent, at)
  } else if (!ranksBefore(best, 0, score, key)) {
    for (let child = 1; child < limit; child = 2 * at + 1) {
      const sibling = child + 1
      if (sibling < limit && ranksBefore(best, child, scores[sibling] as number, keys[sibling] as number)) child++
      if (ranksBefore(best, child, score, key)) break
      at = moveEntry(best, child, at)
    }
  } else return scores[0] as number
  scores[at] = score
  keys[at] = key
  ids[at] = id
  return best.count < limit ? 0 : (scores[0] as number)
}

/** Returns the ids, best first. */
export function topKIds({ count, scores, keys, ids }: TopK): number[] {
  const score = (at: number) => scores[at] as number
  const key = (at: number) => keys[at] as number
  return Array.from({ length: count }, (_, at) => at)
    .sort((a, b) => score(b) - score(a) || key(a) - key(b))
    .map((at) => ids[at] as number)
}

/** Ties are broken by key, so the order is stable. */
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
