import type { App } from '../../app.ts'
import { parseDateTime } from '../../contract/text.ts'
import { AppError } from '../../errors.ts'
import { forEachConcurrent } from '../for-each-concurrent.ts'
import { isSameNote, isSameText, type StoredDocument } from '../stored-organization.ts'
import { audienceKey, type ResolvedAudiences } from './audience-resolver.ts'
import type { FileNote } from './organization-schema.ts'
import { addOutcome, type OutcomeCounts } from './outcome-counts.ts'
import type { Located } from './validate-entry.ts'

/** So many texts are read and embedded while another one is being written. */
const noteConcurrency = 16

export interface NotesToApply {
  levels: Located<FileNote>[][]
  stored: ReadonlyMap<string, StoredDocument>
  audiences: ResolvedAudiences
  onNote: (done: number, total: number) => void
}

export async function applyNotes(
  app: App,
  organizationId: string,
  { levels, stored, audiences, onNote }: NotesToApply,
  counts: OutcomeCounts,
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
    await forEachConcurrent(placed, noteConcurrency, async ({ location, value, position }) => {
      const before = stored.get(value.id)
      const note = {
        id: value.id,
        title: value.title,
        content: value.content,
        type: value.type,
        url: value.url ?? `${app.config.publicUrl}/notes/${encodeURIComponent(value.id)}`,
        parentId: value.parent,
        audience: value.audience && audiences.get(audienceKey(value.audience)),
        updatedAt: resolveUpdatedAt(value, before, appliedAt),
        // As in the file at first; later the order is people's own.
        position: before ? undefined : position,
      }
      try {
        addOutcome(
          counts,
          isSameNote(note, before) ? 'unchanged' : await app.notes.upsert(organizationId, note),
        )
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        problems.push(`${location}: ${error.message}`)
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
function resolveUpdatedAt(note: FileNote, before: StoredDocument | undefined, appliedAt: Date): Date {
  const given = note.updatedAt === undefined ? undefined : parseDateTime(note.updatedAt)
  if (given) return given
  return isSameText(note, before) ? before.updatedAt : appliedAt
}
