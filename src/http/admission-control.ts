/** How long a stretch is looked at before anything is concluded from it. */
const observationWindowMs = 250
/** Before so many were answered it is not known how long one takes. */
const minLatencySamples = 20
/** These may always be under way, however late they are. */
const minConcurrency = 4
/** So many times what one takes alone, and it was waiting most of the time. */
const queuedLatencyMultiple = 3
/** What one takes alone may grow with the store, but not with a crowd that stays: by a hundredth in a minute. */
const baselineGrowthPerMinute = 0.01

/**
 * Lets requests of one kind in as long as no line of them forms. A crowd that comes at once is let in and worked off; but
 * when for a quarter of a second not even the quickest answer was quick, a line is standing, and everybody at its end
 * would wait for nothing better. Then only as many are let in as are answered in the time that is still acceptable
 * (Little's law), until it is gone. The idea is that of CoDel (Nichols & Jacobson 2012): the least delay of a stretch tells
 * a standing queue from a burst.
 */
export function createAdmissionControl({
  acceptableMs,
  now,
}: {
  /** Nothing is late that is answered within it. */
  acceptableMs: number
  now: () => number
}) {
  let inFlight = 0
  let answered = 0
  let aloneMs = Number.POSITIVE_INFINITY
  let perMs = 0
  let isStanding = false
  let stretch = newObservationWindow(now())

  const lateMs = () => Math.max(acceptableMs, queuedLatencyMultiple * aloneMs)

  function conclude(): void {
    const ms = now() - stretch.since
    if (ms < observationWindowMs) return
    if (stretch.completed > 0) {
      const isLate = answered >= minLatencySamples && stretch.minLatencyMs > lateMs()
      // While some are sent away, the line is short because they are.
      isStanding = inFlight > 0 && (isLate || stretch.rejected > 0)
      const rate = stretch.completed / ms
      perMs = perMs === 0 ? rate : 0.7 * perMs + 0.3 * rate
      aloneMs = Math.min(stretch.minLatencyMs, aloneMs * (1 + (baselineGrowthPerMinute * ms) / 60_000))
    }
    stretch = newObservationWindow(now())
  }

  return {
    /** Undefined: not now. Else to be called once at the end; `isAnswered`: with an answer, not with a refusal. */
    tryAcquire(): ((isAnswered: boolean) => void) | undefined {
      conclude()
      const most = isStanding
        ? Math.max(minConcurrency, Math.round(perMs * lateMs()))
        : Number.POSITIVE_INFINITY
      if (inFlight >= most) {
        stretch.rejected += 1
        return undefined
      }
      const since = now()
      inFlight += 1
      return (isAnswered) => {
        inFlight -= 1
        if (isAnswered) {
          answered += 1
          stretch.completed += 1
          stretch.minLatencyMs = Math.min(stretch.minLatencyMs, now() - since)
        }
        conclude()
        // Nobody is there any more: no line either.
        if (inFlight === 0) isStanding = false
      }
    },
  }
}

function newObservationWindow(startedAt: number) {
  return { since: startedAt, minLatencyMs: Number.POSITIVE_INFINITY, completed: 0, rejected: 0 }
}
