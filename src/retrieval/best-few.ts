/** Keeps the best few of many. */
export interface BestFew<T> {
  /** What scores less is not among them. */
  readonly least: number
  add(item: T, score: number): void
  /** Best first. */
  items(): T[]
}

/** Equal scores by key, never by chance. */
export function createBestFew<T extends { key: number }>(limit: number): BestFew<T> {
  let kept: { item: T; score: number }[] = []
  let least = Number.NEGATIVE_INFINITY
  const cut = () => {
    kept = kept.sort((one, other) => other.score - one.score || one.item.key - other.item.key).slice(0, limit)
    if (kept.length === limit) least = kept[limit - 1]?.score ?? least
  }
  return {
    get least() {
      return least
    },
    add(item, score) {
      kept.push({ item, score })
      if (kept.length >= limit * 4) cut()
    },
    items() {
      cut()
      return kept.map(({ item }) => item)
    },
  }
}
