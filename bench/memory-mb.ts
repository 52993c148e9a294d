/** Returns the resident memory of this process. */
export function memoryMb(): number {
  return Math.round(process.memoryUsage.rss() / 2 ** 20)
}
