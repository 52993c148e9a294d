/** The best passages so far: a heap whose first one is the worst of them. */
export interface BestPlaces {
  count: number
  scores: Float64Array
  keys: Float64Array
  places: Int32Array
}

export function createBestPlaces(limit: number): BestPlaces {
  const scores = new Float64Array(limit)
  return { count: 0, scores, keys: new Float64Array(limit), places: new Int32Array(limit) }
}

/** Returns what is needed from now on to be among them: 0 until they are as many as are wanted. */
export function addPlace(best: BestPlaces, place: number, score: number, key: number): number {
  const { scores, keys, places } = best
  const limit = scores.length
  if (limit === 0) return Number.POSITIVE_INFINITY
  let at = 0
  if (best.count < limit) {
    at = best.count++
    for (let above = (at - 1) >> 1; at > 0 && comesBefore(best, above, score, key); above = (at - 1) >> 1)
      at = move(best, above, at)
  } else if (!comesBefore(best, 0, score, key)) {
    for (let below = 1; below < limit; below = 2 * at + 1) {
      const beside = below + 1
      if (beside < limit && comesBefore(best, below, scores[beside] as number, keys[beside] as number))
        below++
      if (comesBefore(best, below, score, key)) break
      at = move(best, below, at)
    }
  } else return scores[0] as number
  scores[at] = score
  keys[at] = key
  places[at] = place
  return best.count < limit ? 0 : (scores[0] as number)
}

export function bestFirst({ count, scores, keys, places }: BestPlaces): number[] {
  const score = (at: number) => scores[at] as number
  const key = (at: number) => keys[at] as number
  return Array.from({ length: count }, (_, at) => at)
    .sort((one, other) => score(other) - score(one) || key(one) - key(other))
    .map((at) => places[at] as number)
}

/** Equal scores by key, never by chance. */
function comesBefore({ scores, keys }: BestPlaces, at: number, score: number, key: number): boolean {
  const own = scores[at] as number
  return own > score || (own === score && (keys[at] as number) < key)
}

function move({ scores, keys, places }: BestPlaces, from: number, to: number): number {
  scores[to] = scores[from] as number
  keys[to] = keys[from] as number
  places[to] = places[from] as number
  return from
}
