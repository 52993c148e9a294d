import { finished } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '../contract/endpoint.ts'
import { AppError } from '../errors.ts'
import { createAdmissionControl } from './admission-control.ts'

/** Always answered, so that monitoring can tell a busy service from a dead one. */
const exemptPaths = new Set(['/healthz', '/readyz', '/metrics'])
/** Request bodies can take as much memory as this many bodies of the maximum size. */
const maxBufferedBodies = 64

type SheddableOperation = Pick<Endpoint, 'path' | 'rateLimit'>
type ReleaseSlot = (isAnswered: boolean) => void

/**
 * Sheds load that would only queue. A request gets 503 with `Retry-After` when too many are in flight, when their bodies
 * would take too much memory, when indexing already uses half of the slots, or when a queue of questions is standing.
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
  const maxIndexing = Math.ceil(maxInFlight / 2)
  const maxBufferedBytes = maxBufferedBodies * maxBodyBytes
  const admissionControls = new Map<string, ReturnType<typeof createAdmissionControl>>()

  function refuse(): never {
    refused += 1
    throw new AppError('unavailable', 'The service is busy. Please try again in a moment.', {
      retryAfterSeconds: 1,
    })
  }

  /** Takes a slot for an operation of `/v1` or for the MCP tool that does the same. */
  function acquireSlot({ path, rateLimit }: SheddableOperation): ReleaseSlot {
    if (rateLimit === 'index') {
      if (indexing >= maxIndexing) refuse()
      indexing += 1
      return () => {
        indexing -= 1
      }
    }
    if (rateLimit !== 'ask' || askWaitMs === 0) return () => {}
    // Latencies differ between paths, so each has an admission control of its own.
    const control = admissionControls.get(path) ?? createAdmissionControl({ acceptableMs: askWaitMs, now })
    admissionControls.set(path, control)
    return control.tryAcquire() ?? refuse()
  }

  server.addHook('onRequest', async (request, reply) => {
    if (exemptPaths.has(request.url.split('?', 1)[0] as string)) return
    const size = Math.min(declaredBodyBytes(request), maxBodyBytes)
    if (inFlight >= maxInFlight || bodyBytes + size > maxBufferedBytes) refuse()
    const release = acquireSlot(request.routeOptions.config.operation ?? { path: '' })
    inFlight += 1
    bodyBytes += size
    // Also called when the client disconnects, and for streams.
    finished(reply.raw, () => {
      inFlight -= 1
      bodyBytes -= size
      release(reply.statusCode === 200)
    })
  })
  return {
    stats: () => ({ inFlight, refused }),
    /** Runs an operation inside a request, subject to the same limits. */
    async runAdmitted<T>(operation: SheddableOperation, work: () => Promise<T>): Promise<T> {
      const release = acquireSlot(operation)
      let isAnswered = false
      try {
        const result = await work()
        isAnswered = true
        return result
      } finally {
        release(isAnswered)
      }
    },
  }
}

/** Returns infinity for a body of unknown length. */
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
