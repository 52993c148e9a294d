import type { Principal } from '../../access/audiences.ts'
import type { Caller } from '../../access/caller.ts'
import type { Database } from '../../storage/database.ts'
import type { DocumentIndex } from '../indexing/document-index.ts'
import { createNoteVersions } from '../indexing/document-versions.ts'
import type { KeyedMutex } from '../indexing/keyed-mutex.ts'
import { createNoteEditing } from './note-editing.ts'
import { listNotes, type NoteListOptions } from './note-listing.ts'
import { createNoteMetadata } from './note-metadata.ts'
import { findNote, findParent, type Note } from './note-row.ts'
import { type NoteSearchOptions, searchNotes } from './note-search.ts'
import { createNoteSharing } from './note-sharing.ts'
import { deleteSubtree, upsertNote } from './note-upsert.ts'

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

export interface NoteDeps {
  database: Database
  documentIndex: DocumentIndex
  writeMutex: KeyedMutex
  now: () => Date
  /** How many versions of each note are kept when it changes. */
  versionsKept: number
  /** Told that passages came back into use, perhaps without vectors of the current model. */
  onPending?: () => void
}

export type Notes = ReturnType<typeof createNotes>

export function createNotes(needs: NoteDeps) {
  const { database, writeMutex, now } = needs
  return {
    find: (caller: Caller, id: string): Promise<Note> => findNote(database.unrestricted, caller, id),
    /** The same, where it is named as a parent. */
    findParent: (caller: Caller, id: string): Promise<Note> => findParent(database.unrestricted, caller, id),
    /** The same behind row-level security, for showing its text. */
    read: (caller: Caller, id: string): Promise<Note> =>
      database.readAs(caller, (store) => findNote(store, caller, id)),
    list: (caller: Caller, listing: NoteListOptions) =>
      database.readAs(caller, (store) => listNotes(store, caller, listing)),
    search: (caller: Caller, search: NoteSearchOptions, at: Date) =>
      database.readAs(caller, (store) => searchNotes(store, database.lexical, caller, search, at)),

    /** Creates the note, or makes it as told; says which. Permission is the caller's matter. */
    upsert: (organizationId: string, input: NoteInput): Promise<'created' | 'changed' | 'unchanged'> =>
      writeMutex.runLimited(`${organizationId}//${input.id}`, () => upsertNote(needs, organizationId, input)),
    /** Removes the note with everything below it. Permission is the caller's matter. */
    remove: (organizationId: string, id: string): Promise<void> =>
      writeMutex.runExclusive(`${organizationId}//${id}`, () =>
        database.transaction((store) => deleteSubtree(store, organizationId, id, now())),
      ),

    ...createNoteEditing(needs),
    ...createNoteMetadata(needs),
    ...createNoteSharing(needs),
    ...createNoteVersions(needs),
  }
}
