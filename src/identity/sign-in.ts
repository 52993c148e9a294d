import { normalizeEmail } from '../access/normal-names.ts'
import { clientNetwork } from '../net/client-network.ts'
import type { Database } from '../storage/database.ts'
import type { GuessCounter, GuessPolicy, GuessThrottle } from './guess-throttle.ts'
import type { Device } from './known-devices.ts'
import type { Passkeys } from './passkeys.ts'
import { verifyPassword } from './passwords.ts'
import { type SignInCandidate, toCredentialVersion } from './sign-in-candidate.ts'

export type SignInOutcome =
  | { isVerified: true; candidates: [SignInCandidate, ...SignInCandidate[]] }
  | {
      isVerified: false
      retryAfterSeconds?: number
      /** The accounts with that email but another password; empty if none was tried. */
      matchingAccounts: SignInCandidate[]
    }

const minuteMs = 60_000

/**
 * Guesses from a browser that the account signed in with before have a counter of their own. All others count by account
 * and address, and more generously by account (many addresses try one account) and by address (one address tries many
 * accounts). Success resets nothing, so an account with the same email elsewhere does not speed up guessing.
 */
export const signInPolicies = {
  device: { name: 'guess-device', freeFailures: 5, maxDelayMs: 5 * minuteMs },
  accountAndAddress: { name: 'guess-account-address', freeFailures: 5, maxDelayMs: 5 * minuteMs },
  account: { name: 'guess-account', freeFailures: 50, maxDelayMs: minuteMs / 2 },
  address: { name: 'guess-address', freeFailures: 100, maxDelayMs: minuteMs / 6 },
} as const satisfies Record<string, GuessPolicy>

export type SignIn = ReturnType<typeof createSignIn>

export function createSignIn({
  database,
  throttle,
  passkeys,
}: {
  database: Database
  throttle: GuessThrottle
  passkeys: Passkeys
}) {
  const findAccounts = async (email: string) => {
    const rows = await database.unrestricted
      .selectFrom('member')
      .innerJoin('organization', 'organization.id', 'member.org_id')
      .select([
        'member.org_id as organizationId',
        'member.id as memberId',
        'member.email',
        'member.password_hash as passwordHash',
        'organization.name as organizationName',
      ])
      .where('member.email', '=', email)
      .where('member.disabled_at', 'is', null)
      .orderBy('organization.name')
      .execute()
    return rows.map(({ passwordHash, ...account }) => ({
      passwordHash,
      candidate: { ...account, credentialVersion: toCredentialVersion(passwordHash) },
    }))
  }

  return {
    /** Returns the active accounts of an address that an external issuer has verified, or the one of an organization. */
    async findByVerifiedEmail(email: string, within?: { organizationId: string }): Promise<SignInCandidate[]> {
      const accounts = (await findAccounts(normalizeEmail(email))).map(({ candidate }) => candidate)
      return within ? accounts.filter(({ organizationId }) => organizationId === within.organizationId) : accounts
    },

    /** Verifies a passkey, which belongs to exactly one account. */
    async withPasskey(given: { challenge: string; response: unknown; address: string }): Promise<SignInOutcome> {
      const counters = [{ policy: signInPolicies.address, subject: clientNetwork(given.address) }]
      const retryAfterSeconds = await throttle.admit(counters)
      if (retryAfterSeconds > 0) return { isVerified: false, matchingAccounts: [], retryAfterSeconds }
      const candidate = await passkeys.finishAuthentication(given)
      if (!candidate) return { isVerified: false, matchingAccounts: [] }
      await throttle.refund(counters)
      return { isVerified: true, candidates: [candidate] }
    },

    /** Verifies a password. An unknown email takes as long and gives the same result as a wrong password. */
    async withPassword(given: {
      email: string
      password: string
      address: string
      device?: Device | undefined
    }): Promise<SignInOutcome> {
      const email = normalizeEmail(given.email)
      const address = clientNetwork(given.address)
      const { device } = given
      const accounts = await findAccounts(email)
      const isKnownDevice = (candidate: SignInCandidate) => device?.recognizes(candidate) === true
      const byAddress: GuessCounter[] = accounts.some(({ candidate }) => isKnownDevice(candidate))
        ? []
        : [{ policy: signInPolicies.address, subject: address }]
      const addressDelay = await throttle.admit(byAddress)
      if (addressDelay > 0) return { isVerified: false, matchingAccounts: [], retryAfterSeconds: addressDelay }

      const counted: GuessCounter[] = []
      const delays: number[] = []
      const admit = async (counters: GuessCounter[]): Promise<boolean> => {
        const delay = await throttle.admit(counters)
        if (delay > 0) delays.push(delay)
        else counted.push(...counters)
        return delay === 0
      }
      const tried: SignInCandidate[] = []
      const verified: SignInCandidate[] = []
      for (const { candidate, passwordHash } of accounts) {
        const subject = JSON.stringify([candidate.organizationId, candidate.memberId])
        const counters =
          device && isKnownDevice(candidate)
            ? [{ policy: signInPolicies.device, subject: `${device.id} ${subject}` }]
            : strangerCounters(subject, address)
        if (!(await admit(counters))) continue
        tried.push(candidate)
        if (await verifyPassword(passwordHash, given.password)) verified.push(candidate)
      }
      if (accounts.length === 0 && (await admit(strangerCounters(email, address))))
        await verifyPassword(undefined, given.password)

      const [first, ...others] = verified
      if (first) {
        await throttle.refund([...byAddress, ...counted])
        return { isVerified: true, candidates: [first, ...others] }
      }
      if (counted.length === 0) await throttle.refund(byAddress)
      return {
        isVerified: false,
        matchingAccounts: tried,
        ...(delays.length > 0 && { retryAfterSeconds: Math.max(...delays) }),
      }
    },
  }
}

function strangerCounters(account: string, address: string): GuessCounter[] {
  return [
    { policy: signInPolicies.accountAndAddress, subject: JSON.stringify([account, address]) },
    { policy: signInPolicies.account, subject: account },
  ]
}
