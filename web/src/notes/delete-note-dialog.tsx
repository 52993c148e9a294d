import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { NoteWithContent } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { refetchEverything, useApiMutation, useApiQuery } from '../api/queries.ts'
import { ConfirmDialog } from '../components/dialog.tsx'
import { LoadingSkeleton, toErrorMessage } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import { noteDialogText as text } from '../messages/note-dialogs.ts'
import { sharingText } from '../messages/sharing.ts'
import { countNotes, nameBranch } from './count-notes.ts'

/** Deletes a note with its subpages, after saying how many notes go and until when they can be restored. */
export function DeleteNoteDialog({ note, onClose }: { note: NoteWithContent; onClose: () => void }) {
  const [, navigate] = useLocation()
  const queryClient = useQueryClient()
  const showToast = useToast()
  const undo = useUndoDeletion()
  const preview = useApiQuery('previewNoteDeletion', { id: note.id })
  const { noteCount = 1, lockedCount = 0, trashDays = 0 } = preview.data ?? {}
  const isPermanent = preview.data !== undefined && trashDays === 0
  const remove = useApiMutation(
    () => api.deleteNote({ id: note.id }),
    [],
    () => {
      navigate('/notes')
      // Not refetched: it is no longer there.
      queryClient.removeQueries({ queryKey: ['readNote'] })
      void refetchEverything(queryClient)
      const notes = countNotes(noteCount)
      if (isPermanent) showToast(text('deleted', { notes }))
      else showToast(text('movedToTrash', { notes }), { label: text('undo'), onSelect: () => undo(note.id) })
    },
  )
  return (
    <ConfirmDialog
      title={
        preview.data
          ? text(isPermanent ? 'deleteTitle' : 'trashTitle', { notes: countNotes(noteCount) })
          : text('trashTitleUncounted')
      }
      confirmLabel={text(isPermanent ? 'deletePermanently' : 'moveToTrash')}
      mutation={{
        isPending: remove.isPending || !preview.data || lockedCount > 0,
        error: remove.error ?? preview.error,
      }}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      {preview.isPending && <LoadingSkeleton label={text('countingNotes')} lines={2} />}
      {lockedCount > 0 && <p role="alert">{sharingText('locked', { count: lockedCount })}</p>}
      {preview.data && lockedCount === 0 && (
        <p>
          {isPermanent
            ? text('deleteHint', { notes: nameBranch(note.title, noteCount) })
            : text('trashHint', { notes: nameBranch(note.title, noteCount), days: trashDays })}
        </p>
      )}
    </ConfirmDialog>
  )
}

/** Returns a function that restores a note that was just deleted, and opens it. */
function useUndoDeletion(): (noteId: string) => Promise<void> {
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const showToast = useToast()
  return async (noteId) => {
    try {
      const { branches } = await api.listTrash({})
      const branch = branches.find(({ note }) => note?.id === noteId)
      if (!branch) return showToast(text('notInTrash'))
      const restored = await api.restoreFromTrash({ id: branch.id })
      await refetchEverything(queryClient)
      showToast(text('restored', { notes: countNotes(restored.noteCount) }))
      if (restored.note) navigate(`/notes/${encodeURIComponent(restored.note.id)}`)
    } catch (error) {
      showToast(toErrorMessage(error))
    }
  }
}
