import { finished } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import { createValve } from './valve.ts'

/** Always answered: whoever watches the service must be able to tell a busy one from a dead one. */
const alwaysOpen = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Refuses at the door what could only wait: past a number of requests that are worked on at once, or at the end of a line
 * of questions that is standing, a new one gets 503 and is told when to come back, instead of making all of them slow and
 * the memory full.
 */
export function refuseUnderPressure(
  server: FastifyInstance,
  { mostInFlight, askWaitMs }: { mostInFlight: number; askWaitMs: number },
) {
  let inFlight = 0
  let refused = 0
  const valves = new Map<string, ReturnType<typeof createValve>>()
  const now = () => performance.now()

  /** Each operation takes a time of its own, so each has a line of its own. */
  function valveOf(operation: string | undefined) {
    if (operation === undefined || askWaitMs === 0) return undefined
    const valve = valves.get(operation) ?? createValve({ acceptableMs: askWaitMs, now })
    valves.set(operation, valve)
    return valve
  }

  server.addHook('onRequest', async (request, reply) => {
    if (alwaysOpen.has(request.url.split('?', 1)[0] as string)) return
    const valve = inFlight < mostInFlight ? valveOf(request.routeOptions.config.inLine) : undefined
    const leave = valve?.enter()
    if (inFlight >= mostInFlight || (valve && !leave)) {
      refused += 1
      throw new AppError('unavailable', 'The service is busy. Please try again in a moment.', {
        retryAfterSeconds: 1,
      })
    }
    inFlight += 1
    // However it ends: answered, broken off, taken over by a stream.
    finished(reply.raw, () => {
      inFlight -= 1
      leave?.(reply.statusCode === 200)
    })
  })
  return { state: () => ({ inFlight, refused }) }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation, where those who ask for it stand in line. */
    inLine?: string
  }
}

export type Pressure = ReturnType<typeof refuseUnderPressure>
