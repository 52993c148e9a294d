/** What this process takes of the machine's memory. */
export function memoryMb(): number {
  return Math.round(process.memoryUsage.rss() / 2 ** 20)
}
