import { type RawBuilder, sql } from 'kysely'

/**
 * Returns SQL that selects the keys of the notes matching `root` (a condition on `d`) and of their subpages. `where` (a
 * condition on `c`) prunes: a note that does not match is left out together with its subpages. With `depth`, only the notes
 * that many levels below `root`.
 */
export function selectSubtree({
  root,
  where,
  depth,
}: {
  root: RawBuilder<unknown>
  where: RawBuilder<unknown>
  depth?: number
}): RawBuilder<{ key: number }> {
  return sql<{ key: number }>`
    with recursive subtree (key, depth) as (
      select d.key, 0 from document d where ${root}
      union all
      select c.key, s.depth + 1 from document c join subtree s on c.parent_key = s.key
      where ${where} ${depth === undefined ? sql`` : sql`and s.depth < ${depth}`}
    )
    select key from subtree ${depth === undefined ? sql`` : sql`where depth = ${depth}`}`
}
