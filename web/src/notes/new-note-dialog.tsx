import { useState } from 'react'
import type { Note } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery } from '../api/queries.ts'
import { FormDialog } from '../components/form-dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { type NoteOption, NotePicker } from '../components/note-picker.tsx'
import { summarizePrincipals } from '../components/principal-picker.tsx'
import { RadioOption } from './audience-choice.tsx'

type Place = 'private' | 'top' | 'below'

/** Asks where a new note goes, because that decides who can see it. */
export function NewNoteDialog({
  openNoteId,
  onCreated,
  onClose,
}: {
  openNoteId: string | undefined
  onCreated: (note: Note) => void
  onClose: () => void
}) {
  const [place, setPlace] = useState<Place>('private')
  const [selected, setSelected] = useState<NoteOption>()
  const [isPicking, setIsPicking] = useState(openNoteId === undefined)
  const open = useApiQuery('readNote', { id: openNoteId ?? '' }, { isEnabled: openNoteId !== undefined })
  const parent = selected ?? (open.data && { id: open.data.id, title: open.data.title })
  const create = useApiMutation(
    () =>
      api.createNote({
        title: 'Untitled',
        markdown: '',
        ...(place === 'top' && { audience: ['everyone'] }),
        ...(place === 'below' && parent && { parentNoteId: parent.id }),
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
      title="New note"
      mutation={create}
      submitLabel="Create"
      canSubmit={place !== 'below' || (parent !== undefined && !isPicking)}
      onClose={onClose}
    >
      {() => (
        <>
          <fieldset className="space-y-3">
            <legend className="sr-only">Where to create it</legend>
            {option('private', 'Private', 'Only you can see it until you share it.')}
            {option('top', 'At the top level', 'Everyone in the organization can see it.')}
            {option('below', 'Below another note', 'The people who can see that note can see it.')}
          </fieldset>
          {place === 'below' && parent && !isPicking && (
            <SelectedParent parent={parent} onChange={() => setIsPicking(true)} />
          )}
          {place === 'below' && (isPicking || !parent) && (
            <NotePicker
              onSelect={(note) => {
                setSelected(note)
                setIsPicking(false)
              }}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}

function SelectedParent({ parent, onChange }: { parent: NoteOption; onChange: () => void }) {
  const audience = useApiQuery('readNoteAudience', { id: parent.id }, { isCached: false })
  return (
    <div className="flex items-center gap-3 rounded-lg bg-sunken px-4 py-2.5">
      <Icon name="notes" size={16} className="text-quiet" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{parent.title}</span>
        <span className="block text-sm text-quiet">
          {audience.data ? `Visible to ${summarizePrincipals(audience.data.effectiveAudience)}` : '…'}
        </span>
      </span>
      <button type="button" className="button" onClick={onChange}>
        Change
      </button>
    </div>
  )
}
