/** Keeps background questions out of the way of people's. */
export interface AskPriority {
  /** Answers a person's question; background work is aborted. */
  runFirst<T>(ask: () => Promise<T>): Promise<T>
  /** Runs background work if no question is being answered; returns undefined if one is, or comes meanwhile. */
  runIdle<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined>
}

export function createAskPriority(): AskPriority {
  let running = 0
  const background = new Set<AbortController>()
  return {
    async runFirst(ask) {
      running += 1
      for (const controller of background) controller.abort()
      try {
        return await ask()
      } finally {
        running -= 1
      }
    },
    async runIdle(work) {
      if (running > 0) return undefined
      const controller = new AbortController()
      background.add(controller)
      try {
        return await work(controller.signal)
      } catch (error) {
        if (controller.signal.aborted) return undefined
        throw error
      } finally {
        background.delete(controller)
      }
    },
  }
}
