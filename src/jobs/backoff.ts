/** Returns the pause before the next attempt after `failures` failed ones. Undefined: no further attempt. */
export type Backoff = (failures: number, random: () => number) => number | undefined

/** Doubles each pause up to a limit. Half of a pause is random, so that failed jobs do not all return at once. */
export function exponentialBackoff({
  initialMs = 1000,
  maxMs = 3600_000,
  attempts,
}: {
  initialMs?: number
  maxMs?: number
  /** Infinity: retried forever. */
  attempts: number
}): Backoff {
  return (failures, random) => {
    if (failures >= attempts) return undefined
    const pauseMs = Math.min(maxMs, initialMs * 2 ** Math.min(failures - 1, 40))
    return Math.round(pauseMs / 2 + (pauseMs / 2) * random())
  }
}

/** Uses exactly these pauses, each lengthened at random by up to a share of itself. */
export function tableBackoff(pausesMs: readonly number[], jitter: number): Backoff {
  return (failures, random) => {
    const pauseMs = pausesMs[failures - 1]
    return pauseMs === undefined ? undefined : Math.round(pauseMs * (1 + jitter * random()))
  }
}
