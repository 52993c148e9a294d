import type { Role } from '../storage/schema.ts'

/** The person behind a request, read afresh with each one: what changed a moment ago holds for the next request. */
export interface Caller {
  organizationId: string
  organizationName: string
  organizationDomain: string
  askEnabled: boolean
  memberId: string
  email: string
  name: string
  role: Role
  /** Every audience this person belongs to, by name, by group or as everyone. The filter of every content query. */
  audienceIds: number[]
  credential: {
    kind: 'api-key' | 'session' | 'token'
    id: string /** What a token is for (RFC 8707); absent: anything. */
    resource?: string
  }
}
