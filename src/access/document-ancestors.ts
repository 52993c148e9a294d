import { type RawBuilder, sql } from 'kysely'
import type { Caller } from './caller.ts'
import { visibleTo } from './visibility.ts'

/**
 * Returns the recursive common table expression `ancestor (start, key, parent_key, title, language, depth)`: each of
 * the documents (depth 0) and the notes above it, up to the first that the caller cannot see. With `offset 0` the planner
 * looks up each parent by its key; otherwise it hashes the whole table.
 */
export function ancestorSql(caller: Caller, keys: readonly number[]): RawBuilder<unknown> {
  return sql`
    ancestor (start, key, parent_key, title, language, depth) as (
      select d.key, d.key, d.parent_key, d.title, d.language, 0 from document d
      where ${visibleTo(caller, 'd')} and d.key = any(${[...keys]}::bigint[])
      union all
      select a.start, p.key, p.parent_key, p.title, p.language, a.depth + 1
      from ancestor a cross join lateral (
        select p.key, p.parent_key, p.title, p.language from document p
        where ${visibleTo(caller, 'p')} and p.key = a.parent_key offset 0
      ) p
      where a.parent_key is not null
    )`
}
