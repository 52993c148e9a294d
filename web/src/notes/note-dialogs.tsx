import { useState } from 'react'
import { useLocation } from 'wouter'
import { type NoteOperations, useChange } from '../api/queries.ts'
import { call } from '../api/request.ts'
import { Confirm, Dialog } from '../components/dialog.tsx'
import { Field } from '../components/field.tsx'
import { Icon } from '../components/icon.tsx'
import { NoteFinder } from '../components/note-finder.tsx'
import { useNotice } from '../components/notice.tsx'
import { Failure } from '../components/states.tsx'
import type { Note } from './note-view.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { VersionsDialog } from './versions-dialog.tsx'

export type OpenDialog = 'share' | 'versions' | 'move' | 'flag' | 'delete'

export function NoteDialogs({
  note,
  open,
  mayWrite,
  onClose,
}: {
  note: Note
  open: OpenDialog
  mayWrite: boolean
  onClose: () => void
}) {
  if (open === 'share') return <ShareDialog note={note} mayWrite={mayWrite} onClose={onClose} />
  if (open === 'versions') return <VersionsDialog note={note} mayWrite={mayWrite} onClose={onClose} />
  if (open === 'move') return <MoveDialog note={note} onClose={onClose} />
  if (open === 'flag') return <FlagDialog note={note} onClose={onClose} />
  return <DeleteDialog note={note} onClose={onClose} />
}

function MoveDialog({ note, onClose }: { note: Note; onClose: () => void }) {
  const notice = useNotice()
  const move = useChange(
    (parentNoteId: string | null) =>
      call<NoteOperations['changeNote']>('PUT', `/notes/${encodeURIComponent(note.id)}`, {
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
      {move.error && <Failure error={move.error} />}
      <button type="button" className="button mb-3" onClick={() => move.mutate(null)}>
        <Icon name="arrowUp" size={16} />
        To the top
      </button>
      <NoteFinder onChoose={(parent) => move.mutate(parent.id)} />
    </Dialog>
  )
}

function FlagDialog({ note, onClose }: { note: Note; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const notice = useNotice()
  const flag = useChange(
    () =>
      call<NoteOperations['flagNote']>('PUT', `/notes/${encodeURIComponent(note.id)}/flag-as-outdated`, {
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
        {flag.error && <Failure error={flag.error} />}
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

function DeleteDialog({ note, onClose }: { note: Note; onClose: () => void }) {
  const [, navigate] = useLocation()
  const remove = useChange(
    () => call<NoteOperations['deleteNote']>('DELETE', `/notes/${encodeURIComponent(note.id)}`),
    ['note-tree'],
    () => navigate('/notes'),
  )
  return (
    <Confirm
      title={`Delete ${note.title}?`}
      action="Delete"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <p>The notes below it that you may see are deleted with it. This cannot be undone; archiving can.</p>
      {remove.error && <Failure error={remove.error} />}
    </Confirm>
  )
}
