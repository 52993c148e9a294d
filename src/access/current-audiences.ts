import { sql } from 'kysely'
import type { Database } from '../storage/database.ts'
import { asPrepared } from '../storage/prepared-statements.ts'
import { createWriteInvalidatedCache } from '../storage/write-invalidated-cache.ts'
import type { Caller } from './caller.ts'

/**
 * Returns a caller whose audiences each statement reads in its own snapshot, see `visibleTo`. A document's audience can be
 * replaced by another one after the request was authenticated; callers in both must not miss the document.
 */
export function withStatementAudiences(caller: Caller): Caller {
  return { ...caller, readsAudiencesInStatement: true }
}

/**
 * Finds a document by the audiences of the request, and by those of the statement if there is none: a hit, the usual case,
 * costs nothing more.
 */
export async function findVisible<T>(
  caller: Caller,
  find: (caller: Caller) => Promise<T | undefined>,
): Promise<T | undefined> {
  return (await find(caller)) ?? find(withStatementAudiences(caller))
}

/**
 * Returns a function that adds the audiences of this moment to those of the request, for a ranking in memory. An index can
 * be older or newer than the request; the passages it finds are read under the visibility rule anyway.
 */
export function createAudienceRefresh(database: Database): (caller: Caller) => Promise<Caller> {
  const cached = createWriteInvalidatedCache<number[]>(database)
  return async (caller) => {
    const { organizationId, memberId } = caller
    const current = await cached(
      `${organizationId} ${memberId}`,
      () => true,
      async () => {
        const { rows } = await sql<{ ids: number[] }>`${asPrepared}
          select to_json(member_audiences(${organizationId}, ${memberId})) as ids`.execute(database.unrestricted)
        return rows[0]?.ids
      },
    )
    const added = (current ?? []).filter((id) => !caller.audienceIds.includes(id))
    return added.length > 0 ? { ...caller, audienceIds: [...caller.audienceIds, ...added] } : caller
  }
}
