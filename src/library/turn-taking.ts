/**
 * Lets those who hold the same key in one after the other, in the order they came, and of all keys together no more than
 * `atOnce`. Two writers of one item therefore finish in the order in which they are told so, and however many write, the
 * database has room for those who ask.
 */
export function createTurnTaking({ atOnce }: { atOnce: number }) {
  const last = new Map<string, Promise<void>>()
  const waiting: (() => void)[] = []
  let inside = 0

  const enter = async (): Promise<void> => {
    if (inside < atOnce) inside += 1
    // Whoever leaves hands the place on.
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else inside -= 1
  }

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(key)
    let done: () => void = () => {}
    const mine = new Promise<void>((resolve) => {
      done = resolve
    })
    last.set(key, mine)
    try {
      await before
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    } finally {
      done()
      if (last.get(key) === mine) last.delete(key)
    }
  }
}

export type TurnTaking = ReturnType<typeof createTurnTaking>
