import type { Caller } from '../access/caller.ts'
import { AppError } from '../errors.ts'
import type { GuessPolicy, GuessThrottle } from './guess-throttle.ts'
import type { Members } from './members.ts'

export type PasswordCheck = ReturnType<typeof createPasswordCheck>

const passwordCheckPolicy: GuessPolicy = { name: 'guess-own-password', freeFailures: 5, maxDelayMs: 5 * 60_000 }

/**
 * Asks somebody who is signed in for their password again. Failures count by session, so that a thief of another
 * session or of a key cannot keep the right person from changing the password; all keys and tokens of an account share one
 * counter, because their number is not limited.
 */
export function createPasswordCheck({ members, throttle }: { members: Members; throttle: GuessThrottle }) {
  return async (
    {
      organizationId,
      memberId,
      credential,
    }: Pick<Caller, 'organizationId' | 'memberId'> & { credential: Pick<Caller['credential'], 'kind' | 'id'> },
    password: string,
  ): Promise<boolean> => {
    const subject =
      credential.kind === 'session' ? `session ${credential.id}` : JSON.stringify([organizationId, memberId])
    const counters = [{ policy: passwordCheckPolicy, subject }]
    const retryAfterSeconds = await throttle.admit(counters)
    if (retryAfterSeconds > 0)
      throw new AppError('rate-limit', `Too many attempts. Wait ${formatWait(retryAfterSeconds)} and try again.`, {
        retryAfterSeconds,
      })
    const isRight = await members.isPassword(organizationId, memberId, password)
    if (isRight) await throttle.refund(counters)
    return isRight
  }
}

/** Returns a wait in words: "8 seconds", "2 minutes". */
export function formatWait(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return count === 1 ? `a ${unit}` : `${count} ${unit}s`
}
