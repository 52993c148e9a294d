/** Returns the backticks between which code stands as a block: more than it has in a row (CommonMark 4.5). */
export function codeFence(code: string): string {
  return '`'.repeat(Math.max(3, longestBackticks(code) + 1))
}

/** Returns the length of the longest row of backticks. */
export function longestBackticks(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, row) => Math.max(longest, row.length), 0)
}
