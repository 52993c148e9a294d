/**
 * Lets those who hold the same key in one after the other, in the order they came. Two writers of one item therefore
 * finish in the order in which they are told so.
 */
export function createTurnTaking() {
  const last = new Map<string, Promise<void>>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
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
}

export type TurnTaking = ReturnType<typeof createTurnTaking>
