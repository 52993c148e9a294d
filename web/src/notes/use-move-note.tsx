import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { NoteMove, NoteMoveEffect } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { refetchEverything, useApiMutation } from '../api/queries.ts'
import type { NoteOption } from '../components/note-picker.tsx'
import { toErrorMessage } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import { countPeople, MoveWarningDialog } from './move-warning-dialog.tsx'

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
      showToast('Move undone')
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
      showToast(describeMove(moved), { label: 'Undo', onSelect: () => void undo(moved) })
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
    gained.count > 0 && `${countPeople(gained.count)} gained access.`,
    lost.count > 0 && `${countPeople(lost.count)} lost access.`,
    gained.count === 0 && editing.gained.count > 0 && `${countPeople(editing.gained.count)} can edit it now.`,
    lost.count === 0 && editing.lost.count > 0 && `${countPeople(editing.lost.count)} can no longer edit it.`,
  ].filter((text) => text !== false)
  return changes.length === 0 ? 'Moved' : `Moved. ${changes.join(' ')}`
}
