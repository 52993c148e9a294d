import { useState } from 'react'
import { Link } from 'wouter'
import type { NoteAudience, NoteWithContent } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery, useGroups, useMe } from '../api/queries.ts'
import { Dialog } from '../components/dialog.tsx'
import { Form } from '../components/form.tsx'
import { PrincipalName, PrincipalPicker } from '../components/principal-picker.tsx'
import { QueryState } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import type { NoteDialogProps } from './note-dialog-props.ts'

/** Shows and changes who can see a note: the same people as its parent, or its own list. */
export function ShareNoteDialog({ note, canWrite, onClose }: NoteDialogProps) {
  const audience = useApiQuery('readNoteAudience', { id: note.id })
  return (
    <Dialog title={`Who can see ${note.title}`} onClose={onClose}>
      <QueryState query={audience}>
        {(data) => <AudienceForm note={note} audience={data} canWrite={canWrite} onClose={onClose} />}
      </QueryState>
    </Dialog>
  )
}

function AudienceForm({
  note,
  audience,
  canWrite,
  onClose,
}: {
  note: NoteWithContent
  audience: NoteAudience
  canWrite: boolean
  onClose: () => void
}) {
  const [isOwn, setIsOwn] = useState(audience.audience !== null)
  const [names, setNames] = useState(audience.audience ?? audience.effectiveAudience)
  const showToast = useToast()
  const me = useMe()
  const groups = useGroups()
  const mine = (groups.data?.groups ?? []).filter((group) => group.userIds.includes(me.data?.id ?? ''))
  const includesMe =
    !groups.data ||
    names.some((name) =>
      ['everyone', `user:${me.data?.email}`, ...mine.map((group) => `group:${group.name}`)].includes(name),
    )
  const save = useApiMutation(
    () => api.changeNoteAudience({ id: note.id, audience: isOwn ? [...names] : null }),
    ['readNoteAudience', 'readNote', 'note-tree'],
    () => {
      showToast('Sharing updated')
      onClose()
    },
  )
  const summary = (
    <div className="rounded-lg bg-sunken px-4 py-3">
      <p className="flex flex-wrap items-center gap-1.5">
        <span className="text-quiet">Visible to</span>
        {audience.effectiveAudience.map((principal) => (
          <span key={principal} className="chip chip-accent">
            <PrincipalName principal={principal} />
          </span>
        ))}
      </p>
      <p className="mt-1.5 text-sm text-quiet">
        <AudienceOrigin audience={audience} />
      </p>
    </div>
  )
  if (!canWrite) return summary
  return (
    <Form mutation={save} submitLabel="Save" canSubmit={!isOwn || names.length > 0} onCancel={onClose}>
      {(fieldError) => (
        <>
          {summary}
          <fieldset className="space-y-2">
            <legend className="sr-only">Who can see it</legend>
            <RadioOption isSelected={!isOwn} onSelect={() => setIsOwn(false)}>
              {note.parentNoteId === null ? 'Everyone in the organization' : 'Same as parent'}
            </RadioOption>
            <RadioOption isSelected={isOwn} onSelect={() => setIsOwn(true)}>
              Only these people and groups
            </RadioOption>
          </fieldset>
          {isOwn && (
            <PrincipalPicker
              label="People and groups"
              hint="Applies to subpages too, unless they have their own list."
              error={fieldError('audience')}
              value={names}
              onChange={setNames}
            />
          )}
          {isOwn && names.length > 0 && !includesMe && (
            <p role="status" className="rounded-lg bg-warn-soft px-4 py-2.5 text-sm text-warn">
              You’re not on this list. After saving, you won’t be able to see this note.
            </p>
          )}
        </>
      )}
    </Form>
  )
}

function AudienceOrigin({ audience }: { audience: NoteAudience }) {
  const from = audience.inheritedFrom
  const source = useApiQuery('readNote', { id: from ?? '' }, { isEnabled: from !== undefined })
  if (audience.audience !== null) return <>Set for this note</>
  if (audience.inheritedFrom === undefined) return <>No restrictions</>
  return (
    <>
      Inherited from{' '}
      <Link href={`/notes/${encodeURIComponent(audience.inheritedFrom)}`} className="link">
        {source.data?.title ?? 'a parent note'}
      </Link>
    </>
  )
}

function RadioOption({
  isSelected,
  onSelect,
  children,
}: {
  isSelected: boolean
  onSelect: () => void
  children: string
}) {
  return (
    <label className="flex items-center gap-2.5">
      <input type="radio" name="audience" className="size-4 accent-accent" checked={isSelected} onChange={onSelect} />
      {children}
    </label>
  )
}
