import { defineMessages } from './define-messages.ts'

export const notesPageText = defineMessages('notes-page', {
  title: 'Notes',
  newNote: 'New note',
  importFiles: 'Import files',
  noteTree: 'Note tree',
  findNote: 'Find a note',
  addNotes: 'Add notes',
  newNoteItem: 'New note…',
  newSubpage: 'New subpage',
  importItem: 'Import files…',
  untitled: 'Untitled',
  otherNotes: 'Other notes',
  archive: 'Archive',
  trash: 'Trash',
  empty: 'Create your first note',
  emptyHint: 'Everyone who can see a note can ask about it right away.',
  allNotes: 'All notes',
})
