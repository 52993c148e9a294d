import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import type { Role } from '../storage/schema.ts'
import { cookieValue } from './request-credential.ts'
import { hashSecret, type RandomBytes, randomSecret } from './secrets.ts'
import { type SignInCandidate, toCredentialVersion } from './sign-in-candidate.ts'

export interface BrowserSession {
  /** The hash of its secret. */
  id: string
  organizationId: string
  organizationName: string
  memberId: string
  email: string
  name: string
  role: Role
  signedInAt: Date
}

/** An absent version: the account was created, or its password chosen, by the same request. */
export type VerifiedPerson = Pick<SignInCandidate, 'organizationId' | 'memberId'> &
  Partial<Pick<SignInCandidate, 'credentialVersion'>>

export type BrowserSessions = ReturnType<typeof createBrowserSessions>

export interface BrowserSessionsDeps {
  database: Database
  publicUrl: string
  now: () => Date
  random?: RandomBytes
}

export const sessionTtlMs = 30 * 24 * 3600_000

/** Returns the cookie's name. With the `__Host-` prefix, browsers reject cookies set by a sibling domain. */
export function sessionCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-lorewell_session' : 'lorewell_session'
}

/** Manages browser sessions. They expire 30 days after their last use; createRequestAuthenticator renews them. */
export function createBrowserSessions({ database, publicUrl, now, random }: BrowserSessionsDeps) {
  const cookieName = sessionCookieName(publicUrl)
  return {
    cookieName,

    /** Returns the session secret in the request's cookie. */
    readSecret(headers: IncomingHttpHeaders): string | undefined {
      return cookieValue(headers.cookie ?? '', cookieName)
    },

    /**
     * Creates a session with a new secret at every sign-in, which prevents session fixation. Fails if the account was
     * suspended or its password changed since it was verified: someone who knows the old one could sign in again and again,
     * so that one sign-in ends after the change.
     */
    async create(person: VerifiedPerson): Promise<{ secret: string }> {
      const secret = randomSecret(43, random)
      await database.transaction(async (store) => {
        // Waits for a change that ends all sessions; one that waits for this lock ends this session, too.
        const row = await store
          .selectFrom('member')
          .select('password_hash')
          .where('org_id', '=', person.organizationId)
          .where('id', '=', person.memberId)
          .where('disabled_at', 'is', null)
          .forShare()
          .executeTakeFirst()
        if (!row || !isCurrent(person, row.password_hash)) throw changedMeanwhileError()
        await store
          .insertInto('browser_session')
          .values({
            hash: hashSecret(secret),
            org_id: person.organizationId,
            member_id: person.memberId,
            created_at: now(),
            expires_at: new Date(now().getTime() + sessionTtlMs),
          })
          .execute()
      })
      return { secret }
    },

    /** Returns the session of a request, if it is valid and its member is active. */
    async find(headers: IncomingHttpHeaders): Promise<BrowserSession | undefined> {
      const secret = this.readSecret(headers)
      if (!secret) return undefined
      const hash = hashSecret(secret)
      const found = await database.unrestricted
        .selectFrom('browser_session as session')
        .innerJoin('member', (join) =>
          join
            .onRef('member.org_id', '=', 'session.org_id')
            .onRef('member.id', '=', 'session.member_id')
            .on('member.disabled_at', 'is', null),
        )
        .innerJoin('organization', 'organization.id', 'session.org_id')
        .select([
          'session.org_id as organizationId',
          'organization.name as organizationName',
          'session.member_id as memberId',
          'member.email',
          'member.name',
          'member.role',
          'session.created_at as signedInAt',
        ])
        .where('session.hash', '=', hash)
        .where('session.expires_at', '>', now())
        .executeTakeFirst()
      return found && { id: hash.toString('hex'), ...found }
    },

    async revoke(secret: string): Promise<void> {
      await database.unrestricted.deleteFrom('browser_session').where('hash', '=', hashSecret(secret)).execute()
    },

    async revokeAll(organizationId: string, memberId: string): Promise<void> {
      await database.unrestricted
        .deleteFrom('browser_session')
        .where('org_id', '=', organizationId)
        .where('member_id', '=', memberId)
        .execute()
    },
  }
}

function isCurrent({ credentialVersion }: VerifiedPerson, passwordHash: string | null): boolean {
  return credentialVersion === undefined || credentialVersion === toCredentialVersion(passwordHash)
}

function changedMeanwhileError(): AppError {
  return new AppError('forbidden', 'Your account was changed while you signed in. Please sign in again.')
}
