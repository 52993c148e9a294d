/** Returns the logarithm of the sum of the values' exponentials; a value minus it is the log of its share. */
export function logSumExp(values: readonly number[]): number {
  const max = Math.max(...values)
  return max + Math.log(values.reduce((sum, value) => sum + Math.exp(value - max), 0))
}
