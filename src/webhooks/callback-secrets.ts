import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { dayMs } from '../durations.ts'
import type { Database, Sql } from '../storage/database.ts'

export interface CallbackSecret {
  secret: string
  createdAt: Date
  /** End of the overlap of a replaced secret. */
  expiresAt: Date | null
}

/** Both the old and the new secret sign during this time, so that receivers can switch. */
const rotationOverlapMs = dayMs

export type CallbackSecrets = ReturnType<typeof createCallbackSecrets>

/** Stores the secrets that sign an organization's callbacks, in the format of Standard Webhooks: `whsec_` and base64. */
export function createCallbackSecrets({
  database,
  now,
  random = randomBytes,
}: {
  database: Database
  now: () => Date
  random?: (size: number) => Uint8Array
}) {
  /** Returns the unexpired secrets, newest first. */
  async function listValid(organizationId: string, store: Sql): Promise<CallbackSecret[]> {
    const { rows } = await sql<CallbackSecret>`
      select secret, created_at as "createdAt", expires_at as "expiresAt" from callback_secret
      where org_id = ${organizationId} and (expires_at is null or expires_at > ${now()})
      order by id desc`.execute(store)
    return rows
  }

  async function add(organizationId: string, store: Sql): Promise<void> {
    const secret = `whsec_${Buffer.from(random(32)).toString('base64')}`
    // Two first uses at once create one secret.
    await sql`
      insert into callback_secret (org_id, secret, created_at) values (${organizationId}, ${secret}, ${now()})
      on conflict (org_id) where expires_at is null do nothing`.execute(store)
  }

  return {
    /** Returns the current secret, created at its first use, and replaced ones that still sign. */
    async list(organizationId: string): Promise<CallbackSecret[]> {
      const found = await listValid(organizationId, database.unrestricted)
      if (found.some((secret) => secret.expiresAt === null)) return found
      await add(organizationId, database.unrestricted)
      return listValid(organizationId, database.unrestricted)
    },

    /** Replaces the current secret and returns all valid ones. */
    rotate(organizationId: string): Promise<CallbackSecret[]> {
      return database.transaction(async (store) => {
        await sql`
          update callback_secret set expires_at = ${new Date(now().getTime() + rotationOverlapMs)}
          where org_id = ${organizationId} and expires_at is null`.execute(store)
        await add(organizationId, store)
        return listValid(organizationId, store)
      })
    },

    /** Returns the signature headers, with one signature for each valid secret. */
    async sign(organizationId: string, messageId: string, body: string): Promise<Record<string, string>> {
      const secrets = await this.list(organizationId)
      const at = now()
      return {
        'webhook-id': messageId,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': secrets.map(({ secret }) => new Webhook(secret).sign(messageId, at, body)).join(' '),
      }
    },

    async deleteExpired(at: Date): Promise<void> {
      await sql`delete from callback_secret where expires_at < ${at}`.execute(database.unrestricted)
    },
  }
}
