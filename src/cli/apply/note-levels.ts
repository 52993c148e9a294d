import { groupByDepth } from '../group-by-depth.ts'
import type { StoredDocument } from '../stored-organization.ts'
import type { FileNote } from './organization-schema.ts'
import type { Located } from './validate-entry.ts'

/**
 * Groups the notes of the file by their depth in the resulting tree: the notes of one level can be written concurrently,
 * after their ancestors. Notes that are their own ancestor are reported as problems.
 */
export function groupNotesByDepth(
  notes: readonly Located<FileNote>[],
  stored: ReadonlyMap<string, Pick<StoredDocument, 'parentId'>>,
): { levels: Located<FileNote>[][]; problems: string[] } {
  const inFile = new Map(notes.map(({ value }) => [value.id, value]))
  const parentOf = (id: string) => {
    const note = inFile.get(id)
    return note ? note.parent : stored.get(id)?.parentId
  }
  const depths = new Map<string, number>()
  /** Returns undefined for a circle. */
  const depthOf = (id: string): number | undefined => {
    const path: string[] = []
    const onPath = new Set<string>()
    let at: string | undefined = id
    while (at !== undefined && !depths.has(at)) {
      if (onPath.has(at)) return undefined
      onPath.add(at)
      path.push(at)
      at = parentOf(at)
    }
    let depth = at === undefined ? -1 : (depths.get(at) as number)
    for (const step of path.reverse()) depths.set(step, ++depth)
    return depths.get(id)
  }

  const problems: string[] = []
  const inTree = notes.filter(({ location, value }) => {
    const isInTree = depthOf(value.id) !== undefined
    if (!isInTree) problems.push(`${location}.parent: the note is its own ancestor`)
    return isInTree
  })
  return { levels: groupByDepth(inTree, ({ value }) => depths.get(value.id) as number), problems }
}
