import type { Database } from '../storage/database.ts'
import type { AttemptLimit, AttemptLimiter } from './attempt-limiter.ts'
import { normalizeEmail } from './members.ts'
import type { Passkeys } from './passkeys.ts'
import { verifyPassword } from './passwords.ts'
import type { SignInCandidate } from './sign-in-candidate.ts'

export type SignInOutcome =
  | { isVerified: true; candidates: [SignInCandidate, ...SignInCandidate[]] }
  | {
      isVerified: false
      retryAfterSeconds?: number
      /** The accounts with that email but another password. */
      matchingAccounts: SignInCandidate[]
    }

const limitWindowMs = 15 * 60_000
export const signInLimitPerEmail: AttemptLimit = {
  name: 'sign-in-email',
  maxAttempts: 10,
  windowMs: limitWindowMs,
}
export const signInLimitPerIp: AttemptLimit = {
  name: 'sign-in-address',
  maxAttempts: 100,
  windowMs: limitWindowMs,
}

export type SignIn = ReturnType<typeof createSignIn>

export function createSignIn({
  database,
  limits,
  passkeys,
}: {
  database: Database
  limits: AttemptLimiter
  passkeys: Passkeys
}) {
  return {
    /** Verifies a passkey, which belongs to exactly one account. */
    async withPasskey(given: { challenge: string; response: unknown; address: string }): Promise<SignInOutcome> {
      const { isAllowed, retryAfterSeconds } = await limits.consume(signInLimitPerIp, given.address)
      if (!isAllowed) return { isVerified: false, matchingAccounts: [], retryAfterSeconds }
      const candidate = await passkeys.finishAuthentication(given)
      return candidate ? { isVerified: true, candidates: [candidate] } : { isVerified: false, matchingAccounts: [] }
    },

    /** Verifies a password. An unknown email takes as long and gives the same result as a wrong password. */
    async withPassword(given: { email: string; password: string; address: string }): Promise<SignInOutcome> {
      const email = normalizeEmail(given.email)
      const limitResults = [
        await limits.consume(signInLimitPerIp, given.address),
        await limits.consume(signInLimitPerEmail, email),
      ]
      const exceeded = limitResults.filter((result) => !result.isAllowed)
      if (exceeded.length > 0) {
        return {
          isVerified: false,
          matchingAccounts: [],
          retryAfterSeconds: Math.max(...exceeded.map((result) => result.retryAfterSeconds)),
        }
      }
      const members = await database.unrestricted
        .selectFrom('member')
        .innerJoin('organization', 'organization.id', 'member.org_id')
        .select([
          'member.org_id as organizationId',
          'member.id as memberId',
          'member.email',
          'member.password_hash',
          'organization.name as organizationName',
        ])
        .where('member.email', '=', email)
        .where('member.disabled_at', 'is', null)
        .orderBy('organization.name')
        .execute()
      if (members.length === 0) await verifyPassword(undefined, given.password)
      const checked = await Promise.all(
        members.map(async ({ password_hash, ...candidate }) =>
          (await verifyPassword(password_hash, given.password)) ? candidate : undefined,
        ),
      )
      const [first, ...others] = checked.filter((candidate) => candidate !== undefined)
      if (!first)
        return {
          isVerified: false,
          matchingAccounts: members.map(({ password_hash: _, ...candidate }) => candidate),
        }
      await limits.reset(signInLimitPerEmail, email)
      return { isVerified: true, candidates: [first, ...others] }
    },
  }
}
