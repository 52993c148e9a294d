import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { LorewellError } from '../../../sdk/src/errors.ts'
import type { NoteWithContent } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { isSameApartFromTasks, toggleTaskOnLine } from '../components/markdown-tasks.ts'
import { toErrorMessage } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import { notesText } from '../messages/notes.ts'

/**
 * Returns a function that ticks or clears the task on a line of a note and saves it. Ticks are saved one after the other;
 * a note that someone else changed meanwhile is read again instead of overwritten, and a tick made on its earlier text is
 * not saved: its line can be another task's now.
 */
export function useToggleTask(noteId: string): (line: number) => void {
  const queryClient = useQueryClient()
  const showToast = useToast()
  const running = useRef<Promise<void>>(Promise.resolve())
  const queryKey = ['readNote', { id: noteId }]

  const getNote = () => queryClient.getQueryData<NoteWithContent>(queryKey)

  const toggle = async (line: number, clicked: NoteWithContent | undefined): Promise<void> => {
    const note = getNote()
    if (!note || !clicked) return
    if (!isSameApartFromTasks(note.content, clicked.content)) {
      showToast(notesText('changedMeanwhile'))
      return
    }
    const content = toggleTaskOnLine(note.content, line)
    if (content === undefined) return
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData<NoteWithContent>(queryKey, { ...note, content })
    try {
      const saved = await api.changeNote({ id: noteId, markdown: content, lastEditedAt: note.lastEditedAt })
      queryClient.setQueryData<NoteWithContent>(queryKey, { ...note, ...saved, content })
      void queryClient.invalidateQueries({ queryKey: ['listNoteVersions'] })
    } catch (error) {
      queryClient.setQueryData<NoteWithContent>(queryKey, note)
      const isConflict = error instanceof LorewellError && error.status === 409
      showToast(isConflict ? notesText('changedMeanwhile') : toErrorMessage(error))
      await queryClient.refetchQueries({ queryKey })
    }
  }

  return (line) => {
    const clicked = getNote()
    running.current = running.current.then(() => toggle(line, clicked))
  }
}
