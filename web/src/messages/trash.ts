import { defineMessages } from './define-messages.ts'

export const trashText = defineMessages('trash', {
  title: 'Trash',
  lead: 'Notes are deleted permanently after {count|one: # day|other: # days}.',
  allNotes: 'All notes',
  notShared: 'A note that isn’t shared with you',
  restored: 'Restored {count|one: # note|other: # notes}',
  open: 'Open',
  deleted: 'Deleted {count|one: # note|other: # notes} permanently',
  deleteTitle: 'Delete {count|one: # note|other: # notes} permanently?',
  deletePermanently: 'Delete permanently',
  deleteEffect: '{branch} can’t be restored after this.',
  notes: '{count|one: # note|other: # notes}',
  notesFrom: '{count|one: # note|other: # notes} from {parent}',
  deletedAt: '{notes} · deleted {when} · kept until {until}',
  deletedAtBy: '{notes} · deleted {when} by {name} · kept until {until}',
  restoreNote: 'Restore {title}',
  restore: 'Restore',
  deleteNote: 'Delete {title} permanently',
})

export const archiveText = defineMessages('archive', {
  title: 'Archive',
  lead: 'Archived notes can still be read, but search and answers leave them out.',
  allNotes: 'All notes',
  search: 'Search the archive',
  notes: '{count|one: # note|other: # notes}',
  notesFrom: '{count|one: # note|other: # notes} from {parent}',
  archivedAt: 'archived {when}',
  unarchiveNote: 'Unarchive {title}',
  unarchive: 'Unarchive',
})
