import type { Database } from '../storage/database.ts'
import { sessionLifeMs } from './credentials.ts'
import { hashSecret, type RandomBytes, randomSecret } from './secrets.ts'

export type BrowserSessions = ReturnType<typeof createBrowserSessions>

export interface BrowserSessionsNeeds {
  database: Database
  now: () => Date
  random?: RandomBytes
}

/** Sessions end 30 days after their last use; createCredentials gives them their time again. */
export function createBrowserSessions({ database, now, random }: BrowserSessionsNeeds) {
  return {
    /** A new secret with every sign-in: one that somebody planted in the browser before is worth nothing after. */
    async begin(person: { organizationId: string; memberId: string }): Promise<{ secret: string }> {
      const secret = randomSecret(43, random)
      await database.service
        .insertInto('browser_session')
        .values({
          hash: hashSecret(secret),
          org_id: person.organizationId,
          member_id: person.memberId,
          created_at: now(),
          expires_at: new Date(now().getTime() + sessionLifeMs),
        })
        .execute()
      return { secret }
    },

    async end(secret: string): Promise<void> {
      await database.service.deleteFrom('browser_session').where('hash', '=', hashSecret(secret)).execute()
    },

    async endAll(organizationId: string, memberId: string): Promise<void> {
      await database.service
        .deleteFrom('browser_session')
        .where('org_id', '=', organizationId)
        .where('member_id', '=', memberId)
        .execute()
    },
  }
}
