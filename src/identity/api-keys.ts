import { sql as raw } from 'kysely'
import { AppError } from '../errors.ts'
import type { Database, Sql } from '../storage/database.ts'
import { hashSecret, type RandomBytes, randomSecret } from './secrets.ts'

export interface ApiKey {
  id: string
  memberId: string
  name: string
  /** A few characters by which its owner recognizes the key. */
  hint: string
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
}

const minKeyLength = 16
const maxKeyLength = 512

export type ApiKeys = ReturnType<typeof createApiKeys>

export interface ApiKeysDeps {
  database: Database
  newId: () => string
  now: () => Date
  random?: RandomBytes
}

export function createApiKeys({ database, newId, now, random }: ApiKeysDeps) {
  return {
    /** Creates a key. Only its hash is stored, so this is the only time the key is available. */
    async create(given: {
      organizationId: string
      memberId: string
      name: string
    }): Promise<{ apiKey: ApiKey; key: string }> {
      const key = `lw_${randomSecret(40, random)}`
      const apiKey = await database.unrestricted
        .insertInto('api_key')
        .values({
          org_id: given.organizationId,
          id: newId(),
          member_id: given.memberId,
          name: given.name,
          hash: hashSecret(key),
          hint: keyHint(key),
          created_at: now(),
        })
        .returning(columns)
        .executeTakeFirstOrThrow()
      return { apiKey, key }
    },

    /** Adds a given key for a user and revokes the previous key of the same name. */
    async ensure(
      given: { organizationId: string; memberId: string; name: string; key: string },
      sql: Sql = database.unrestricted,
    ): Promise<'created' | 'unchanged'> {
      const { organizationId, memberId, name, key } = given
      if (key.length < minKeyLength || key.length > maxKeyLength || !/^[\x21-\x7e]+$/.test(key)) {
        throw new AppError(
          'validation',
          `An API key must have ${minKeyLength} to ${maxKeyLength} ASCII characters without spaces.`,
        )
      }
      const hash = hashSecret(key)
      const existing = await sql
        .selectFrom('api_key')
        .select(['org_id', 'member_id', 'revoked_at'])
        .where('hash', '=', hash)
        .executeTakeFirst()
      if (existing?.org_id === organizationId && existing.member_id === memberId && !existing.revoked_at)
        return 'unchanged'
      // A key of another organization also conflicts: the message does not reveal its owner.
      const { rows } = await raw`
        with replaced as (
          update api_key set revoked_at = ${now()}
          where org_id = ${organizationId} and member_id = ${memberId} and name = ${name}
            and revoked_at is null and hash <> ${hash}
        )
        insert into api_key (org_id, id, member_id, name, hash, hint, created_at)
        values (${organizationId}, ${newId()}, ${memberId}, ${name}, ${hash}, ${keyHint(key)}, ${now()})
        on conflict (hash) do update set revoked_at = null, name = excluded.name
          where api_key.org_id = excluded.org_id and api_key.member_id = excluded.member_id
        returning id`.execute(sql)
      if (rows.length === 0) throw new AppError('conflict', 'This API key is already in use. Choose another one.')
      return 'created'
    },

    list(organizationId: string, filter: { memberId?: string } = {}): Promise<ApiKey[]> {
      let query = database.unrestricted
        .selectFrom('api_key')
        .select(columns)
        .where('org_id', '=', organizationId)
        .where('revoked_at', 'is', null)
      if (filter.memberId !== undefined) query = query.where('member_id', '=', filter.memberId)
      return query.orderBy('created_at', 'desc').orderBy('id').execute()
    },

    /** Revokes a key, effective with the next request. With a memberId, only a key of that user. */
    async revoke(organizationId: string, id: string, filter: { memberId?: string } = {}): Promise<boolean> {
      let query = database.unrestricted
        .updateTable('api_key')
        .set({ revoked_at: now() })
        .where('org_id', '=', organizationId)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
      if (filter.memberId !== undefined) query = query.where('member_id', '=', filter.memberId)
      const { numUpdatedRows } = await query.executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

const columns = [
  'id',
  'member_id as memberId',
  'name',
  'hint',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
  'revoked_at as revokedAt',
] as const

function keyHint(key: string): string {
  return `${key.slice(0, 3)}…${key.slice(-4)}`
}
