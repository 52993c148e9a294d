import { defineMessages } from './define-messages.ts'

/** Texts of the start of the Notes screen, of favourites and of the way to a note. */
export const notesStartText = defineMessages('notesStart', {
  favourites: 'Favourites',
  opened: 'Recently opened',
  edited: 'Recently edited',
  recent: 'Recent',
  addFavourite: 'Add to favourites',
  removeFavourite: 'Remove from favourites',
  editedAt: 'edited {time}',
  path: 'Location',
  allNotes: 'Notes',
  subpages: 'Subpages',
  emptyNote: 'This note is empty',
  childCount: '{count|one: # subpage|other: # subpages}',
})
