import { useState } from 'react'
import type { Note } from '../../../sdk/src/operations.ts'
import { maxTitleLength } from '../../../src/contract/text-limits.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery, useMe } from '../api/queries.ts'
import { Checkbox } from '../components/checkbox.tsx'
import { TextField } from '../components/field.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { type NoteOption, NotePicker } from '../components/note-picker.tsx'
import { noteDialogText as text } from '../messages/note-dialogs.ts'
import { notesText } from '../messages/notes.ts'
import { RadioOption } from './audience-choice.tsx'
import { untitled } from './edit-session.ts'
import { SelectedParent } from './selected-parent.tsx'
import { TemplateSelect } from './template-select.tsx'

type Place = 'private' | 'top' | 'below'

/** Asks where a new note goes, because that decides who can see it. */
export function NewNoteDialog({
  openNoteId,
  initialTitle,
  onCreated,
  onClose,
}: {
  openNoteId: string | undefined
  /** A title from another screen; absent: it is entered in the editor. */
  initialTitle?: string | undefined
  onCreated: (note: Note) => void
  onClose: () => void
}) {
  const [place, setPlace] = useState<Place>('private')
  const [title, setTitle] = useState(initialTitle ?? '')
  const [selected, setSelected] = useState<NoteOption>()
  const [templateId, setTemplateId] = useState('')
  const [isDraft, setIsDraft] = useState(false)
  const me = useMe()
  const [isPicking, setIsPicking] = useState(openNoteId === undefined)
  const open = useApiQuery('readNote', { id: openNoteId ?? '' }, { isEnabled: openNoteId !== undefined })
  const parent = selected ?? (open.data && { id: open.data.id, title: open.data.title })
  const create = useApiMutation(
    () =>
      api.createNote({
        title: title.trim() || untitled,
        ...(templateId === '' ? { markdown: '' } : { templateId }),
        ...(place === 'top' && { audience: ['everyone'] }),
        ...(place === 'below' && parent && { parentNoteId: parent.id }),
        ...(place === 'below' && isDraft && me.data && { audience: [`user:${me.data.email}`] }),
      }),
    ['note-tree', 'searchNotes'],
    (note) => {
      onClose()
      onCreated(note)
    },
  )
  const option = (value: Place, label: string, hint: string) => (
    <RadioOption name="place" isSelected={place === value} onSelect={() => setPlace(value)} hint={hint}>
      {label}
    </RadioOption>
  )
  return (
    <FormDialog
      title={text('newNote')}
      mutation={create}
      submitLabel={text('create')}
      canSubmit={place !== 'below' || (parent !== undefined && !isPicking)}
      onClose={onClose}
    >
      {() => (
        <>
          {initialTitle !== undefined && (
            <TextField label={text('title')} value={title} onChange={setTitle} maxLength={maxTitleLength} />
          )}
          <fieldset className="space-y-3">
            <legend className="sr-only">{text('where')}</legend>
            {option('private', text('private'), text('privateHint'))}
            {option('top', text('topLevel'), text('topLevelHint'))}
            {option('below', text('below'), text('belowHint'))}
          </fieldset>
          {place === 'below' && parent && !isPicking && (
            <SelectedParent parent={parent} onChange={() => setIsPicking(true)} />
          )}
          {place === 'below' && (isPicking || !parent) && (
            <NotePicker
              isForParent
              onSelect={(note) => {
                setSelected(note)
                setIsPicking(false)
              }}
            />
          )}
          {place === 'below' && (
            <Checkbox isChecked={isDraft} onChange={setIsDraft}>
              {notesText('startAsDraft')}
              <span className="block text-sm text-quiet">{notesText('startAsDraftHint')}</span>
            </Checkbox>
          )}
          <TemplateSelect value={templateId} onChange={setTemplateId} />
        </>
      )}
    </FormDialog>
  )
}
