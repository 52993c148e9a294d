import { useId } from 'react'
import { useApiQuery } from '../api/queries.ts'
import { notesText } from '../messages/notes.ts'

/** Lets the person choose what a new note starts with; nothing where there are no templates. */
export function TemplateSelect({ value, onChange }: { value: string; onChange: (templateId: string) => void }) {
  const id = useId()
  const templates = useApiQuery('listNotes', { templatesOnly: true, includeArchived: false })
  const notes = templates.data?.notes ?? []
  if (notes.length === 0) return null
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {notesText('startFrom')}
      </label>
      <select id={id} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{notesText('blankNote')}</option>
        {notes.map((note) => (
          <option key={note.id} value={note.id}>
            {note.title}
          </option>
        ))}
      </select>
    </div>
  )
}
