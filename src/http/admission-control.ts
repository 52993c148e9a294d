/** Length of the window that latencies are observed in. */
const observationWindowMs = 250
/** Answers needed before their latency says anything. */
const minLatencySamples = 20
/** Requests that are always admitted, whatever their latency. */
const minConcurrency = 4
/** Latency multiple of an unloaded request above which a request counts as queued. */
const queuedLatencyMultiple = 3
/** The unloaded latency can grow with the database, but must not follow sustained load: one percent a minute. */
const baselineGrowthPerMinute = 0.01

/**
 * Admits requests of one kind as long as they do not queue. A burst is admitted and worked off. When even the fastest
 * answer of a window was slow, a standing queue exists; then only as many requests are admitted as can be answered within
 * the acceptable latency (Little's law), until the queue is gone. As in CoDel (Nichols & Jacobson 2012), the minimum
 * delay of a window tells a standing queue from a burst.
 */
export function createAdmissionControl({
  acceptableMs,
  now,
}: {
  /** Requests answered within this time never count as queued. */
  acceptableMs: number
  now: () => number
}) {
  let inFlight = 0
  let answered = 0
  let unloadedLatencyMs = Number.POSITIVE_INFINITY
  let answersPerMs = 0
  let isQueueStanding = false
  let window = newObservationWindow(now())

  const maxLatencyMs = () => Math.max(acceptableMs, queuedLatencyMultiple * unloadedLatencyMs)

  function closeWindow(): void {
    const ms = now() - window.startedAt
    if (ms < observationWindowMs) return
    if (window.completed > 0) {
      const isLate = answered >= minLatencySamples && window.minLatencyMs > maxLatencyMs()
      // While requests are rejected, latency is low because of that.
      isQueueStanding = inFlight > 0 && (isLate || window.rejected > 0)
      const rate = window.completed / ms
      answersPerMs = answersPerMs === 0 ? rate : 0.7 * answersPerMs + 0.3 * rate
      unloadedLatencyMs = Math.min(
        window.minLatencyMs,
        unloadedLatencyMs * (1 + (baselineGrowthPerMinute * ms) / 60_000),
      )
    }
    window = newObservationWindow(now())
  }

  return {
    /** Returns undefined to reject the request, else a function to call once at its end; `isAnswered`: with success. */
    tryAcquire(): ((isAnswered: boolean) => void) | undefined {
      closeWindow()
      const maxInFlight = isQueueStanding
        ? Math.max(minConcurrency, Math.round(answersPerMs * maxLatencyMs()))
        : Number.POSITIVE_INFINITY
      if (inFlight >= maxInFlight) {
        window.rejected += 1
        return undefined
      }
      const startedAt = now()
      inFlight += 1
      return (isAnswered) => {
        inFlight -= 1
        if (isAnswered) {
          answered += 1
          window.completed += 1
          window.minLatencyMs = Math.min(window.minLatencyMs, now() - startedAt)
        }
        closeWindow()
        if (inFlight === 0) isQueueStanding = false
      }
    },
  }
}

function newObservationWindow(startedAt: number) {
  return { startedAt, minLatencyMs: Number.POSITIVE_INFINITY, completed: 0, rejected: 0 }
}
