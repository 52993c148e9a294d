import { useLocation } from 'wouter'
import { Dialog } from '../components/dialog.tsx'
import { NotePicker } from '../components/note-picker.tsx'
import { noteDialogText } from '../messages/note-dialogs.ts'

export function FindNoteDialog({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation()
  return (
    <Dialog title={noteDialogText('findNote')} onClose={onClose} width="max-w-xl">
      <NotePicker
        onSelect={(note) => {
          onClose()
          navigate(`/notes/${encodeURIComponent(note.id)}`)
        }}
      />
    </Dialog>
  )
}
