import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { NoteMove, NoteMoveEffect } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { refetchEverything, useApiMutation } from '../api/queries.ts'
import type { NoteOption } from '../components/note-picker.tsx'
import { toErrorMessage } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import { noteDialogText as text } from '../messages/note-dialogs.ts'
import { MoveWarningDialog } from './move-warning-dialog.tsx'

export interface RequestedMove {
  note: NoteOption
  /** Null: the top level. */
  parentId: string | null
}

/** Returns a function that moves a note, asking first if more people could see or edit it afterwards, and offers to undo it. */
export function useMoveNote(onMoved: () => void = () => {}): {
  start: (move: RequestedMove) => void
  /** The open question; render it. */
  warning: ReactNode
  error: unknown
} {
  const [asking, setAsking] = useState<{ move: RequestedMove; effect: NoteMoveEffect }>()
  const showToast = useToast()
  const queryClient = useQueryClient()

  const undo = async ({ note, from }: NoteMove) => {
    try {
      await api.moveNote({ id: note.id, ...from })
      await refetchEverything(queryClient)
      showToast(text('moveUndone'))
    } catch (error) {
      showToast(toErrorMessage(error))
    }
  }
  const move = useApiMutation(
    ({ note, parentId }: RequestedMove) => api.moveNote({ id: note.id, parentNoteId: parentId }),
    'everything',
    (moved) => {
      setAsking(undefined)
      onMoved()
      showToast(describeMove(moved), { label: text('undo'), onSelect: () => void undo(moved) })
    },
  )
  const preview = useMutation({
    mutationFn: ({ note, parentId }: RequestedMove) =>
      api.previewNoteMove({ id: note.id, ...(parentId !== null && { parentNoteId: parentId }) }),
    onSuccess: (effect, requested) => {
      if (effect.gained.count + effect.editing.gained.count > 0) setAsking({ move: requested, effect })
      else move.mutate(requested)
    },
  })

  return {
    start: (requested) => {
      move.reset()
      preview.mutate(requested)
    },
    warning: asking && (
      <MoveWarningDialog
        title={asking.move.note.title}
        effect={asking.effect}
        mutation={move}
        onConfirm={() => move.mutate(asking.move)}
        onClose={() => setAsking(undefined)}
      />
    ),
    error: preview.error ?? (asking ? undefined : move.error),
  }
}

function describeMove({ gained, lost, editing }: NoteMove): string {
  const changes = [
    gained.count > 0 && text('gainedAccess', { count: gained.count }),
    lost.count > 0 && text('lostAccess', { count: lost.count }),
    gained.count === 0 && editing.gained.count > 0 && text('gainedEditing', { count: editing.gained.count }),
    lost.count === 0 && editing.lost.count > 0 && text('lostEditing', { count: editing.lost.count }),
  ].filter((change) => change !== false)
  return changes.length === 0 ? text('moved') : text('movedWith', { changes: changes.join(' ') })
}
