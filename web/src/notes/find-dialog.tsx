import { useLocation } from 'wouter'
import { Dialog } from '../components/dialog.tsx'
import { NoteFinder } from '../components/note-finder.tsx'

export function FindDialog({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation()
  return (
    <Dialog title="Find a note" onClose={onClose} width="max-w-xl">
      <NoteFinder
        onChoose={(note) => {
          onClose()
          navigate(`/notes/${encodeURIComponent(note.id)}`)
        }}
      />
    </Dialog>
  )
}
