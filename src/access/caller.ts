import type { Scope } from '../contract/scopes.ts'
import { AppError } from '../errors.ts'
import type { Role } from '../storage/schema.ts'

/** The authenticated member behind a request, loaded for each one so that changes apply to the next request. */
export interface Caller {
  organizationId: string
  organizationName: string
  organizationDomain: string
  askEnabled: boolean
  memberId: string
  email: string
  name: string
  role: Role
  /** Every audience that includes this member, directly, by group or as everyone. Every content query filters by it. */
  audienceIds: number[]
  /** Statements read the audiences themselves instead, in their own snapshot. */
  readsAudiencesInStatement?: boolean
  credential: {
    kind: 'api-key' | 'session' | 'token'
    id: string
    /** A session has every scope. A scope never gives more than the member's role does. */
    scopes: readonly Scope[]
    /** The resource a token is limited to (RFC 8707). */
    resource?: string
    /** When a token of an external issuer expires. */
    expiresAt?: Date
  }
}

/** A key or an access token that this service issued. */
export interface IssuedCredential {
  kind: 'api-key' | 'token'
  id: string
}

/** Returns the caller's key or token; undefined for a session and for a token of an external issuer. */
export function issuedCredentialOf({ credential }: Pick<Caller, 'credential'>): IssuedCredential | undefined {
  const { kind, id, expiresAt } = credential
  return kind === 'session' || expiresAt ? undefined : { kind, id }
}

export function hasScope({ credential }: Pick<Caller, 'credential'>, scope: Scope): boolean {
  return credential.scopes.includes(scope)
}

/** Throws unless the caller's credential has the scope that an operation declares. */
export function requireScope(caller: Pick<Caller, 'credential'>, scope: Scope | 'any'): void {
  if (scope === 'any' || hasScope(caller, scope)) return
  throw new AppError('forbidden', `This needs a token or key with the scope ${scope}.`, { requiredScope: scope })
}
