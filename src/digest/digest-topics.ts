import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { ancestorSql } from '../access/document-ancestors.ts'
import { visibleTo } from '../access/visibility.ts'
import type { Sql } from '../storage/database.ts'
import type { DigestChange } from './digest-changes.ts'
import type { TopicRef } from './digest-markdown.ts'

export interface DigestTopic {
  ref: TopicRef
  name: string
}

/**
 * Returns a function that finds the topic of a change: its data source, or its ancestor at the level where the paths of
 * this digest's notes diverge. So a handbook with one root page is grouped by chapters. Undefined: no topic.
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
  const fullPath = (change: DigestChange) => [
    ...(paths.get(change.key) ?? []),
    { key: change.key, title: change.title },
  ]
  const level = firstDivergingLevel(notes.map(fullPath))
  const chapters = new Set(
    notes.map(fullPath).flatMap((path) => (path.length > level + 1 ? (path[level]?.key ?? []) : [])),
  )
  return (change) => {
    if (change.rootId !== null) {
      const name = sources.get(change.rootId)
      return name === undefined ? undefined : { ref: { rootId: change.rootId }, name }
    }
    const path = fullPath(change)
    const chapter = path[level]
    // A note that is itself a chapter joins the changes below it, or else its parent's.
    const topic = chapter && chapters.has(chapter.key) ? chapter : path[level - 1]
    return topic && { ref: { noteKey: topic.key }, name: topic.title }
  }
}

interface AncestorNote {
  key: number
  title: string
}

/** Returns the first level at which two paths differ or one of them ends. */
function firstDivergingLevel(paths: readonly (readonly AncestorNote[])[]): number {
  const [first] = paths
  if (!first) return 0
  for (let level = 0; ; level++) {
    const isShared = paths.every((path) => path.length > level + 1 && path[level]?.key === first[level]?.key)
    if (!isShared) return level
  }
}

/** Returns the ancestors of each note, outermost first, as far up as the caller can see them. */
async function readAncestorPaths(
  store: Sql,
  caller: Caller,
  keys: readonly number[],
): Promise<Map<number, AncestorNote[]>> {
  const { rows } = await sql<{ start: number; key: number; title: string }>`
    with recursive ${ancestorSql(caller, keys)}
    select start, key, title from ancestor where depth > 0 order by start, depth desc`.execute(store)
  const paths = new Map<number, AncestorNote[]>()
  for (const { start, key, title } of rows) paths.set(start, [...(paths.get(start) ?? []), { key, title }])
  return paths
}

/** Returns the names of the data sources that the caller can see. */
export async function readDataSourceNames(
  store: Sql,
  caller: Caller,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select s.id, s.name from data_source s
    where ${visibleTo(caller, 's')} and s.id = any(${[...ids]}::text[])`.execute(store)
  return new Map(rows.map((row) => [row.id, row.name]))
}
