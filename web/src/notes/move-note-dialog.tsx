import type { NoteWithContent } from '../../../sdk/src/operations.ts'
import { Dialog } from '../components/dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { NotePicker } from '../components/note-picker.tsx'
import { ErrorAlert } from '../components/query-state.tsx'
import { noteDialogText } from '../messages/note-dialogs.ts'
import { useMoveNote } from './use-move-note.tsx'

export function MoveNoteDialog({ note, onClose }: { note: NoteWithContent; onClose: () => void }) {
  const { start, warning, error } = useMoveNote(onClose)
  if (warning) return warning
  return (
    <Dialog title={noteDialogText('moveTitle', { title: note.title })} onClose={onClose}>
      <p className="mb-4 text-quiet">{noteDialogText('moveHint')}</p>
      {error ? <ErrorAlert error={error} /> : null}
      <button type="button" className="button mb-3" onClick={() => start({ note, parentId: null })}>
        <Icon name="arrowUp" size={16} />
        {noteDialogText('moveToTop')}
      </button>
      <NotePicker isForParent excludedId={note.id} onSelect={(parent) => start({ note, parentId: parent.id })} />
    </Dialog>
  )
}
