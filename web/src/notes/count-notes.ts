import { noteDialogText } from '../messages/note-dialogs.ts'

/** Returns "1 note" or "12 notes". */
export function countNotes(count: number): string {
  return noteDialogText('notes', { count })
}

/** Returns a title, with the number of subpages that come along with the note. */
export function nameBranch(title: string, noteCount: number): string {
  const subpages = noteCount - 1
  return subpages === 0 ? noteDialogText('quotedTitle', { title }) : noteDialogText('branch', { title, subpages })
}
