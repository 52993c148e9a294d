import type { Caller } from '../../access/caller.ts'
import { createAudienceRefresh } from '../../access/current-audiences.ts'
import { createTermSamples } from '../../search/lexical/term-samples.ts'
import { listArchivedBranches } from './archived-branches.ts'
import type { NoteDeps } from './note-deps.ts'
import { createNoteEditing } from './note-editing.ts'
import { listNotes, type NoteListOptions } from './note-listing.ts'
import { createNoteMetadata } from './note-metadata.ts'
import { createNoteMoving } from './note-moving.ts'
import { findNote, findParent } from './note-row.ts'
import { type NoteSearchOptions, searchNotes } from './note-search.ts'
import { createNoteSharing } from './note-sharing.ts'
import { createNoteTrash } from './note-trash.ts'
import { listPublicAudiences, type UpkeepFilter, upkeepConditions } from './note-upkeep.ts'
import { type NoteInput, upsertNote } from './note-upsert.ts'
import { createNoteVersions } from './note-versions.ts'

export type Notes = ReturnType<typeof createNotes>

/** All operations on notes. Those with a caller check permissions; `upsert` and `remove` leave that to their callers. */
export function createNotes(deps: NoteDeps) {
  const { database } = deps
  const refreshAudiences = createAudienceRefresh(database)
  const termSamples = createTermSamples()
  return {
    find: (caller: Caller, id: string) => findNote(database.unrestricted, caller, id),
    findParent: (caller: Caller, id: string) => findParent(database.unrestricted, caller, id),
    /** Returns the note with its text, read with row-level security. */
    read: (caller: Caller, id: string) => database.readAs(caller, (store) => findNote(store, caller, id)),
    list: (caller: Caller, listing: NoteListOptions) =>
      database.readAs(caller, (store) => listNotes(store, caller, listing)),
    async listForUpkeep(
      requester: Caller,
      filter: UpkeepFilter,
      page: Pick<NoteListOptions, 'order' | 'after' | 'pageSize'>,
      at: Date,
    ) {
      const caller = await refreshAudiences(requester)
      // Row-level security hides who belongs to an audience.
      const publicAudienceIds = filter.list === 'public' ? await listPublicAudiences(database.unrestricted, caller) : []
      const where = upkeepConditions(caller, filter, { publicAudienceIds, at })
      return database.readAs(caller, (store) => listNotes(store, caller, { ...page, includeArchived: false, where }))
    },
    async search(requester: Caller, search: NoteSearchOptions, at: Date) {
      const caller = await refreshAudiences(requester)
      return database.readAs(caller, (store) =>
        searchNotes(store, { lexical: database.lexical, termSamples }, caller, search, at),
      )
    },

    upsert: (organizationId: string, input: NoteInput) => upsertNote(deps, organizationId, input),

    listArchive: (caller: Caller, cursor: string | undefined) =>
      database.readAs(caller, (store) => listArchivedBranches(store, caller, cursor)),

    ...createNoteEditing(deps),
    ...createNoteMetadata(deps),
    ...createNoteMoving(deps),
    ...createNoteSharing(deps),
    ...createNoteTrash(deps),
    ...createNoteVersions(deps),
  }
}
