import type { NoteWithContent } from '../../../sdk/src/operations.ts'

export interface NoteDialogProps {
  note: NoteWithContent
  onClose: () => void
}
