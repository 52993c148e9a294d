import type { StoredDocument } from '../stored-organization.ts'
import type { FileNote } from './organization-schema.ts'
import type { Located } from './validate-entry.ts'

/**
 * The notes of the file by their depth in the tree as it will be: those of one level can be written at the same time,
 * and whatever stands above them is in its final place by then. Notes in a circle are told as problems.
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
  /** Undefined for a circle. */
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

  const levels = new Map<number, Located<FileNote>[]>()
  const problems: string[] = []
  for (const note of notes) {
    const depth = depthOf(note.value.id)
    if (depth === undefined) {
      problems.push(`${note.location}.parent: stands below itself`)
      continue
    }
    const level = levels.get(depth) ?? []
    level.push(note)
    levels.set(depth, level)
  }
  return { levels: [...levels].sort(([a], [b]) => a - b).map(([, level]) => level), problems }
}
