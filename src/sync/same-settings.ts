/** Returns whether two sets of settings have the same fields with the same values, in any order. */
export function isSameSettings(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  return stableJson(one) === stableJson(other)
}

function stableJson(settings: Record<string, unknown>): string {
  return JSON.stringify(Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1)))
}
