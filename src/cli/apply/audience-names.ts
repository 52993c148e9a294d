import { type Principal, resolvePrincipals } from '../../access/audiences.ts'
import type { Sql } from '../../storage/database.ts'

/** Stored principals by the list of names that the file has for them; many notes share one list. */
export type KnownAudiences = ReadonlyMap<string, Principal[]>

export function audienceName(names: readonly string[]): string {
  return JSON.stringify([...names].sort())
}

export function createAudienceNames(sql: Sql, organizationId: string) {
  const known = new Map<string, Principal[]>()
  return {
    known,
    async resolve(names: readonly string[]): Promise<Principal[]> {
      const key = audienceName(names)
      const principals = known.get(key) ?? (await resolvePrincipals(sql, organizationId, names))
      known.set(key, principals)
      return principals
    },
  }
}
