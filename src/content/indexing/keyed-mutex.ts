/**
 * Serializes work per key, in the order of the calls, and limits the concurrency of `runLimited` over all keys, so that
 * writers leave database connections to queries. `runExclusive` is for short work and does not count.
 *
 * Holds within this process only. Writers on several nodes are kept apart by locks in the database: see write-document.ts.
 */
export function createKeyedMutex({ maxConcurrency }: { maxConcurrency: number }) {
  const tails = new Map<string, Promise<void>>()
  const waiting: (() => void)[] = []
  let running = 0

  const acquireSlot = async (): Promise<void> => {
    if (running < maxConcurrency) running += 1
    // releaseSlot passes its slot on, so the count stays.
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const releaseSlot = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  const runExclusive = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const previous = tails.get(key)
    let finish: () => void = () => {}
    const tail = new Promise<void>((resolve) => {
      finish = resolve
    })
    tails.set(key, tail)
    try {
      await previous
      return await work()
    } finally {
      finish()
      if (tails.get(key) === tail) tails.delete(key)
    }
  }

  return {
    runLimited: <T>(key: string, work: () => Promise<T>): Promise<T> =>
      runExclusive(key, async () => {
        await acquireSlot()
        try {
          return await work()
        } finally {
          releaseSlot()
        }
      }),
    runExclusive,
  }
}

export type KeyedMutex = ReturnType<typeof createKeyedMutex>
