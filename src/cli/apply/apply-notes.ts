import type { App } from '../../app.ts'
import { parseDateTime } from '../../contract/text.ts'
import { AppError } from '../../errors.ts'
import { inParallel } from '../in-parallel.ts'
import { isSameNote, isSameText, type StoredDocument } from '../stored-organization.ts'
import { audienceName, type KnownAudiences } from './audience-names.ts'
import type { Placed } from './checked.ts'
import type { FileNote } from './organization-schema.ts'
import { type Counts, count } from './summary.ts'

/** So many texts are read and embedded while another one is being written. */
const atOnce = 16

export interface NotesToApply {
  levels: Placed<FileNote>[][]
  stored: ReadonlyMap<string, StoredDocument>
  audiences: KnownAudiences
  onNote: (done: number, total: number) => void
}

export async function applyNotes(
  app: App,
  organizationId: string,
  { levels, stored, audiences, onNote }: NotesToApply,
  counts: Counts,
): Promise<void> {
  const total = levels.reduce((sum, level) => sum + level.length, 0)
  const problems: string[] = []
  const siblings = new Map<string | undefined, number>()
  const appliedAt = app.now()
  let done = 0
  for (const level of levels) {
    const placed = level.map((note) => {
      const position = siblings.get(note.value.parent) ?? 0
      siblings.set(note.value.parent, position + 1)
      return { ...note, position }
    })
    await inParallel(placed, atOnce, async ({ place, value, position }) => {
      const before = stored.get(value.id)
      const note = {
        id: value.id,
        title: value.title,
        content: value.content,
        type: value.type,
        url: value.url ?? `${app.config.publicUrl}/notes/${encodeURIComponent(value.id)}`,
        parentId: value.parent,
        audience: value.audience && audiences.get(audienceName(value.audience)),
        updatedAt: dateOf(value, before, appliedAt),
        // As in the file at first; later the order is people's own.
        position: before ? undefined : position,
      }
      try {
        count(counts, isSameNote(note, before) ? 'unchanged' : await app.notes.put(organizationId, note))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        problems.push(`${place}: ${error.message}`)
      }
      onNote(++done, total)
    })
  }
  if (problems.length === 0) return
  throw new AppError(
    'unavailable',
    `These notes could not be written; everything else was. Apply the file again once that is mended:\n${problems.map((line) => `  ${line}`).join('\n')}`,
  )
}

/** A note that the file gives no date keeps its own for as long as its text stays the same. */
function dateOf(note: FileNote, before: StoredDocument | undefined, appliedAt: Date): Date {
  const given = note.updatedAt === undefined ? undefined : parseDateTime(note.updatedAt)
  if (given) return given
  return isSameText(note, before) ? before.updatedAt : appliedAt
}
