import { api } from '../api/client.ts'
import { useApiMutation } from '../api/queries.ts'
import { toErrorMessage } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import { noteDialogText as text } from '../messages/note-dialogs.ts'

interface ArchiveChange {
  id: string
  archived: boolean
  isUndo?: boolean
}

/** Archives or unarchives a note with its subpages, and offers to undo it. */
export function useArchiveNote() {
  const showToast = useToast()
  const change = useApiMutation(
    ({ id, archived }: ArchiveChange) => api.archiveNote({ id, archived }),
    'everything',
    (_, { id, archived, isUndo }) => {
      const undo = () =>
        change
          .mutateAsync({ id, archived: !archived, isUndo: true })
          .catch((error: unknown) => showToast(toErrorMessage(error)))
      showToast(
        text(archived ? 'archived' : 'unarchived'),
        isUndo ? undefined : { label: text('undo'), onSelect: undo },
      )
    },
  )
  return change
}
