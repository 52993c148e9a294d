import { finished } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '../contract/endpoint.ts'
import { AppError } from '../errors.ts'
import { createAdmissionControl } from './admission-control.ts'

/** Always answered: whoever watches the service must be able to tell a busy one from a dead one. */
const exemptPaths = new Set(['/healthz', '/readyz', '/metrics'])
/** So many bodies of the largest size may be held at once, and accordingly more small ones. */
const maxBufferedBodies = 64

type SheddableOperation = Pick<Endpoint, 'path' | 'rateLimit'>
type ReleaseSlot = (isAnswered: boolean) => void

/**
 * Refuses at the door what could only wait: past a number of requests that are worked on at once, past the memory that
 * their bodies may take, past the half of those places that indexing may take, or at the end of a line of questions that
 * is standing, a new one gets 503 and is told when to come back, instead of making all of them slow and the memory full.
 */
export function installLoadShedding(
  server: FastifyInstance,
  {
    maxInFlight,
    askWaitMs,
    maxBodyBytes,
    now = () => performance.now(),
  }: { maxInFlight: number; askWaitMs: number; maxBodyBytes: number; now?: () => number },
) {
  let inFlight = 0
  let indexing = 0
  let bodyBytes = 0
  let refused = 0
  const mostIndexing = Math.ceil(maxInFlight / 2)
  const mostBodyBytes = maxBufferedBodies * maxBodyBytes
  const valves = new Map<string, ReturnType<typeof createAdmissionControl>>()

  function refuse(): never {
    refused += 1
    throw new AppError('unavailable', 'The service is busy. Please try again in a moment.', {
      retryAfterSeconds: 1,
    })
  }

  /** Whichever door it came through: an operation of `/v1`, or the tool of an agent that does the same. */
  function enter({ path, rateLimit }: SheddableOperation): ReleaseSlot {
    if (rateLimit === 'index') {
      if (indexing >= mostIndexing) refuse()
      indexing += 1
      return () => {
        indexing -= 1
      }
    }
    if (rateLimit !== 'ask' || askWaitMs === 0) return () => {}
    // What is asked at one address takes a time of its own, so it has a line of its own.
    const valve = valves.get(path) ?? createAdmissionControl({ acceptableMs: askWaitMs, now })
    valves.set(path, valve)
    return valve.tryAcquire() ?? refuse()
  }

  server.addHook('onRequest', async (request, reply) => {
    if (exemptPaths.has(request.url.split('?', 1)[0] as string)) return
    const size = Math.min(declaredBodyBytes(request), maxBodyBytes)
    if (inFlight >= maxInFlight || bodyBytes + size > mostBodyBytes) refuse()
    const leave = enter(request.routeOptions.config.operation ?? { path: '' })
    inFlight += 1
    bodyBytes += size
    // However it ends: answered, broken off, taken over by a stream.
    finished(reply.raw, () => {
      inFlight -= 1
      bodyBytes -= size
      leave(reply.statusCode === 200)
    })
  })
  return {
    stats: () => ({ inFlight, refused }),
    /** An operation that comes inside of a request. */
    async runAdmitted<T>(operation: SheddableOperation, work: () => Promise<T>): Promise<T> {
      const leave = enter(operation)
      let isAnswered = false
      try {
        const result = await work()
        isAnswered = true
        return result
      } finally {
        leave(isAnswered)
      }
    },
  }
}

/** Where nothing says how much will come, it may be as much as is accepted. */
function declaredBodyBytes({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY
  return Number(headers['content-length'] ?? 0) || 0
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: SheddableOperation
  }
}

export type LoadShedder = ReturnType<typeof installLoadShedding>
