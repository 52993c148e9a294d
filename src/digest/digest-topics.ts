import { sql } from 'kysely'
import type { Viewer } from '../access/viewer.ts'
import { visibleTo } from '../access/visibility.ts'
import type { Sql } from '../storage/database.ts'
import type { Change } from './changes.ts'
import type { TopicPlace } from './digest-markdown.ts'

export interface Topic {
  place: TopicPlace
  name: string
}

/**
 * The topic of each change: its data source, or the note above it at the level where the notes of this digest part
 * ways. A handbook whose pages all stand below one cover is grouped by its chapters, not by its cover. Undefined: none.
 */
export async function topicsOf(
  store: Sql,
  viewer: Viewer,
  changes: readonly Change[],
): Promise<(change: Change) => Topic | undefined> {
  const roots = [...new Set(changes.flatMap((change) => change.rootId ?? []))]
  const sources = await sourceNames(store, viewer, roots)
  const notes = changes.filter((change) => change.rootId === null)
  const paths = await pathsOf(
    store,
    viewer,
    notes.map((note) => note.key),
  )
  const wholePath = (change: Change) => [
    ...(paths.get(change.key) ?? []),
    { key: change.key, title: change.title },
  ]
  const level = levelWhereTheyPart(notes.map(wholePath))
  const chapters = new Set(
    notes.map(wholePath).flatMap((path) => (path.length > level + 1 ? (path[level]?.key ?? []) : [])),
  )
  return (change) => {
    if (change.rootId !== null) {
      const name = sources.get(change.rootId)
      return name === undefined ? undefined : { place: { rootId: change.rootId }, name }
    }
    const path = wholePath(change)
    const chapter = path[level]
    // A note that is its own chapter stands with what is told from below it, else with what is above.
    const topic = chapter && chapters.has(chapter.key) ? chapter : path[level - 1]
    return topic && { place: { noteKey: topic.key }, name: topic.title }
  }
}

interface Step {
  key: number
  title: string
}

/** The first level at which two paths differ, or at which one of them ends. */
export function levelWhereTheyPart(paths: readonly (readonly Step[])[]): number {
  const [first] = paths
  if (!first) return 0
  for (let level = 0; ; level++) {
    const isShared = paths.every((path) => path.length > level + 1 && path[level]?.key === first[level]?.key)
    if (!isShared) return level
  }
}

/** The notes above each, outermost first, as far up as the viewer sees them. */
async function pathsOf(store: Sql, viewer: Viewer, keys: readonly number[]): Promise<Map<number, Step[]>> {
  const { rows } = await sql<{ start: number; key: number; title: string }>`
    with recursive up (start, key, parent_key, title, depth) as (
      select d.key, d.key, d.parent_key, d.title, 0 from document d
      where ${visibleTo(viewer, 'd')} and d.key = any(${[...keys]}::bigint[])
      union all
      select up.start, p.key, p.parent_key, p.title, up.depth + 1
      from up join document p on ${visibleTo(viewer, 'p')} and p.key = up.parent_key
    )
    select start, key, title from up where depth > 0 order by start, depth desc`.execute(store)
  const paths = new Map<number, Step[]>()
  for (const { start, key, title } of rows) paths.set(start, [...(paths.get(start) ?? []), { key, title }])
  return paths
}

async function sourceNames(store: Sql, viewer: Viewer, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select s.id, s.name from data_source s
    where ${visibleTo(viewer, 's')} and s.id = any(${[...ids]}::text[])`.execute(store)
  return new Map(rows.map((row) => [row.id, row.name]))
}
