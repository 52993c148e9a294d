/** Relevance grades of documents, for one query. */
export type Judgements = ReadonlyMap<string, number>

/**
 * Normalized discounted cumulative gain as trec_eval's ndcg_cut computes it: the grade itself is the gain, divided by
 * log2(rank + 1); the ideal ranking contains every judged document, best first (Järvelin & Kekäläinen 2002).
 */
export function ndcg(ranking: readonly string[], judgements: Judgements, cut: number): number {
  const gain = (grades: number[]) =>
    grades.slice(0, cut).reduce((sum, grade, index) => sum + grade / Math.log2(index + 2), 0)
  const ideal = gain([...judgements.values()].map((grade) => Math.max(grade, 0)).sort((a, b) => b - a))
  if (ideal === 0) return 0
  return gain(ranking.slice(0, cut).map((id) => Math.max(judgements.get(id) ?? 0, 0))) / ideal
}

/** Returns the fraction of the relevant documents among the first `cut`. */
export function recall(ranking: readonly string[], judgements: Judgements, cut: number): number {
  const relevant = [...judgements].filter(([, grade]) => grade > 0).length
  if (relevant === 0) return 0
  return ranking.slice(0, cut).filter((id) => (judgements.get(id) ?? 0) > 0).length / relevant
}

/** Returns 1 / the rank of the first relevant document, or 0 if it is not among the first `cut`. */
export function reciprocalRank(ranking: readonly string[], judgements: Judgements, cut: number): number {
  const rank = ranking.slice(0, cut).findIndex((id) => (judgements.get(id) ?? 0) > 0)
  return rank < 0 ? 0 : 1 / (rank + 1)
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Rounds to four digits by default; further digits are noise. */
export function roundTo(value: number, digits = 4): number {
  return Number(value.toFixed(digits))
}
