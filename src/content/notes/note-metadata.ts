import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { AppError } from '../../errors.ts'
import type { Sql } from '../../storage/database.ts'
import { archiveSubtree, unarchiveSubtree } from './note-archive.ts'
import type { NoteDeps } from './note-deps.ts'
import { assertCanEdit, findNote, type Note } from './note-row.ts'
import { lockNoteTree } from './note-tree.ts'

export type Owner = { userId: string } | { groupId: string }

/** Changes review state, archive state and owner of notes. None of it counts as an edit. */
export function createNoteMetadata({ database, now, onEmbeddingsPending }: NoteDeps) {
  const updateNote = (caller: Caller, id: string, work: (store: Sql, note: Note) => Promise<void>): Promise<Note> =>
    database.writeAs(caller, async (store) => {
      await lockNoteTree(store, caller.organizationId)
      const note = await findNote(store, caller, id)
      assertCanEdit(caller, note)
      await work(store, note)
      return findNote(store, caller, id)
    })

  return {
    verify: (caller: Caller, id: string, until: Date | null) =>
      updateNote(caller, id, async (store, { key }) => {
        await sql`
          update document set review_state = 'Verified', review_until = ${until}, review_reason = null,
            verified_by = ${caller.memberId}, verified_at = ${now()}
          where org_id = ${caller.organizationId} and key = ${key}`.execute(store)
      }),

    flagAsOutdated: (caller: Caller, id: string, reason: string) =>
      updateNote(caller, id, async (store, { key }) => {
        await sql`
          update document set review_state = 'Outdated', review_until = null, review_reason = ${reason},
            verified_by = null, verified_at = null
          where org_id = ${caller.organizationId} and key = ${key}`.execute(store)
      }),

    setArchived: (caller: Caller, id: string, isArchived: boolean, at: Date) =>
      updateNote(caller, id, async (store, { key }) => {
        const { hasRestored } = isArchived
          ? await archiveSubtree(store, caller.organizationId, key, at)
          : await unarchiveSubtree(store, caller.organizationId, key)
        if (hasRestored) onEmbeddingsPending?.()
      }),

    setOwner: (caller: Caller, id: string, owner: Owner) =>
      updateNote(caller, id, async (store, { key }) => {
        const principal = await resolveOwner(store, caller.organizationId, owner)
        await sql`
          update document set owner = ${principal}
          where org_id = ${caller.organizationId} and key = ${key}`.execute(store)
      }),
  }
}

async function resolveOwner(store: Sql, organizationId: string, owner: Owner): Promise<string> {
  const [kind, field, table, id] =
    'userId' in owner
      ? (['user', 'userId', 'member', owner.userId] as const)
      : (['group', 'groupId', 'team', owner.groupId] as const)
  // Locked until the commit: an owner deleted in between would never be cleared.
  const { rows } =
    await sql`select 1 from ${sql.table(table)} where org_id = ${organizationId} and id = ${id} for key share`.execute(
      store,
    )
  if (rows.length > 0) return `${kind}:${id}`
  throw new AppError('validation', 'Validation Failed', {
    details: { [field]: { message: 'does not exist in this organization', value: id } },
  })
}
