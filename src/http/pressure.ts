import { finished } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/** Always answered: whoever watches the service must be able to tell a busy one from a dead one. */
const alwaysOpen = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Refuses at the door what could only wait: past a number of requests that are worked on at once, a new one gets 503 and
 * is told when to come back, instead of making all of them slow and the memory full.
 */
export function refuseUnderPressure(server: FastifyInstance, { mostInFlight }: { mostInFlight: number }) {
  let inFlight = 0
  let refused = 0
  server.addHook('onRequest', async (request, reply) => {
    if (alwaysOpen.has(request.url.split('?', 1)[0] as string)) return
    if (inFlight >= mostInFlight) {
      refused += 1
      throw new AppError('unavailable', 'The service is busy. Please try again in a moment.', {
        retryAfterSeconds: 1,
      })
    }
    inFlight += 1
    // However it ends: answered, broken off, taken over by a stream.
    finished(reply.raw, () => {
      inFlight -= 1
    })
  })
  return { state: () => ({ inFlight, refused }) }
}

export type Pressure = ReturnType<typeof refuseUnderPressure>
