/** How long to wait before the attempt that follows `failures` failed ones; undefined: no further attempt. */
export type Backoff = (failures: number, random: () => number) => number | undefined

/** Each pause twice the one before, up to a limit; the random part (half of it) keeps a crowd from coming back at once. */
export function exponentialBackoff({
  firstMs = 1000,
  longestMs = 3600_000,
  attempts,
}: {
  firstMs?: number
  longestMs?: number
  /** Infinity: it is never given up. */
  attempts: number
}): Backoff {
  return (failures, random) => {
    if (failures >= attempts) return undefined
    const pauseMs = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 40))
    return Math.round(pauseMs / 2 + (pauseMs / 2) * random())
  }
}

/** Exactly these pauses, each stretched by up to a share of itself. */
export function tableBackoff(pausesMs: readonly number[], stretch: number): Backoff {
  return (failures, random) => {
    const pauseMs = pausesMs[failures - 1]
    return pauseMs === undefined ? undefined : Math.round(pauseMs * (1 + stretch * random()))
  }
}
