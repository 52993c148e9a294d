import { sql } from 'kysely'
import type { Database } from '../storage/database.ts'
import { kept } from '../storage/kept-statements.ts'

/** Tables of what has changed, written by triggers: of vectors, and of words. */
export const changeLists = ['vector_change', 'word_change'] as const
export type ChangeList = (typeof changeLists)[number]

/** So many are read with one statement. */
export const documentsAtOnce = 250

/** A document that changed, and in which transaction. */
export interface Change {
  id: string
  organizationId: string
  documentKey: number
}

export interface Changes {
  /** What changed since, by transactions that are over, and since when to look the next time. */
  since(list: ChangeList, since: string): Promise<{ until: string; changes: Change[] }>
}

/** Whoever looks at the same time, as every search does for both lists, is served by one statement. */
export function createChanges(database: Database): Changes {
  let next: { wanted: Map<ChangeList, string>; read: Promise<ChangeRow[]> } | undefined
  return {
    async since(list, since) {
      if (!next || next.wanted.has(list)) {
        const wanted = new Map<ChangeList, string>()
        const look = {
          wanted,
          read: Promise.resolve().then(() => {
            if (next === look) next = undefined
            return readChanges(database, wanted)
          }),
        }
        next = look
      }
      next.wanted.set(list, since)
      const rows = await next.read
      const changes = rows
        .filter((row) => row.list === list)
        .map((row) => ({
          id: `${row.changed} ${row.document_key} ${row.org_id}`,
          organizationId: row.org_id,
          documentKey: row.document_key,
        }))
      return { until: rows[0]?.until ?? since, changes }
    },
  }
}

interface ChangeRow {
  until: string
  /** None where nothing has changed. */
  list: ChangeList | null
  changed: string
  org_id: string
  document_key: number
}

async function readChanges(
  database: Database,
  wanted: ReadonlyMap<ChangeList, string>,
): Promise<ChangeRow[]> {
  // Numbers from the future come with a copy of another server's tables, and mean nothing here.
  const changed = (list: ChangeList) => sql`
    select distinct ${sql.lit(list)} as list, changed, org_id, document_key from ${sql.table(list)}
    where changed >= ${wanted.get(list) ?? null}::xid8 and changed < pg_snapshot_xmax(pg_current_snapshot())`
  const { rows } = await sql<ChangeRow>`${kept}
    select pg_snapshot_xmin(pg_current_snapshot())::text as until, c.list, c.changed::text, c.org_id, c.document_key
    from (values (true)) as one
    left join (${sql.join(changeLists.map(changed), sql` union all `)}) c on true`.execute(database.service)
  return rows
}

export function idOf({
  organizationId,
  documentKey,
}: {
  organizationId: string
  documentKey: number
}): string {
  return `${documentKey} ${organizationId}`
}
