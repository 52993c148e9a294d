/** Returns a pattern for `like` and `ilike` that matches texts containing the query, taken literally. */
export function toLikePattern(query: string): string {
  return `%${query.trim().replace(/[\\%_]/g, '\\$&')}%`
}
