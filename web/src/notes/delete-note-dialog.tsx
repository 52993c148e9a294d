import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { NoteWithContent } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { refetchEverything, useApiMutation, useApiQuery } from '../api/queries.ts'
import { ConfirmDialog } from '../components/dialog.tsx'
import { LoadingSkeleton, toErrorMessage } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
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
    ['note-tree', 'listTrash', 'listArchive', 'searchNotes'],
    () => {
      navigate('/notes')
      queryClient.removeQueries({ queryKey: ['readNote'] })
      if (isPermanent) showToast(`Deleted ${countNotes(noteCount)}`)
      else showToast(`Moved ${countNotes(noteCount)} to trash`, { label: 'Undo', onSelect: () => undo(note.id) })
    },
  )
  return (
    <ConfirmDialog
      title={
        isPermanent
          ? `Delete ${countNotes(noteCount)} permanently?`
          : `Move ${preview.data ? countNotes(noteCount) : 'note'} to trash?`
      }
      confirmLabel={isPermanent ? 'Delete permanently' : 'Move to trash'}
      mutation={{
        isPending: remove.isPending || !preview.data || lockedCount > 0,
        error: remove.error ?? preview.error,
      }}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      {preview.isPending && <LoadingSkeleton label="Counting notes" lines={2} />}
      {lockedCount > 0 && <p role="alert">{sharingText('locked', { count: lockedCount })}</p>}
      {preview.data && lockedCount === 0 && (
        <p>
          {nameBranch(note.title, noteCount)}{' '}
          {isPermanent
            ? 'can’t be restored. To keep the text, archive the note instead.'
            : `can be restored from the trash for ${trashDays === 1 ? 'a day' : `${trashDays} days`}.`}
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
      if (!branch) return showToast('It’s no longer in the trash')
      const restored = await api.restoreFromTrash({ id: branch.id })
      await refetchEverything(queryClient)
      showToast(`Restored ${countNotes(restored.noteCount)}`)
      if (restored.note) navigate(`/notes/${encodeURIComponent(restored.note.id)}`)
    } catch (error) {
      showToast(toErrorMessage(error))
    }
  }
}
