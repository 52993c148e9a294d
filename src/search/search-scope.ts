import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import type { Sql } from '../storage/database.ts'

/** Restricts a search. A document must match every field that is set; within `anyOf`, one match is enough. */
export interface SearchScope {
  /** Only this note and its subpages. */
  underNote?: number
  /** Only items of these data sources. */
  dataSources?: string[]
  /** An assistant's scope: one of the notes and their subpages, or one of the data sources. */
  anyOf?: { notes: string[]; dataSources: string[] }
}

export function isUnscoped({ underNote, dataSources, anyOf }: SearchScope): boolean {
  return underNote === undefined && dataSources === undefined && !anyOf
}

/**
 * Returns the keys of the documents in the scope; undefined for an empty scope. They filter the ranking itself, not
 * its result.
 */
export async function documentsInScope(store: Sql, caller: Caller, scope: SearchScope): Promise<number[] | undefined> {
  const lists: number[][] = []
  if (scope.underNote !== undefined) lists.push(await readSubtreeKeys(store, caller, sql`d.key = ${scope.underNote}`))
  if (scope.dataSources !== undefined) lists.push(await readDataSourceKeys(store, caller, scope.dataSources))
  if (scope.anyOf) {
    lists.push([
      ...(await readSubtreeKeys(store, caller, sql`d.root_id is null and d.id = any(${scope.anyOf.notes})`)),
      ...(await readDataSourceKeys(store, caller, scope.anyOf.dataSources)),
    ])
  }
  if (lists.length === 0) return undefined
  return lists.reduce((remaining, list) => {
    const keys = new Set(list)
    return remaining.filter((key) => keys.has(key))
  })
}

/** Returns the SQL condition that a document key is in the list; true without a list. */
export function documentKeyFilter(documentKeys: readonly number[] | undefined, column: string): RawBuilder<boolean> {
  return documentKeys ? sql<boolean>`${sql.ref(column)} = any(${documentKeys}::bigint[])` : sql<boolean>`true`
}

/** Returns keys without a visibility filter: the ranking applies it to every passage. */
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
    select d.key from document d where d.org_id = ${caller.organizationId} and d.root_id = any(${roots})`.execute(store)
  return rows.map((row) => row.key)
}
