/** Runs queries before index loading for a while after the start. */
export interface StartupPriority {
  /** Runs a query; index loading waits until it has ended. */
  runFirst<T>(query: () => Promise<T>): Promise<T>
  /** Resolves when no query is running, or at once after the startup period. */
  waitForQueries(): Promise<void>
}

/**
 * Creates the priority for the given time after the start, when queries are slow because the database has nothing
 * cached. It ends, or a server under constant load would never load its indexes.
 */
export function createStartupPriority({ durationMs }: { durationMs: number }): StartupPriority {
  let running = 0
  let isOver = false
  let waiting: (() => void)[] = []
  const release = () => {
    for (const resolve of waiting) resolve()
    waiting = []
  }
  setTimeout(() => {
    isOver = true
    release()
  }, durationMs).unref()
  return {
    async runFirst(query) {
      running++
      try {
        return await query()
      } finally {
        running--
        if (running === 0) release()
      }
    },
    waitForQueries: () =>
      isOver || running === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push(resolve)
          }),
  }
}
