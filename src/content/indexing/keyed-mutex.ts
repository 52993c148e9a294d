/**
 * Lets those who hold the same key in one after the other, in the order they came: two writers of one item finish in the
 * order in which they are told so. Of those who index, whatever the key, no more than `maxConcurrency` are inside together, so that
 * however many write, the database has room for those who ask; removing is soon done and waits for no such place.
 */
export function createKeyedMutex({ maxConcurrency }: { maxConcurrency: number }) {
  const last = new Map<string, Promise<void>>()
  const waiting: (() => void)[] = []
  let inside = 0

  const enter = async (): Promise<void> => {
    if (inside < maxConcurrency) inside += 1
    // Whoever leaves hands the place on.
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else inside -= 1
  }

  const inTurn = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(key)
    let done: () => void = () => {}
    const mine = new Promise<void>((resolve) => {
      done = resolve
    })
    last.set(key, mine)
    try {
      await before
      return await work()
    } finally {
      done()
      if (last.get(key) === mine) last.delete(key)
    }
  }

  return {
    runLimited: <T>(key: string, work: () => Promise<T>): Promise<T> =>
      inTurn(key, async () => {
        await enter()
        try {
          return await work()
        } finally {
          leave()
        }
      }),
    runExclusive: inTurn,
  }
}

export type KeyedMutex = ReturnType<typeof createKeyedMutex>
