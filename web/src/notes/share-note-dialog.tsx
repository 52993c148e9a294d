import { useState } from 'react'
import { Link } from 'wouter'
import { type NoteEndpoints, useApiMutation, useApiQuery, useGroups, useMe } from '../api/queries.ts'
import { ApiError, callApi, type EndpointResponse } from '../api/request.ts'
import { Dialog } from '../components/dialog.tsx'
import { PrincipalName, PrincipalPicker } from '../components/principal-picker.tsx'
import { ErrorAlert, QueryState } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import type { Note } from './note-view.tsx'

type Audience = EndpointResponse<NoteEndpoints['readAudience']>

/** Who sees a note, and why: inherited from the note above, or its own list. */
export function ShareNoteDialog({
  note,
  mayWrite,
  onClose,
}: {
  note: Note
  mayWrite: boolean
  onClose: () => void
}) {
  const path = `/notes/${encodeURIComponent(note.id)}/audience`
  const audience = useApiQuery<NoteEndpoints['readAudience']>(['audience', note.id], path)
  return (
    <Dialog title={`Who sees ${note.title}`} onClose={onClose}>
      <QueryState query={audience}>
        {(data) => (
          <AudienceForm note={note} audience={data} path={path} mayWrite={mayWrite} onClose={onClose} />
        )}
      </QueryState>
    </Dialog>
  )
}

function AudienceForm({
  note,
  audience,
  path,
  mayWrite,
  onClose,
}: {
  note: Note
  audience: Audience
  path: string
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
    () =>
      callApi<NoteEndpoints['changeAudience']>('PUT', path, {
        body: { audience: isOwn ? [...names] : null },
      }),
    ['audience', 'notes', 'note-tree'],
    () => {
      notice('Shared')
      onClose()
    },
  )
  const problem = save.error instanceof ApiError ? save.error.fieldErrors.audience : undefined
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(undefined)
      }}
    >
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
      {mayWrite && (
        <>
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
              problem={problem}
              value={names}
              onChange={setNames}
            />
          )}
          {isOwn && names.length > 0 && !seesItself && (
            <p role="status" className="rounded-lg bg-warn-soft px-4 py-2.5 text-sm text-warn">
              You are not among them: once saved, you do not see this note any more.
            </p>
          )}
          {save.error && !problem && <ErrorAlert error={save.error} />}
          <div className="flex justify-end gap-2">
            <button type="button" className="button" onClick={onClose}>
              Cancel
            </button>
            <button
              type="submit"
              className="button button-primary"
              disabled={save.isPending || (isOwn && names.length === 0)}
            >
              Save
            </button>
          </div>
        </>
      )}
    </form>
  )
}

function AudienceOrigin({ audience }: { audience: Audience }) {
  const from = audience.inheritedFrom
  const giver = useApiQuery<NoteEndpoints['readNote']>(
    ['notes', from],
    `/notes/${encodeURIComponent(from ?? '')}`,
    {
      isEnabled: from !== undefined,
    },
  )
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
