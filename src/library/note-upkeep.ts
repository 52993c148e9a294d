import { sql } from 'kysely'
import type { Viewer } from '../access/viewer.ts'
import { AppError } from '../errors.ts'
import type { Sql } from '../storage/database.ts'
import { archiveHere, bringBack } from './note-archive.ts'
import { findNote, type Note, requireWriter } from './note-row.ts'
import { lockTree } from './note-tree.ts'
import type { NoteNeeds } from './notes.ts'

export type Owner = { userId: string } | { groupId: string }

/** What is said about a note without touching its text, so none of it counts as an edit. */
export function createNoteUpkeep({ database, onPending }: NoteNeeds) {
  const tend = (viewer: Viewer, id: string, work: (store: Sql, note: Note) => Promise<void>): Promise<Note> =>
    database.transaction(async (store) => {
      await lockTree(store, viewer.organizationId)
      const note = await findNote(store, viewer, id)
      requireWriter(viewer)
      await work(store, note)
      return findNote(store, viewer, id)
    })

  return {
    verify: (viewer: Viewer, id: string, until: Date | null) =>
      tend(viewer, id, async (store, { key }) => {
        await sql`
          update document set review_state = 'Verified', review_until = ${until}, review_reason = null
          where org_id = ${viewer.organizationId} and key = ${key}`.execute(store)
      }),

    flagAsOutdated: (viewer: Viewer, id: string, reason: string) =>
      tend(viewer, id, async (store, { key }) => {
        await sql`
          update document set review_state = 'Outdated', review_until = null, review_reason = ${reason}
          where org_id = ${viewer.organizationId} and key = ${key}`.execute(store)
      }),

    setArchived: (viewer: Viewer, id: string, isArchived: boolean, at: Date) =>
      tend(viewer, id, async (store, { key }) => {
        const { isBack } = isArchived
          ? await archiveHere(store, viewer.organizationId, key, at)
          : await bringBack(store, viewer.organizationId, key)
        if (isBack) onPending?.()
      }),

    setOwner: (viewer: Viewer, id: string, owner: Owner) =>
      tend(viewer, id, async (store, { key }) => {
        const principal = await existingOwner(store, viewer.organizationId, owner)
        await sql`
          update document set owner = ${principal}
          where org_id = ${viewer.organizationId} and key = ${key}`.execute(store)
      }),
  }
}

async function existingOwner(store: Sql, organizationId: string, owner: Owner): Promise<string> {
  const [kind, field, table, id] =
    'userId' in owner
      ? (['user', 'userId', 'member', owner.userId] as const)
      : (['group', 'groupId', 'team', owner.groupId] as const)
  // Held until the end: removed in between, it would own the note for ever.
  const { rows } =
    await sql`select 1 from ${sql.table(table)} where org_id = ${organizationId} and id = ${id} for key share`.execute(
      store,
    )
  if (rows.length > 0) return `${kind}:${id}`
  throw new AppError('validation', 'Validation Failed', {
    details: { [field]: { message: 'is nobody in this organization', value: id } },
  })
}
