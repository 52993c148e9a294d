/** Whoever has time, and whoever has not. */
export interface StartupPriority {
  /** Work that is not to wait for others'. */
  runFirst<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when no such work is under way, or when there was time enough to go first. */
  waitForQueries(): Promise<void>
}

/**
 * For so long after the start, what fills memory lets those go first who ask: their questions are slow enough while the
 * database has nothing cached. Not for longer, or a server that is always asked would never have filled it.
 */
export function createStartupPriority({ durationMs }: { durationMs: number }): StartupPriority {
  let underWay = 0
  let isOver = false
  let waiting: (() => void)[] = []
  const release = () => {
    for (const go of waiting) go()
    waiting = []
  }
  setTimeout(() => {
    isOver = true
    release()
  }, durationMs).unref()
  return {
    async runFirst(work) {
      underWay++
      try {
        return await work()
      } finally {
        underWay--
        if (underWay === 0) release()
      }
    },
    waitForQueries: () =>
      isOver || underWay === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push(resolve)
          }),
  }
}
