import { useState } from 'react'
import { useLocation } from 'wouter'
import { type NoteEndpoints, useApiMutation } from '../api/queries.ts'
import { callApi } from '../api/request.ts'
import { ConfirmDialog, Dialog } from '../components/dialog.tsx'
import { Field } from '../components/field.tsx'
import { Icon } from '../components/icon.tsx'
import { NotePicker } from '../components/note-picker.tsx'
import { ErrorAlert } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import type { Note } from './note-view.tsx'
import { ShareNoteDialog } from './share-note-dialog.tsx'
import { VersionsDialog } from './versions-dialog.tsx'

export type NoteDialogKind = 'share' | 'versions' | 'move' | 'flag' | 'delete'

export function NoteDialogs({
  note,
  open,
  mayWrite,
  onClose,
}: {
  note: Note
  open: NoteDialogKind
  mayWrite: boolean
  onClose: () => void
}) {
  if (open === 'share') return <ShareNoteDialog note={note} mayWrite={mayWrite} onClose={onClose} />
  if (open === 'versions') return <VersionsDialog note={note} mayWrite={mayWrite} onClose={onClose} />
  if (open === 'move') return <MoveNoteDialog note={note} onClose={onClose} />
  if (open === 'flag') return <FlagOutdatedDialog note={note} onClose={onClose} />
  return <DeleteNoteDialog note={note} onClose={onClose} />
}

function MoveNoteDialog({ note, onClose }: { note: Note; onClose: () => void }) {
  const notice = useToast()
  const move = useApiMutation(
    (parentNoteId: string | null) =>
      callApi<NoteEndpoints['changeNote']>('PUT', `/notes/${encodeURIComponent(note.id)}`, {
        body: { parentNoteId },
      }),
    ['notes', 'note-tree', 'note-ancestors'],
    () => {
      notice('Moved')
      onClose()
    },
  )
  return (
    <Dialog title={`Move ${note.title}`} onClose={onClose}>
      <p className="mb-4 text-quiet">
        It takes all notes below it along. Where it has no audience of its own, it is then seen by those who
        see the note above.
      </p>
      {move.error && <ErrorAlert error={move.error} />}
      <button type="button" className="button mb-3" onClick={() => move.mutate(null)}>
        <Icon name="arrowUp" size={16} />
        To the top
      </button>
      <NotePicker onChoose={(parent) => move.mutate(parent.id)} />
    </Dialog>
  )
}

function FlagOutdatedDialog({ note, onClose }: { note: Note; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const notice = useToast()
  const flag = useApiMutation(
    () =>
      callApi<NoteEndpoints['flagNote']>('PUT', `/notes/${encodeURIComponent(note.id)}/flag-as-outdated`, {
        body: { reason },
      }),
    ['notes'],
    () => {
      notice('Flagged')
      onClose()
    },
  )
  return (
    <Dialog title="Flag as outdated" onClose={onClose} width="max-w-md">
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          flag.mutate(undefined)
        }}
      >
        <Field label="What is outdated?" hint="Readers and the admins' insights show it.">
          {(ids) => (
            <textarea
              {...ids}
              className="input"
              rows={3}
              required
              maxLength={2000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        {flag.error && <ErrorAlert error={flag.error} />}
        <div className="flex justify-end gap-2">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="submit"
            className="button button-primary"
            disabled={flag.isPending || reason.trim() === ''}
          >
            Flag
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function DeleteNoteDialog({ note, onClose }: { note: Note; onClose: () => void }) {
  const [, navigate] = useLocation()
  const remove = useApiMutation(
    () => callApi<NoteEndpoints['deleteNote']>('DELETE', `/notes/${encodeURIComponent(note.id)}`),
    ['note-tree'],
    () => navigate('/notes'),
  )
  return (
    <ConfirmDialog
      title={`Delete ${note.title}?`}
      action="Delete"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <p>The notes below it that you may see are deleted with it. This cannot be undone; archiving can.</p>
      {remove.error && <ErrorAlert error={remove.error} />}
    </ConfirmDialog>
  )
}
