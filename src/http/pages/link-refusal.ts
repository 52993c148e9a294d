import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { GuessThrottle } from '../../identity/guess-throttle.ts'
import { formatWait } from '../../identity/password-check.ts'
import { clientNetwork } from '../../net/client-network.ts'
import { type Page, sendPage } from './page.ts'

/**
 * Returns a function that answers a link that does not work, and slows down guesses. A valid link always works, however
 * many guesses came from the same address.
 */
export function createLinkRefusal({
  throttle,
  policyName,
  page,
}: {
  throttle: GuessThrottle
  policyName: string
  page: Page
}) {
  const policy = { name: policyName, freeFailures: 50, maxDelayMs: 60_000 }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const retryAfterSeconds = await throttle.admit([{ policy, subject: clientNetwork(request.ip) }])
    if (retryAfterSeconds > 0)
      throw new AppError('rate-limit', `Too many attempts. Wait ${formatWait(retryAfterSeconds)} and try again.`, {
        retryAfterSeconds,
      })
    return sendPage(reply, 404, page)
  }
}
