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

/** Who sees a note, and why: inherited from the note above, or its own list. */
export function ShareNoteDialog({
  note,
  mayWrite,
  onClose,
}: {
  note: NoteWithContent
  mayWrite: boolean
  onClose: () => void
}) {
  const audience = useApiQuery('readNoteAudience', { id: note.id })
  return (
    <Dialog title={`Who sees ${note.title}`} onClose={onClose}>
      <QueryState query={audience}>
        {(data) => <AudienceForm note={note} audience={data} mayWrite={mayWrite} onClose={onClose} />}
      </QueryState>
    </Dialog>
  )
}

function AudienceForm({
  note,
  audience,
  mayWrite,
  onClose,
}: {
  note: NoteWithContent
  audience: NoteAudience
  mayWrite: boolean
  onClose: () => void
}) {
  const [isOwn, setIsOwn] = useState(audience.audience !== null)
  const [names, setNames] = useState(audience.audience ?? audience.effectiveAudience)
  const notice = useToast()
  const me = useMe()
  const groups = useGroups()
  const mine = (groups.data?.groups ?? []).filter((group) => group.userIds.includes(me.data?.id ?? ''))
  const seesItself =
    !groups.data ||
    names.some((name) =>
      ['everyone', `user:${me.data?.email}`, ...mine.map((group) => `group:${group.name}`)].includes(name),
    )
  const save = useApiMutation(
    () => api.changeNoteAudience({ id: note.id, audience: isOwn ? [...names] : null }),
    ['readNoteAudience', 'readNote', 'note-tree'],
    () => {
      notice('Shared')
      onClose()
    },
  )
  const summary = (
    <div className="rounded-lg bg-sunken px-4 py-3">
      <p className="flex flex-wrap items-center gap-1.5">
        <span className="text-quiet">Seen by</span>
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
  if (!mayWrite) return summary
  return (
    <Form mutation={save} submitLabel="Save" canSubmit={!isOwn || names.length > 0} onCancel={onClose}>
      {(fieldError) => (
        <>
          {summary}
          <fieldset className="space-y-2">
            <legend className="sr-only">Who may see it</legend>
            <RadioOption isChosen={!isOwn} onChoose={() => setIsOwn(false)}>
              {note.parentNoteId === null ? 'Everyone, as notes at the top are' : 'As the note above it'}
            </RadioOption>
            <RadioOption isChosen={isOwn} onChoose={() => setIsOwn(true)}>
              Only these people and groups
            </RadioOption>
          </fieldset>
          {isOwn && (
            <PrincipalPicker
              label="People and groups"
              hint="It holds for the notes below, too, unless they have a list of their own."
              error={fieldError('audience')}
              value={names}
              onChange={setNames}
            />
          )}
          {isOwn && names.length > 0 && !seesItself && (
            <p role="status" className="rounded-lg bg-warn-soft px-4 py-2.5 text-sm text-warn">
              You are not among them: once saved, you do not see this note any more.
            </p>
          )}
        </>
      )}
    </Form>
  )
}

function AudienceOrigin({ audience }: { audience: NoteAudience }) {
  const from = audience.inheritedFrom
  const giver = useApiQuery('readNote', { id: from ?? '' }, { isEnabled: from !== undefined })
  if (audience.audience !== null) return <>Chosen for this note.</>
  if (audience.inheritedFrom === undefined) return <>Inherited: no note above it narrows who sees it.</>
  return (
    <>
      Inherited from{' '}
      <Link href={`/notes/${encodeURIComponent(audience.inheritedFrom)}`} className="link">
        {giver.data?.title ?? 'a note above it'}
      </Link>
      .
    </>
  )
}

function RadioOption({
  isChosen,
  onChoose,
  children,
}: {
  isChosen: boolean
  onChoose: () => void
  children: string
}) {
  return (
    <label className="flex items-center gap-2.5">
      <input
        type="radio"
        name="audience"
        className="size-4 accent-accent"
        checked={isChosen}
        onChange={onChoose}
      />
      {children}
    </label>
  )
}
