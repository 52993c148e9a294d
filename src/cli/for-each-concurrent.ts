/** Runs the work for every item with limited concurrency; stops at the first failure. */
export async function forEachConcurrent<T>(
  items: Iterable<T>,
  concurrency: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]()
  let index = 0
  let hasFailed = false
  const worker = async () => {
    while (!hasFailed) {
      const next = iterator.next()
      if (next.done) return
      try {
        await work(next.value, index++)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
