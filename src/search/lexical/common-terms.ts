/**
 * Returns all but the rarest terms that together match at most `max` passages. Terms of which fewer than `min` passages
 * are matched by the rarer ones are never common, so that these find enough.
 */
export function selectCommonTerms(
  frequencies: ReadonlyMap<string, number>,
  { min, max }: { min: number; max: number },
): ReadonlySet<string> {
  const common = new Set<string>()
  let matches = 0
  for (const [term, frequency] of [...frequencies].sort(([, first], [, second]) => first - second)) {
    if (matches >= min && matches + frequency > max) common.add(term)
    matches += frequency
  }
  return common
}
