import type { Principal } from '../access/audiences.ts'
import type { Viewer } from '../access/viewer.ts'
import type { Database } from '../storage/database.ts'
import type { DocumentIndex } from './document-index.ts'
import { createNoteVersions } from './document-versions.ts'
import { createNoteEditing } from './note-editing.ts'
import { listNotes, type NoteListing } from './note-listing.ts'
import { putNote, removeSubtree } from './note-put.ts'
import { findNote, findParent, type Note } from './note-row.ts'
import { type NoteSearch, searchNotes } from './note-search.ts'
import { createNoteSharing } from './note-sharing.ts'
import { createNoteUpkeep } from './note-upkeep.ts'
import type { TurnTaking } from './turn-taking.ts'

export interface NoteInput {
  id: string
  title: string
  content: string
  type: 'markdown' | 'html'
  url: string
  parentId: string | undefined
  /** Undefined: as its parent has it. */
  audience: Principal[] | undefined
  updatedAt: Date
  position?: number
}

export interface NoteNeeds {
  database: Database
  documentIndex: DocumentIndex
  turns: TurnTaking
  now: () => Date
  /** How many versions of each note are kept when it changes. */
  versionsKept: number
  /** Told that passages came back into use, perhaps without vectors of the current model. */
  onPending?: () => void
}

export type Notes = ReturnType<typeof createNotes>

export function createNotes(needs: NoteNeeds) {
  const { database, turns, now } = needs
  return {
    find: (viewer: Viewer, id: string): Promise<Note> => findNote(database.service, viewer, id),
    /** The same, where it is named as a parent. */
    findParent: (viewer: Viewer, id: string): Promise<Note> => findParent(database.service, viewer, id),
    /** The same behind row-level security, for showing its text. */
    read: (viewer: Viewer, id: string): Promise<Note> =>
      database.readAs(viewer, (store) => findNote(store, viewer, id)),
    list: (viewer: Viewer, listing: NoteListing) =>
      database.readAs(viewer, (store) => listNotes(store, viewer, listing)),
    search: (viewer: Viewer, search: NoteSearch, at: Date) =>
      database.readAs(viewer, (store) => searchNotes(store, database.lexical, viewer, search, at)),

    /** Creates the note, or makes it as told; says which. Permission is the caller's matter. */
    put: (organizationId: string, input: NoteInput): Promise<'created' | 'changed' | 'unchanged'> =>
      turns.index(`${organizationId}//${input.id}`, () => putNote(needs, organizationId, input)),
    /** Removes the note with everything below it. Permission is the caller's matter. */
    remove: (organizationId: string, id: string): Promise<void> =>
      turns.remove(`${organizationId}//${id}`, () =>
        database.transaction((store) => removeSubtree(store, organizationId, id, now())),
      ),

    ...createNoteEditing(needs),
    ...createNoteUpkeep(needs),
    ...createNoteSharing(needs),
    ...createNoteVersions(needs),
  }
}
