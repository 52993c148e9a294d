import { api } from '../api/client.ts'
import { useApiMutation } from '../api/queries.ts'
import { useToast } from '../components/toast.tsx'
import { notesText } from '../messages/notes.ts'

/** Marks a note as a template for new notes, or takes the mark away. */
export function useTemplateMark() {
  const showToast = useToast()
  return useApiMutation(
    (mark: { id: string; isTemplate: boolean }) => api.changeNote(mark),
    ['readNote', 'listNotes'],
    (note) => showToast(notesText(note.isTemplate ? 'isTemplateNow' : 'isNoTemplateNow')),
  )
}
