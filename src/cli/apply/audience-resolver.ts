import { type Principal, resolvePrincipals } from '../../access/audiences.ts'
import type { Sql } from '../../storage/database.ts'

/** Stored principals by the audience in the file; many notes share one audience. */
export type ResolvedAudiences = ReadonlyMap<string, Principal[]>

export function audienceKey(names: readonly string[]): string {
  return JSON.stringify([...names].sort())
}

export function createAudienceResolver(sql: Sql, organizationId: string) {
  const resolved = new Map<string, Principal[]>()
  return {
    known: resolved,
    async resolve(names: readonly string[]): Promise<Principal[]> {
      const key = audienceKey(names)
      const principals = resolved.get(key) ?? (await resolvePrincipals(sql, organizationId, names))
      resolved.set(key, principals)
      return principals
    },
  }
}
