import { useState } from 'react'
import { useLocation } from 'wouter'
import type { NoteWithContent } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation } from '../api/queries.ts'
import { ConfirmDialog } from '../components/dialog.tsx'
import { TextField } from '../components/field.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { useToast } from '../components/toast.tsx'
import { MoveNoteDialog } from './move-note-dialog.tsx'
import type { NoteDialogProps } from './note-dialog-props.ts'
import { ShareNoteDialog } from './share-note-dialog.tsx'
import { VersionsDialog } from './versions-dialog.tsx'

export type NoteDialogKind = 'share' | 'versions' | 'move' | 'flag' | 'delete'

export function NoteDialogs({ note, open, canWrite, onClose }: NoteDialogProps & { open: NoteDialogKind }) {
  if (open === 'share') return <ShareNoteDialog note={note} canWrite={canWrite} onClose={onClose} />
  if (open === 'versions') return <VersionsDialog note={note} canWrite={canWrite} onClose={onClose} />
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
      showToast('Flagged as outdated')
      onClose()
    },
  )
  return (
    <FormDialog
      title="Flag as outdated"
      width="max-w-md"
      mutation={flag}
      submitLabel="Flag"
      canSubmit={reason.trim() !== ''}
      onClose={onClose}
    >
      {(fieldError) => (
        <TextField
          label="What’s outdated?"
          hint="Shown to readers and in Insights."
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

function DeleteNoteDialog({ note, onClose }: { note: NoteWithContent; onClose: () => void }) {
  const [, navigate] = useLocation()
  const remove = useApiMutation(
    () => api.deleteNote({ id: note.id }),
    ['note-tree'],
    () => navigate('/notes'),
  )
  return (
    <ConfirmDialog
      title={`Delete ${note.title}?`}
      confirmLabel="Delete"
      mutation={remove}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <p>
        Subpages that you can see are deleted too. This can’t be undone. To keep the text, archive the note instead.
      </p>
    </ConfirmDialog>
  )
}
