import { finished } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '../contract/endpoint.ts'
import { AppError } from '../errors.ts'
import { createAdmissionControl } from './admission-control.ts'
import { isAwaitingBody } from './body-reading.ts'

/** Always answered, so that monitoring can tell a busy service from a dead one. */
const exemptPaths = new Set(['/healthz', '/readyz', '/metrics'])

type SheddableOperation = Pick<Endpoint, 'path' | 'rateLimit' | 'ndjsonItem' | 'formFields'>
type ReleaseSlot = (isAnswered: boolean) => void

interface AdmittedRequest {
  /** Undefined while the request has no slot. */
  releaseSlot?: ReleaseSlot
  isOver: boolean
}

/**
 * Sheds load that would only queue. A request gets 503 with `Retry-After` when too many are in flight, when indexing
 * already uses half of the slots, or when a queue of questions is standing. Only work of the service counts: a request
 * gives its slot back while its body arrives and once its response is ready, so slow clients hold none.
 */
export function installLoadShedding(
  server: FastifyInstance,
  {
    maxInFlight,
    askWaitMs,
    isPaused = () => false,
    now = () => performance.now(),
  }: {
    maxInFlight: number
    askWaitMs: number
    /** Whether the latency of answers says nothing about a queue now. */
    isPaused?: () => boolean
    now?: () => number
  },
) {
  let inFlight = 0
  let indexing = 0
  let refused = 0
  const maxIndexing = Math.ceil(maxInFlight / 2)
  const admissionControls = new Map<string, ReturnType<typeof createAdmissionControl>>()
  const admitted = new WeakMap<FastifyRequest, AdmittedRequest>()

  /** Counts a refusal and returns its error. */
  function refuse(): AppError {
    refused += 1
    return new AppError('unavailable', 'The service is busy. Please try again in a moment.', {
      retryAfterSeconds: 1,
    })
  }

  /** Takes a slot for an operation of `/v1` or for the MCP tool that does the same. */
  function acquireSlot({ path, rateLimit }: SheddableOperation): ReleaseSlot {
    if (rateLimit === 'index') {
      if (indexing >= maxIndexing) throw refuse()
      indexing += 1
      return () => {
        indexing -= 1
      }
    }
    if (rateLimit !== 'ask' || askWaitMs === 0 || isPaused()) return () => {}
    // Latencies differ between paths, so each has an admission control of its own.
    const control = admissionControls.get(path) ?? createAdmissionControl({ acceptableMs: askWaitMs, now })
    admissionControls.set(path, control)
    const release = control.tryAcquire()
    if (!release) throw refuse()
    return release
  }

  function startWork(request: FastifyRequest): ReleaseSlot {
    if (inFlight >= maxInFlight) throw refuse()
    const release = acquireSlot(request.routeOptions.config.operation ?? { path: '' })
    inFlight += 1
    return (isAnswered) => {
      inFlight -= 1
      release(isAnswered)
    }
  }

  function stopWork(request: FastifyRequest, isAnswered: boolean): void {
    const state = admitted.get(request)
    state?.releaseSlot?.(isAnswered)
    if (state) state.releaseSlot = undefined
  }

  server.addHook('onRequest', async (request, reply) => {
    if (exemptPaths.has(request.url.split('?', 1)[0] as string)) return
    const state: AdmittedRequest = { releaseSlot: startWork(request), isOver: false }
    admitted.set(request, state)
    // Also called when the client disconnects, and for streams.
    finished(reply.raw, () => {
      stopWork(request, reply.statusCode === 200)
      state.isOver = true
    })
  })
  server.addHook('preParsing', (request, _reply, payload, done) => {
    if (isAwaitingBody(request)) stopWork(request, false)
    done(null, payload)
  })
  server.addHook('preValidation', async (request) => {
    const state = admitted.get(request)
    if (state && !state.isOver) state.releaseSlot ??= startWork(request)
  })
  server.addHook('onSend', async (request, reply) => stopWork(request, reply.statusCode === 200))

  return {
    stats: () => ({ inFlight, refused }),
    refuse,
    /** Gives the slot of a request back for good: it takes minutes, which says nothing about a queue. */
    exempt(request: FastifyRequest): void {
      stopWork(request, false)
    },
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

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: SheddableOperation
  }
}

export type LoadShedder = ReturnType<typeof installLoadShedding>
