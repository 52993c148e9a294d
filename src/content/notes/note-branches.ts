import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '../../access/caller.ts'
import { withStatementAudiences } from '../../access/current-audiences.ts'
import { editableBy, visibleTo } from '../../access/visibility.ts'
import type { noteBranch } from '../../contract/history.ts'
import type { Database, Sql } from '../../storage/database.ts'
import { isNote } from '../../storage/is-note.ts'

export interface NoteBranches {
  list(caller: Caller, query: { parentId?: string | undefined; page: number }): Promise<z.infer<typeof noteBranch>>
}

const pageSize = 500

/** Lists the note tree one level at a time: the direct subpages of a note, each with the number of its own. */
export function createNoteBranches({ database }: { database: Database }): NoteBranches {
  return {
    async list(requester, { parentId, page }) {
      const caller = withStatementAudiences(requester)
      const { privateIds, publicIds } = await classifyAudiences(database.unrestricted, caller)
      return database.readAs(caller, async (store) => {
        const isOnLevel =
          parentId === undefined
            ? // The top level includes notes whose parent the caller cannot see.
              sql`not exists (select from document p where ${visibleTo(caller, 'p')} and p.key = d.parent_key)`
            : sql`d.parent_key = (select p.key from document p
                where ${visibleTo(caller, 'p')} and ${isNote('p')} and p.id = ${parentId})`
        const { rows } = await sql<BranchRow>`
          select d.id, d.title, d.audience_id = any(${privateIds}::bigint[]) as "isPrivate",
            d.audience_id <> all(${publicIds}::bigint[]) as "isRestricted", ${editableBy(caller, 'd')} as "canEdit", (
            select count(*) from document c
            where ${visibleTo(caller, 'c')} and ${isNote('c')} and c.parent_key = d.key and c.archived_at is null
          ) as "childCount"
          from document d
          where ${visibleTo(caller, 'd')} and ${isNote('d')} and d.archived_at is null and ${isOnLevel}
          order by d.position, lower(d.title), d.key
          limit ${pageSize + 1} offset ${page * pageSize}`.execute(store)
        return { notes: rows.slice(0, pageSize), hasNextPage: rows.length > pageSize }
      })
    },
  }
}

interface BranchRow {
  id: string
  title: string
  childCount: number
  isPrivate: boolean
  isRestricted: boolean
  canEdit: boolean
}

/** Returns those of the caller's audiences that include nobody else, and those that include everyone. */
async function classifyAudiences(
  store: Sql,
  { organizationId, memberId, audienceIds }: Caller,
): Promise<{ privateIds: number[]; publicIds: number[] }> {
  const { rows } = await sql<{ id: number; is_private: boolean; is_public: boolean }>`
    select audience_id as id, bool_and(principal = ${`user:${memberId}`}) as is_private,
      bool_or(principal = 'everyone') as is_public
    from audience_principal
    where org_id = ${organizationId} and audience_id = any(${audienceIds}::bigint[])
    group by audience_id`.execute(store)
  return {
    privateIds: rows.filter((row) => row.is_private).map(({ id }) => id),
    publicIds: rows.filter((row) => row.is_public).map(({ id }) => id),
  }
}
