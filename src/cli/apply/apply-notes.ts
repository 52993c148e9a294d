import type { App } from '../../app.ts'
import { parseDateTime } from '../../contract/text.ts'
import { AppError } from '../../errors.ts'
import { forEachConcurrent } from '../for-each-concurrent.ts'
import { isSameNote, isSameText, type StoredDocument } from '../stored-organization.ts'
import { audienceKey, type ResolvedAudiences } from './audience-resolver.ts'
import type { FileNote } from './organization-schema.ts'
import { addOutcome, type OutcomeCounts } from './outcome-counts.ts'
import type { Located } from './validate-entry.ts'

/** Notes read, embedded and written at the same time. */
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
  const siblingCounts = new Map<string | undefined, number>()
  const appliedAt = app.now()
  let done = 0
  for (const level of levels) {
    const placed = level.map((note) => {
      const position = siblingCounts.get(note.value.parent) ?? 0
      siblingCounts.set(note.value.parent, position + 1)
      return { ...note, position }
    })
    await forEachConcurrent(placed, noteConcurrency, async ({ location, value, position }) => {
      const before = stored.get(value.id)
      const note = {
        id: value.id,
        title: value.title,
        content: value.content,
        type: value.type,
        url: value.url,
        parentId: value.parent,
        audience: value.audience && audiences.get(audienceKey(value.audience)),
        updatedAt: resolveUpdatedAt(value, before, appliedAt),
        // The order of the file applies only to new notes; people can change it later.
        position: before ? undefined : position,
      }
      try {
        addOutcome(counts, isSameNote(note, before) ? 'unchanged' : await app.notes.upsert(organizationId, note))
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
    `These notes could not be written; everything else was. Fix the problems and apply the file again:\n${problems.map((line) => `  ${line}`).join('\n')}`,
  )
}

/** Returns the date in the file, else the stored date if the text is unchanged, else now. */
function resolveUpdatedAt(note: FileNote, before: StoredDocument | undefined, appliedAt: Date): Date {
  const given = note.updatedAt === undefined ? undefined : parseDateTime(note.updatedAt)
  if (given) return given
  return isSameText(note, before) ? before.updatedAt : appliedAt
}
