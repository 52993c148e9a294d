import { sql } from 'kysely'
import { deleteAudience, listPrincipalNames, type Principal, resolvePrincipals } from '../../access/audiences.ts'
import type { Caller } from '../../access/caller.ts'
import { isInAudience } from '../../access/visibility.ts'
import type { Sql } from '../../storage/database.ts'
import type { RecordAudienceChange } from './audience-change.ts'
import type { NoteDeps } from './note-deps.ts'
import { setOwnAudience } from './note-own-audience.ts'
import { assertCanWrite, findNote, type Note } from './note-row.ts'
import { lockNoteTree, propagateAudience } from './note-tree.ts'

/** The audience of a note by name (`everyone`, `user:EMAIL`, `group:NAME`). */
export interface NoteAudience {
  /** Undefined if inherited. */
  own: string[] | undefined
  effective: string[]
  /** The note that it is inherited from, if the caller can see it. */
  inheritedFrom: string | undefined
}

/**
 * Reads and changes the audience of notes. Callers who can write a note can share it, even such that they lose access.
 * Subpages without an audience of their own follow. The next query applies the change.
 */
export function createNoteSharing({ database }: NoteDeps) {
  return {
    async getAudience(caller: Caller, id: string): Promise<NoteAudience> {
      const note = await findNote(database.unrestricted, caller, id)
      return describeAudience(database.unrestricted, caller, note)
    },

    share: (
      caller: Caller,
      id: string,
      names: readonly string[] | undefined,
      record?: RecordAudienceChange,
    ): Promise<NoteAudience> =>
      database.transaction(async (store) => {
        const { organizationId } = caller
        await lockNoteTree(store, organizationId)
        const note = await findNote(store, caller, id)
        assertCanWrite(caller)
        const principals = names && (await resolvePrincipals(store, organizationId, names))
        const before = await listPrincipalNames(store, organizationId, note.audienceId)
        const ownAudienceId = await replaceOwnAudience(store, organizationId, note, principals)
        const shared = await describeAudience(store, caller, { ...note, ownAudienceId })
        await record?.(store, { before, after: shared.effective })
        return shared
      }),
  }
}

/** Sets or drops the own audience of a note and updates its subpages; returns the own audience. */
export async function replaceOwnAudience(
  store: Sql,
  organizationId: string,
  note: Pick<Note, 'key' | 'ownAudienceId'>,
  principals: readonly Principal[] | undefined,
): Promise<number | undefined> {
  const audience = await setOwnAudience(store, organizationId, note.ownAudienceId, principals)
  await sql`
    update document set own_audience_id = ${audience.id}
    where org_id = ${organizationId} and key = ${note.key}`.execute(store)
  await propagateAudience(store, organizationId, note.key)
  if (audience.dropped !== undefined) await deleteAudience(store, organizationId, audience.dropped)
  return audience.id ?? undefined
}

async function describeAudience(
  store: Sql,
  caller: Caller,
  note: Pick<Note, 'key' | 'ownAudienceId'>,
): Promise<NoteAudience> {
  // The nearest ancestor-or-self with an audience of its own; else the note at the top level, with the default audience.
  const { rows } = await sql<{ id: string; own_audience_id: number | null; audience_id: number }>`
    with recursive ancestor (key, parent_key, id, own_audience_id, audience_id, distance) as (
      select key, parent_key, id, own_audience_id, audience_id, 0 from document
      where org_id = ${caller.organizationId} and key = ${note.key}
      union all
      select d.key, d.parent_key, d.id, d.own_audience_id, d.audience_id, a.distance + 1
      from document d join ancestor a on d.key = a.parent_key
      where d.org_id = ${caller.organizationId} and a.own_audience_id is null
    )
    select id, own_audience_id, audience_id from ancestor order by distance desc limit 1`.execute(store)
  const origin = rows[0]
  if (!origin) return { own: undefined, effective: [], inheritedFrom: undefined }
  const effective = await listPrincipalNames(store, caller.organizationId, origin.audience_id)
  if (note.ownAudienceId !== undefined) return { own: effective, effective, inheritedFrom: undefined }
  const isVisible = origin.own_audience_id !== null && isInAudience(caller, origin.audience_id)
  return { own: undefined, effective, inheritedFrom: isVisible ? origin.id : undefined }
}
