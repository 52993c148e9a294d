import { sql } from 'kysely'
import { dropAudience, resolvePrincipals } from '../access/audiences.ts'
import type { Viewer } from '../access/viewer.ts'
import { isIn } from '../access/visibility.ts'
import type { Sql } from '../storage/database.ts'
import { putAudience } from './note-put.ts'
import { findNote, type Note, requireWriter } from './note-row.ts'
import { lockTree, settleAudiences } from './note-tree.ts'
import type { NoteNeeds } from './notes.ts'

/** Who sees a note, by name (`everyone`, `user:EMAIL`, `group:NAME`). */
export interface NoteAudience {
  /** Undefined: inherited. */
  own: string[] | undefined
  effective: string[]
  /** The note that it is inherited from, where the viewer may see that note. */
  inheritedFrom: string | undefined
}

/**
 * Sharing. Whoever may write a note may share it, also so that they do not see it themselves any more. It holds for all
 * below that have no audience of their own, from the next query on.
 */
export function createNoteSharing({ database }: NoteNeeds) {
  return {
    async audience(viewer: Viewer, id: string): Promise<NoteAudience> {
      const note = await findNote(database.service, viewer, id)
      return tellAudience(database.service, viewer, note)
    },

    share: (viewer: Viewer, id: string, names: readonly string[] | undefined): Promise<NoteAudience> =>
      database.transaction(async (store) => {
        const { organizationId } = viewer
        await lockTree(store, organizationId)
        const note = await findNote(store, viewer, id)
        requireWriter(viewer)
        const wanted = names && (await resolvePrincipals(store, organizationId, names))
        const audience = await putAudience(store, organizationId, note.ownAudienceId, wanted)
        await sql`
          update document set own_audience_id = ${audience.id}
          where org_id = ${organizationId} and key = ${note.key}`.execute(store)
        await settleAudiences(store, organizationId, note.key)
        if (audience.dropped !== undefined) await dropAudience(store, organizationId, audience.dropped)
        return tellAudience(store, viewer, { ...note, ownAudienceId: audience.id ?? undefined })
      }),
  }
}

async function tellAudience(
  store: Sql,
  viewer: Viewer,
  note: Pick<Note, 'key' | 'ownAudienceId'>,
): Promise<NoteAudience> {
  // From the note upwards, the first that has an audience of its own; none: the one of all notes at the top.
  const { rows } = await sql<{ id: string; own_audience_id: number | null; audience_id: number }>`
    with recursive above (key, parent_key, id, own_audience_id, audience_id, distance) as (
      select key, parent_key, id, own_audience_id, audience_id, 0 from document
      where org_id = ${viewer.organizationId} and key = ${note.key}
      union all
      select d.key, d.parent_key, d.id, d.own_audience_id, d.audience_id, a.distance + 1
      from document d join above a on d.key = a.parent_key
      where d.org_id = ${viewer.organizationId} and a.own_audience_id is null
    )
    select id, own_audience_id, audience_id from above order by distance desc limit 1`.execute(store)
  const giver = rows[0]
  if (!giver) return { own: undefined, effective: [], inheritedFrom: undefined }
  const effective = await namesOf(store, viewer.organizationId, giver.audience_id)
  if (note.ownAudienceId !== undefined) return { own: effective, effective, inheritedFrom: undefined }
  const isNamed = giver.own_audience_id !== null && isIn(viewer, giver.audience_id)
  return { own: undefined, effective, inheritedFrom: isNamed ? giver.id : undefined }
}

async function namesOf(store: Sql, organizationId: string, audienceId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select case
        when p.principal = 'everyone' then p.principal
        when m.id is not null then 'user:' || m.email
        when t.id is not null then 'group:' || t.name
      end as name
    from audience_principal p
    left join member m on m.org_id = p.org_id and p.principal = 'user:' || m.id
    left join team t on t.org_id = p.org_id and p.principal = 'group:' || t.id
    where p.org_id = ${organizationId} and p.audience_id = ${audienceId}
      and (p.principal = 'everyone' or m.id is not null or t.id is not null)
    order by 1`.execute(store)
  return rows.map((row) => row.name)
}
