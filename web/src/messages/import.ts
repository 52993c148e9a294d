import { defineMessages } from './define-messages.ts'

/** Texts of importing files as notes. */
export const importText = defineMessages('import', {
  title: 'Import files',
  whoCanSee: 'Who can see the imported notes',
  drop: 'Drop Markdown, PDF, Office or mail files, a folder or a zip here.',
  atTopLevel: 'They’ll be added at the top level.',
  asSubpages: 'They’ll be added as subpages of the open note.',
  files: 'Files to import',
  chooseFiles: 'Choose files',
  folder: 'Folder to import',
  chooseFolder: 'Choose folder',
  progress: 'Import progress',
  running: 'Importing… {done} of {total}',
  finished: '{done} of {total} imported',
  importing: 'Importing…',
  unreadable: 'Files',
  nothing: 'Nothing to import',
  nothingHint: 'No files found.',
  attachedNotRead: 'Attached, but search can’t find the text. {reason}',
  attachedPartlyRead: 'Attached, but search can’t find the text of {parts}. {reason}',
  linksNotConnected: 'Imported, but its links don’t lead to the other imported notes. {reason}',
  skippedHidden: 'Skipped. Hidden files aren’t imported.',
  skippedPicture: 'Skipped. Pictures aren’t imported. Attach them to a note.',
  skippedKind: 'Skipped. Files of this kind can’t be imported.',
})
