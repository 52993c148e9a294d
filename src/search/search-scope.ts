import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import type { Sql } from '../storage/database.ts'

/** What a search is narrowed to. Every part given must hold; within `anyOf` one is enough. */
export interface SearchScope {
  /** Only this note and what stands below it. */
  underNote?: number
  /** Only these data sources' items. */
  dataSources?: string[]
  /** An assistant's scope: below one of the notes, or in one of the data sources. */
  anyOf?: { notes: string[]; dataSources: string[] }
}

/** Narrows nothing. */
export function isUnscoped({ underNote, dataSources, anyOf }: SearchScope): boolean {
  return underNote === undefined && dataSources === undefined && !anyOf
}

/**
 * The keys of the documents that the scope holds; undefined where it narrows nothing. They are found first and handed
 * on, so the ranking itself is filtered, not its result.
 */
export async function documentsInScope(
  store: Sql,
  caller: Caller,
  scope: SearchScope,
): Promise<number[] | undefined> {
  const lists: number[][] = []
  if (scope.underNote !== undefined)
    lists.push(await readSubtreeKeys(store, caller, sql`d.key = ${scope.underNote}`))
  if (scope.dataSources !== undefined) lists.push(await readDataSourceKeys(store, caller, scope.dataSources))
  if (scope.anyOf) {
    lists.push([
      ...(await readSubtreeKeys(store, caller, sql`d.root_id is null and d.id = any(${scope.anyOf.notes})`)),
      ...(await readDataSourceKeys(store, caller, scope.anyOf.dataSources)),
    ])
  }
  if (lists.length === 0) return undefined
  return lists.reduce((kept, list) => {
    const wanted = new Set(list)
    return kept.filter((key) => wanted.has(key))
  })
}

/** The condition on a document's key that narrows to these. */
export function documentKeyFilter(
  documentKeys: readonly number[] | undefined,
  column: string,
): RawBuilder<boolean> {
  return documentKeys ? sql<boolean>`${sql.ref(column)} = any(${documentKeys}::bigint[])` : sql<boolean>`true`
}

/** A scope names places; what lies there is filtered by who looks like everything else. */
async function readSubtreeKeys(store: Sql, caller: Caller, start: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ key: number }>`
    with recursive below (key) as (
      select d.key from document d where d.org_id = ${caller.organizationId} and ${start}
      union
      select c.key from document c join below b on c.parent_key = b.key where c.org_id = ${caller.organizationId}
    )
    select key from below`.execute(store)
  return rows.map((row) => row.key)
}

async function readDataSourceKeys(store: Sql, caller: Caller, roots: string[]): Promise<number[]> {
  if (roots.length === 0) return []
  const { rows } = await sql<{ key: number }>`
    select d.key from document d where d.org_id = ${caller.organizationId} and d.root_id = any(${roots})`.execute(
    store,
  )
  return rows.map((row) => row.key)
}
