import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { createAudienceRefresh } from '../../access/current-audiences.ts'
import { createLexicalEngineSelector } from '../../search/lexical/lexical-engine.ts'
import { createTermSamples } from '../../search/lexical/term-samples.ts'
import { listArchivedBranches } from './archived-branches.ts'
import { createFavouriteNotes } from './favourite-notes.ts'
import type { NoteDeps } from './note-deps.ts'
import { createNoteEditing } from './note-editing.ts'
import { listLinkingNotes } from './note-links.ts'
import { listNotes, type NoteListOptions } from './note-listing.ts'
import { createNoteMetadata } from './note-metadata.ts'
import { createNoteMoving } from './note-moving.ts'
import { findNote, findParent, type Note } from './note-row.ts'
import { type NoteSearchOptions, searchNotes } from './note-search.ts'
import { createNoteSharing } from './note-sharing.ts'
import { createNoteTrash } from './note-trash.ts'
import { listPublicAudiences, type UpkeepFilter, upkeepConditions } from './note-upkeep.ts'
import { type NoteInput, upsertNote } from './note-upsert.ts'
import { createNoteVersions } from './note-versions.ts'
import { listNamingAudiences } from './shared-with-me.ts'

const maxSharedNotes = 100

export type Notes = ReturnType<typeof createNotes>

/** All operations on notes. Those with a caller check permissions; `upsert` and `remove` leave that to their callers. */
export function createNotes(deps: NoteDeps) {
  const { database } = deps
  const refreshAudiences = createAudienceRefresh(database)
  const termSamples = createTermSamples()
  const selectLexicalEngine = createLexicalEngineSelector(database)
  return {
    find: (caller: Caller, id: string) => findNote(database.unrestricted, caller, id),
    findParent: (caller: Caller, id: string) => findParent(database.unrestricted, caller, id),
    /** Returns the note with its text, read with row-level security. */
    read: (caller: Caller, id: string) => database.readAs(caller, (store) => findNote(store, caller, id)),
    /** Returns whether not everyone in the organization can see the note. */
    isRestricted: async (caller: Caller, { audienceId }: Note) =>
      (await listPublicAudiences(database.unrestricted, { ...caller, audienceIds: [audienceId] })).length === 0,
    list: (caller: Caller, listing: NoteListOptions) =>
      database.readAs(caller, (store) => listNotes(store, caller, listing)),
    /** Returns the notes that others shared with the caller or one of their groups by name, last edited first. */
    async listSharedWith(caller: Caller) {
      const audienceIds = await listNamingAudiences(database.unrestricted, caller)
      const where = [
        sql`d.own_audience_id = any(${audienceIds}::bigint[])`,
        sql`d.owner is distinct from ${`user:${caller.memberId}`}`,
      ]
      const order = { by: 'editedAt', isDescending: true } as const
      const page = { includeArchived: false, where, order, pageSize: maxSharedNotes }
      return (await database.readAs(caller, (store) => listNotes(store, caller, page))).notes
    },
    /** Lists the notes that link to a note. Notes that the caller can't see don't count, whether or not they link to it. */
    async listLinking(caller: Caller, target: { id: string; host: string }, listing: NoteListOptions) {
      const keys = await listLinkingNotes(database.unrestricted, caller, target)
      const where = [sql`d.key = any(${keys}::bigint[])`]
      return database.readAs(caller, (store) => listNotes(store, caller, { ...listing, where }))
    },
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
      const engine = await selectLexicalEngine()
      return database.readAs(caller, (store) => searchNotes(store, { engine, termSamples }, caller, search, at))
    },

    upsert: (organizationId: string, input: NoteInput) => upsertNote(deps, organizationId, input),

    listArchive: (caller: Caller, cursor: string | undefined) =>
      database.readAs(caller, (store) => listArchivedBranches(store, caller, cursor)),

    ...createFavouriteNotes(deps),
    ...createNoteEditing(deps),
    ...createNoteMetadata(deps),
    ...createNoteMoving(deps),
    ...createNoteSharing(deps),
    ...createNoteTrash(deps),
    ...createNoteVersions(deps),
  }
}
