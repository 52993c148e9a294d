import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { visibleTo } from '../access/visibility.ts'
import type { Sql } from '../storage/database.ts'
import type { DigestChange } from './digest-changes.ts'
import type { TopicRef } from './digest-markdown.ts'

export interface DigestTopic {
  ref: TopicRef
  name: string
}

/**
 * The topic of each change: its data source, or the note above it at the level where the notes of this digest part
 * ways. A handbook whose pages all stand below one cover is grouped by its chapters, not by its cover. Undefined: none.
 */
export async function resolveTopics(
  store: Sql,
  caller: Caller,
  changes: readonly DigestChange[],
): Promise<(change: DigestChange) => DigestTopic | undefined> {
  const roots = [...new Set(changes.flatMap((change) => change.rootId ?? []))]
  const sources = await readDataSourceNames(store, caller, roots)
  const notes = changes.filter((change) => change.rootId === null)
  const paths = await readAncestorPaths(
    store,
    caller,
    notes.map((note) => note.key),
  )
  const wholePath = (change: DigestChange) => [
    ...(paths.get(change.key) ?? []),
    { key: change.key, title: change.title },
  ]
  const level = firstDivergingLevel(notes.map(wholePath))
  const chapters = new Set(
    notes.map(wholePath).flatMap((path) => (path.length > level + 1 ? (path[level]?.key ?? []) : [])),
  )
  return (change) => {
    if (change.rootId !== null) {
      const name = sources.get(change.rootId)
      return name === undefined ? undefined : { ref: { rootId: change.rootId }, name }
    }
    const path = wholePath(change)
    const chapter = path[level]
    // A note that is its own chapter stands with what is told from below it, else with what is above.
    const topic = chapter && chapters.has(chapter.key) ? chapter : path[level - 1]
    return topic && { ref: { noteKey: topic.key }, name: topic.title }
  }
}

interface AncestorNote {
  key: number
  title: string
}

/** The first level at which two paths differ, or at which one of them ends. */
export function firstDivergingLevel(paths: readonly (readonly AncestorNote[])[]): number {
  const [first] = paths
  if (!first) return 0
  for (let level = 0; ; level++) {
    const isShared = paths.every((path) => path.length > level + 1 && path[level]?.key === first[level]?.key)
    if (!isShared) return level
  }
}

/** The notes above each, outermost first, as far up as the viewer sees them. */
async function readAncestorPaths(
  store: Sql,
  caller: Caller,
  keys: readonly number[],
): Promise<Map<number, AncestorNote[]>> {
  const { rows } = await sql<{ start: number; key: number; title: string }>`
    with recursive up (start, key, parent_key, title, depth) as (
      select d.key, d.key, d.parent_key, d.title, 0 from document d
      where ${visibleTo(caller, 'd')} and d.key = any(${[...keys]}::bigint[])
      union all
      select up.start, p.key, p.parent_key, p.title, up.depth + 1
      from up join document p on ${visibleTo(caller, 'p')} and p.key = up.parent_key
    )
    select start, key, title from up where depth > 0 order by start, depth desc`.execute(store)
  const paths = new Map<number, AncestorNote[]>()
  for (const { start, key, title } of rows) paths.set(start, [...(paths.get(start) ?? []), { key, title }])
  return paths
}

async function readDataSourceNames(
  store: Sql,
  caller: Caller,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select s.id, s.name from data_source s
    where ${visibleTo(caller, 's')} and s.id = any(${[...ids]}::text[])`.execute(store)
  return new Map(rows.map((row) => [row.id, row.name]))
}
