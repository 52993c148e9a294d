import type { Database } from '../storage/database.ts'
import type { AttemptLimit, AttemptLimits } from './attempt-limits.ts'
import { normalizeEmail } from './members.ts'
import type { Passkeys } from './passkeys.ts'
import { verifyPassword } from './passwords.ts'

/** Somebody whose password was right. */
export interface Candidate {
  organizationId: string
  organizationName: string
  memberId: string
  email: string
}

export type SignInOutcome =
  | { isRight: true; candidates: [Candidate, ...Candidate[]] }
  | {
      isRight: false
      retryAfterSeconds?: number
      /** Who has that address, with another password. */
      known: Candidate[]
    }

const quarterHour = 15 * 60_000
export const perEmail: AttemptLimit = { name: 'sign-in-email', most: 10, windowMs: quarterHour }
export const perAddress: AttemptLimit = { name: 'sign-in-address', most: 100, windowMs: quarterHour }

export type SignIn = ReturnType<typeof createSignIn>

export function createSignIn({
  database,
  limits,
  passkeys,
}: {
  database: Database
  limits: AttemptLimits
  passkeys: Passkeys
}) {
  return {
    /** A passkey belongs to one person of one organization. */
    async withPasskey(given: {
      challenge: string
      response: unknown
      address: string
    }): Promise<SignInOutcome> {
      const { isAllowed, retryAfterSeconds } = await limits.count(perAddress, given.address)
      if (!isAllowed) return { isRight: false, known: [], retryAfterSeconds }
      const candidate = await passkeys.whoSigned(given)
      return candidate ? { isRight: true, candidates: [candidate] } : { isRight: false, known: [] }
    },

    /** Says the same, in the same time, for an address that nobody has and for a wrong password. */
    async withPassword(given: { email: string; password: string; address: string }): Promise<SignInOutcome> {
      const email = normalizeEmail(given.email)
      const counts = [await limits.count(perAddress, given.address), await limits.count(perEmail, email)]
      const refused = counts.filter((count) => !count.isAllowed)
      if (refused.length > 0) {
        return {
          isRight: false,
          known: [],
          retryAfterSeconds: Math.max(...refused.map((count) => count.retryAfterSeconds)),
        }
      }
      const members = await database.service
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
        return { isRight: false, known: members.map(({ password_hash: _, ...candidate }) => candidate) }
      await limits.forget(perEmail, email)
      return { isRight: true, candidates: [first, ...others] }
    },
  }
}
