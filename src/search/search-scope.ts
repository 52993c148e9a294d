import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { visibleTo } from '../access/visibility.ts'
import type { Sql } from '../storage/database.ts'
import { isInReviewState } from './review-state.ts'

/** Restricts a search. A document must match every field that is set; within `anyOf`, one match is enough. */
export interface SearchScope {
  /** Only this note and its subpages. */
  underNote?: number
  /** Only items of these data sources. */
  dataSources?: string[]
  /** An assistant's scope: one of the notes and their subpages, or one of the data sources. */
  anyOf?: { notes: string[]; dataSources: string[] }
  matching?: DocumentFilter
}

/** Conditions on documents; a file attached to a note is judged by the owner and the review of its note. */
export interface DocumentFilter {
  isNote?: boolean
  /** A user or a group. */
  ownerId?: string | undefined
  /** Its verification holds at this time. */
  verifiedAt?: Date | undefined
  updatedFrom?: Date | undefined
  updatedBefore?: Date | undefined
}

export function isUnscoped({ underNote, dataSources, anyOf, matching }: SearchScope): boolean {
  return underNote === undefined && dataSources === undefined && !anyOf && !matching
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
  if (scope.matching) lists.push(await readMatchingKeys(store, caller, scope.matching))
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

async function readMatchingKeys(store: Sql, caller: Caller, filter: DocumentFilter): Promise<number[]> {
  const { ownerId, verifiedAt, updatedFrom, updatedBefore } = filter
  const conditions: RawBuilder<unknown>[] = [visibleTo(caller, 'own'), visibleTo(caller, 'd')]
  if (filter.isNote) conditions.push(sql`own.root_id is null`)
  if (ownerId !== undefined) conditions.push(sql`d.owner = any(${[`user:${ownerId}`, `group:${ownerId}`]})`)
  if (verifiedAt) conditions.push(isInReviewState('Verified', verifiedAt))
  if (updatedFrom) conditions.push(sql`own.updated_at >= ${updatedFrom}`)
  if (updatedBefore) conditions.push(sql`own.updated_at < ${updatedBefore}`)
  const { rows } = await sql<{ key: number }>`
    select own.key from document own
    join document d on d.org_id = own.org_id and d.key = case when own.is_attachment then own.parent_key else own.key end
    where ${sql.join(conditions, sql` and `)}`.execute(store)
  return rows.map((row) => row.key)
}
