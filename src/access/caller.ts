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
  credential: {
    kind: 'api-key' | 'session' | 'token'
    id: string
    /** The resource a token is limited to (RFC 8707). */
    resource?: string
  }
}
