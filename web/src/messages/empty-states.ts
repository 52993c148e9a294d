import { defineMessages } from './define-messages.ts'

/** Screens that have nothing to show yet. */
export const emptyText = defineMessages('empty-states', {
  trash: 'Trash is empty',
  trashForAdmins: 'Deleted notes appear here.',
  trashForOthers: 'Notes that you delete appear here.',
  archive: 'Nothing is archived',
  archiveHint: 'To archive a note with its subpages, use the note’s menu.',
  seeNotes: 'See notes',
  noMatchInArchive: 'No matching notes in the archive',
  noMatchHint: 'Try another word.',
})
