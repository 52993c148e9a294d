import { useState } from 'react'
import type { NoteWithContent } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation } from '../api/queries.ts'
import { TextField } from '../components/field.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { useToast } from '../components/toast.tsx'
import { noteDialogText as text } from '../messages/note-dialogs.ts'
import { DeleteNoteDialog } from './delete-note-dialog.tsx'
import { MoveNoteDialog } from './move-note-dialog.tsx'
import type { NoteDialogProps } from './note-dialog-props.ts'
import { ShareNoteDialog } from './share-note-dialog.tsx'
import { VersionsDialog } from './versions-dialog.tsx'

export type NoteDialogKind = 'share' | 'versions' | 'move' | 'flag' | 'delete'

export function NoteDialogs({ note, open, onClose }: NoteDialogProps & { open: NoteDialogKind }) {
  if (open === 'share') return <ShareNoteDialog note={note} onClose={onClose} />
  if (open === 'versions') return <VersionsDialog note={note} onClose={onClose} />
  if (open === 'move') return <MoveNoteDialog note={note} onClose={onClose} />
  if (open === 'flag') return <FlagOutdatedDialog note={note} onClose={onClose} />
  return <DeleteNoteDialog note={note} onClose={onClose} />
}

function FlagOutdatedDialog({ note, onClose }: { note: NoteWithContent; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const showToast = useToast()
  const flag = useApiMutation(
    () => api.flagNoteAsOutdated({ id: note.id, reason }),
    ['readNote'],
    () => {
      showToast(text('flagged'))
      onClose()
    },
  )
  return (
    <FormDialog
      title={text('flagTitle')}
      width="max-w-md"
      mutation={flag}
      submitLabel={text('flag')}
      canSubmit={reason.trim() !== ''}
      onClose={onClose}
    >
      {(fieldError) => (
        <TextField
          label={text('whatIsOutdated')}
          hint={text('whatIsOutdatedHint')}
          error={fieldError('reason')}
          rows={3}
          required
          maxLength={2000}
          value={reason}
          onChange={setReason}
        />
      )}
    </FormDialog>
  )
}
