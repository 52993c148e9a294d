import { sql as raw } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { unauthorizedMessage } from '../contract/errors.ts'
import { type Scope, scopes } from '../contract/scopes.ts'
import { AppError } from '../errors.ts'
import type { Database, Sql } from '../storage/database.ts'
import { hashSecret, type RandomBytes, randomSecret } from './secrets.ts'

export interface ApiKey {
  id: string
  name: string
  /** A few characters by which its owner recognizes the key. */
  hint: string
  scopes: Scope[]
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Date | null
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
  /** Returns what limits the life of a key that this credential creates. */
  async function findOrigin(
    organizationId: string,
    credential: Caller['credential'] | undefined,
  ): Promise<{ grant_id: string | null; created_by_keys: string[]; expiresAt: Date | null }> {
    if (!credential || credential.kind === 'session') return { grant_id: null, created_by_keys: [], expiresAt: null }
    if (credential.expiresAt) return { grant_id: null, created_by_keys: [], expiresAt: credential.expiresAt }
    if (credential.kind === 'api-key') {
      const parent = await database.unrestricted
        .selectFrom('api_key')
        .select(['grant_id', 'created_by_keys', 'expires_at'])
        .where('org_id', '=', organizationId)
        .where('id', '=', credential.id)
        .executeTakeFirst()
      if (!parent) throw revokedMeanwhileError()
      const created_by_keys = [...parent.created_by_keys, credential.id]
      return { grant_id: parent.grant_id, created_by_keys, expiresAt: parent.expires_at }
    }
    const token = await database.unrestricted
      .selectFrom('oauth_record')
      .select(['grant_id', 'expires_at'])
      .where('kind', '=', 'AccessToken')
      .where('id_hash', '=', Buffer.from(credential.id, 'hex'))
      .executeTakeFirst()
    if (!token) throw revokedMeanwhileError()
    return {
      grant_id: token.grant_id,
      created_by_keys: [],
      expiresAt: token.grant_id === null ? token.expires_at : null,
    }
  }

  return {
    /**
     * Creates a key. Only its hash is stored, so this is the only time the key is available. A key that a token or a key
     * creates ends with it.
     */
    async create(given: {
      organizationId: string
      memberId: string
      name: string
      /** Absent: every scope of the user. */
      scopes?: readonly Scope[]
      expiresAt?: Date
      createdBy?: Caller['credential']
    }): Promise<{ apiKey: ApiKey; key: string }> {
      const { expiresAt, ...origin } = await findOrigin(given.organizationId, given.createdBy)
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
          scopes: given.scopes ? [...given.scopes] : null,
          expires_at: earlier(given.expiresAt, expiresAt),
          ...origin,
        })
        .returning(columns)
        .executeTakeFirstOrThrow()
      return { apiKey: toApiKey(apiKey), key }
    },

    /** Adds a given key for a user, or changes its scopes, and revokes the previous key of the same name. */
    async ensure(
      given: { organizationId: string; memberId: string; name: string; key: string; scopes?: readonly Scope[] },
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
        .select(['org_id', 'member_id', 'revoked_at', 'scopes'])
        .where('hash', '=', hash)
        .executeTakeFirst()
      const keyScopes = given.scopes ? [...given.scopes] : null
      const isOwnKey = existing?.org_id === organizationId && existing.member_id === memberId
      if (isOwnKey && !existing.revoked_at && isSameScopes(existing.scopes, keyScopes)) return 'unchanged'
      // A key of another organization also conflicts: the message does not reveal its owner.
      const { rows } = await raw`
        with replaced as (
          update api_key set revoked_at = ${now()}
          where org_id = ${organizationId} and member_id = ${memberId} and name = ${name}
            and revoked_at is null and hash <> ${hash}
        )
        insert into api_key (org_id, id, member_id, name, hash, hint, created_at, scopes)
        values (${organizationId}, ${newId()}, ${memberId}, ${name}, ${hash}, ${keyHint(key)}, ${now()}, ${keyScopes})
        on conflict (hash) do update set revoked_at = null, name = excluded.name, scopes = excluded.scopes,
          expires_at = null, grant_id = null, created_by_keys = '{}'
          where api_key.org_id = excluded.org_id and api_key.member_id = excluded.member_id
        returning id`.execute(sql)
      if (rows.length === 0) throw new AppError('conflict', 'This API key is already in use. Choose another one.')
      return 'created'
    },

    /** Lists keys that are not revoked, newest first, without those that ended with the credential that created them. */
    async list(organizationId: string, filter: { memberId?: string } = {}): Promise<ApiKey[]> {
      let query = database.unrestricted
        .selectFrom('api_key')
        .select(columns)
        .where('org_id', '=', organizationId)
        .where('revoked_at', 'is', null)
        .where(raw<boolean>`(api_key_end(api_key) is not distinct from expires_at or api_key_end(api_key) > ${now()})`)
      if (filter.memberId !== undefined) query = query.where('member_id', '=', filter.memberId)
      return (await query.orderBy('created_at', 'desc').orderBy('id').execute()).map(toApiKey)
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

    async revokeAll(organizationId: string, memberId: string): Promise<void> {
      await database.unrestricted
        .updateTable('api_key')
        .set({ revoked_at: now() })
        .where('org_id', '=', organizationId)
        .where('member_id', '=', memberId)
        .where('revoked_at', 'is', null)
        .execute()
    },
  }
}

const columns = [
  'id',
  'name',
  'hint',
  'scopes',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'last_used_at as lastUsedAt',
] as const

function revokedMeanwhileError(): AppError {
  return new AppError('unauthorized', unauthorizedMessage)
}

function toApiKey<T extends { scopes: string[] | null }>(row: T): T & { scopes: Scope[] } {
  return { ...row, scopes: scopes.filter((scope) => row.scopes?.includes(scope) ?? true) }
}

function isSameScopes(a: readonly string[] | null, b: readonly string[] | null): boolean {
  return a?.toSorted().join(' ') === b?.toSorted().join(' ')
}

function earlier(a: Date | undefined, b: Date | null): Date | null {
  return a && b ? (a < b ? a : b) : (a ?? b)
}

function keyHint(key: string): string {
  return `${key.slice(0, 3)}…${key.slice(-4)}`
}
