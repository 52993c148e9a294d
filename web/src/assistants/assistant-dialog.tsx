import { useState } from 'react'
import type { Assistant } from '../../../sdk/src/operations.ts'
import { changedFields } from '../api/changed-fields.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useDataSources } from '../api/queries.ts'
import { Field, FieldErrorText, NameField, TextField } from '../components/field.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { type NoteOption, NotePicker } from '../components/note-picker.tsx'
import { PrincipalPicker } from '../components/principal-picker.tsx'
import { assistantsText } from '../messages/assistants.ts'
import { DigestContent } from './digest-dialog.tsx'
import { ScheduleFields } from './schedule-fields.tsx'

export function AssistantDialog({ assistant, onClose }: { assistant?: Assistant; onClose: () => void }) {
  // As it was opened: what somebody else changes meanwhile stays.
  const [stored] = useState(() => assistant && toFields(assistant))
  const [name, setName] = useState(assistant?.name ?? '')
  const [instructions, setInstructions] = useState(assistant?.instructions ?? '')
  const [audience, setAudience] = useState(assistant?.audience ?? ['everyone'])
  const [isNarrowed, setIsNarrowed] = useState(assistant ? assistant.scope !== null : false)
  const [notes, setNotes] = useState<NoteOption[]>(assistant?.scope?.notes ?? [])
  const [sourceIds, setSourceIds] = useState(assistant?.scope?.dataSources.map((source) => source.id) ?? [])
  const [digestDays, setDigestDays] = useState(assistant?.digestDays ?? 7)
  const [schedule, setSchedule] = useState(assistant?.digestSchedule ?? null)
  const [isPreviewing, setIsPreviewing] = useState(false)
  const hasHidden = (assistant?.scope?.hidden ?? 0) > 0
  const save = useApiMutation(
    () => {
      const scope = isNarrowed ? { notes: notes.map((note) => note.id), dataSources: sourceIds } : null
      const fields = {
        name,
        instructions,
        audience,
        digestDays,
        digestSchedule: schedule,
        ...(!hasHidden && { scope }),
      }
      return stored
        ? api.changeAssistant({ id: stored.id, ...changedFields(stored, fields) })
        : api.createAssistant(fields)
    },
    ['listAssistants'],
    onClose,
  )
  return (
    <FormDialog
      title={assistant ? assistantsText('editTitle', { name: assistant.name }) : assistantsText('newAssistant')}
      width="max-w-xl"
      mutation={save}
      submitLabel={assistantsText('save')}
      onClose={onClose}
    >
      {(fieldError) => (
        <>
          <NameField error={fieldError('name')} value={name} onChange={setName} />
          <TextField
            label={assistantsText('instructions')}
            hint={assistantsText('instructionsHint')}
            error={fieldError('instructions')}
            rows={4}
            maxLength={8000}
            value={instructions}
            onChange={setInstructions}
          />
          <PrincipalPicker
            label={assistantsText('audience')}
            error={fieldError('audience')}
            value={audience}
            onChange={setAudience}
          />
          {hasHidden ? (
            <p className="rounded-lg bg-sunken px-4 py-3 text-sm text-quiet">{assistantsText('hiddenScopeHint')}</p>
          ) : (
            <AssistantScopeFields
              isNarrowed={isNarrowed}
              onNarrowed={setIsNarrowed}
              notes={notes}
              onNotes={setNotes}
              sourceIds={sourceIds}
              onSourceIds={setSourceIds}
              error={fieldError('scope')}
            />
          )}
          <Field
            label={assistantsText('digestDays')}
            hint={assistantsText('digestDaysHint')}
            error={fieldError('digestDays')}
          >
            {(control) => (
              <input
                {...control}
                className="input max-w-28"
                type="number"
                min={1}
                max={366}
                value={digestDays}
                onChange={(event) => setDigestDays(event.target.valueAsNumber)}
              />
            )}
          </Field>
          <ScheduleFields value={schedule} onChange={setSchedule} error={fieldError('digestSchedule')} />
          {assistant?.mayUse && (
            <div>
              <button
                type="button"
                className="button"
                aria-expanded={isPreviewing}
                onClick={() => setIsPreviewing(!isPreviewing)}
              >
                <Icon name="inbox" size={16} />
                {assistantsText('previewDigest')}
              </button>
              {isPreviewing && (
                <div className="card mt-3 px-4 py-3">
                  <DigestContent assistant={assistant} />
                </div>
              )}
            </div>
          )}
        </>
      )}
    </FormDialog>
  )
}

function AssistantScopeFields({
  isNarrowed,
  onNarrowed,
  notes,
  onNotes,
  sourceIds,
  onSourceIds,
  error,
}: {
  isNarrowed: boolean
  onNarrowed: (isNarrowed: boolean) => void
  notes: readonly NoteOption[]
  onNotes: (notes: NoteOption[]) => void
  sourceIds: readonly string[]
  onSourceIds: (ids: string[]) => void
  error: string | undefined
}) {
  const sources = useDataSources()
  const [isFinding, setIsFinding] = useState(false)
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 text-sm font-semibold">{assistantsText('scope')}</legend>
      <label className="flex items-center gap-2.5">
        <input
          type="radio"
          name="scope"
          className="size-4 accent-accent"
          checked={!isNarrowed}
          onChange={() => onNarrowed(false)}
        />
        {assistantsText('unrestricted')}
      </label>
      <label className="flex items-center gap-2.5">
        <input
          type="radio"
          name="scope"
          className="size-4 accent-accent"
          checked={isNarrowed}
          onChange={() => onNarrowed(true)}
        />
        {assistantsText('narrowed')}
      </label>
      {isNarrowed && (
        <div className="space-y-3 rounded-lg border border-line p-3">
          <div className="flex flex-wrap gap-1.5">
            {notes.map((note) => (
              <span key={note.id} className="chip chip-accent pr-0.5">
                <span className="truncate">{note.title}</span>
                <button
                  type="button"
                  className="rounded-full p-0.5 hover:bg-surface"
                  aria-label={assistantsText('removeNote', { title: note.title })}
                  onClick={() => onNotes(notes.filter(({ id }) => id !== note.id))}
                >
                  <Icon name="close" size={13} />
                </button>
              </span>
            ))}
            <button type="button" className="button button-quiet" onClick={() => setIsFinding(!isFinding)}>
              <Icon name="plus" size={15} />
              {assistantsText('addNote')}
            </button>
          </div>
          {isFinding && (
            <NotePicker
              onSelect={(note) => {
                setIsFinding(false)
                if (!notes.some(({ id }) => id === note.id)) onNotes([...notes, note])
              }}
            />
          )}
          {sources.data?.dataSources.map((source) => (
            <label key={source.id} className="flex items-center gap-2.5">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                checked={sourceIds.includes(source.id)}
                onChange={(event) =>
                  onSourceIds(
                    event.target.checked ? [...sourceIds, source.id] : sourceIds.filter((id) => id !== source.id),
                  )
                }
              />
              <Icon name="sources" size={15} className="text-quiet" />
              {source.name}
            </label>
          ))}
        </div>
      )}
      <FieldErrorText error={error} />
    </fieldset>
  )
}

/** Returns the fields of a stored assistant as a change names them. */
function toFields({ scope, ...fields }: Assistant) {
  const ids = (entries: readonly { id: string }[]) => entries.map(({ id }) => id)
  return { ...fields, scope: scope && { notes: ids(scope.notes), dataSources: ids(scope.dataSources) } }
}
