import { sql } from 'kysely'
import { AppError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import type { AuthorizationServer } from './authorization-server.ts'
import { organizationMetadataKey } from './oauth-client-organization.ts'
import { hashSecret, type RandomBytes, randomSecret } from './secrets.ts'

export interface OAuthClient {
  id: string
  name: string
  redirectUris: string[]
  /** Confidential clients are servers with a secret; apps and web pages are public. */
  kind: 'confidential' | 'public'
  createdAt: Date
}

export interface OAuthClientsDeps {
  database: Database
  authorizationServer: Pick<AuthorizationServer, 'addClient'>
  newId: () => string
  now: () => Date
  random?: RandomBytes
}

export type OAuthClients = ReturnType<typeof createOAuthClients>

/** Manages the OAuth clients that admins register. Only members of their organization can use them. */
export function createOAuthClients(deps: OAuthClientsDeps) {
  const { database, authorizationServer, newId, now, random } = deps
  return {
    /** Registers a client. Only the hash of the secret is stored, so this is the only time it is available. */
    async register(given: {
      organizationId: string
      name: string
      redirectUris: string[]
      kind: OAuthClient['kind']
    }): Promise<{ client: OAuthClient; secret: string | undefined }> {
      const id = newId()
      const secret = given.kind === 'confidential' ? `lwc_${randomSecret(43, random)}` : undefined
      const issuedAt = Math.floor(now().getTime() / 1000)
      try {
        await authorizationServer.addClient({
          client_id: id,
          client_name: given.name,
          client_id_issued_at: issuedAt,
          redirect_uris: given.redirectUris,
          [organizationMetadataKey]: given.organizationId,
          ...(secret === undefined
            ? { token_endpoint_auth_method: 'none' }
            : { client_secret: secret, client_secret_expires_at: 0 }),
        })
      } catch (error) {
        throw toValidationError(error, given.redirectUris)
      }
      const { name, redirectUris, kind } = given
      return { client: { id, name, redirectUris, kind, createdAt: new Date(issuedAt * 1000) }, secret }
    },

    async list(organizationId: string): Promise<OAuthClient[]> {
      const rows = await database.unrestricted
        .selectFrom('oauth_record')
        .select('payload')
        .where('kind', '=', 'Client')
        .where('org_id', '=', organizationId)
        .execute()
      return rows
        .map((row) => presentOAuthClient(row.payload))
        .sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
    },

    /** Deletes a client and every token issued to it. */
    async remove(organizationId: string, id: string): Promise<boolean> {
      const { rows } = await sql`
        with removed as (
          delete from oauth_record
          where kind = 'Client' and id_hash = ${hashSecret(id)} and org_id = ${organizationId}
          returning kind
        ), issued as (
          delete from oauth_record
          where kind <> 'Client' and payload ->> 'clientId' = ${id} and exists (select from removed)
        )
        select from removed`.execute(database.unrestricted)
      return rows.length > 0
    },
  }
}

function presentOAuthClient(payload: Record<string, unknown>): OAuthClient {
  return {
    id: String(payload.client_id),
    name: String(payload.client_name),
    redirectUris: payload.redirect_uris as string[],
    kind: payload.token_endpoint_auth_method === 'none' ? 'public' : 'confidential',
    createdAt: new Date(Number(payload.client_id_issued_at) * 1000),
  }
}

function toValidationError(error: unknown, redirectUris: string[]): unknown {
  const description = (error as { error_description?: unknown } | null)?.error_description
  if (typeof description !== 'string') return error
  return new AppError('validation', 'Validation Failed', {
    cause: error,
    details: { redirectUris: { message: description, value: redirectUris } },
  })
}
