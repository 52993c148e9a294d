import { useState } from 'react'
import { Link } from 'wouter'
import { type NoteOperations, useChange, useGroups, useMe, useRead } from '../api/queries.ts'
import { type Answer, call, ServiceError } from '../api/request.ts'
import { Dialog } from '../components/dialog.tsx'
import { useNotice } from '../components/notice.tsx'
import { PrincipalName, PrincipalPicker } from '../components/principal-picker.tsx'
import { Failure, Loaded } from '../components/states.tsx'
import type { Note } from './note-view.tsx'

type Audience = Answer<NoteOperations['readAudience']>

/** Who sees a note, and why: inherited from the note above, or its own list. */
export function ShareDialog({
  note,
  mayWrite,
  onClose,
}: {
  note: Note
  mayWrite: boolean
  onClose: () => void
}) {
  const path = `/notes/${encodeURIComponent(note.id)}/audience`
  const audience = useRead<NoteOperations['readAudience']>(['audience', note.id], path)
  return (
    <Dialog title={`Who sees ${note.title}`} onClose={onClose}>
      <Loaded query={audience}>
        {(data) => (
          <ShareForm note={note} audience={data} path={path} mayWrite={mayWrite} onClose={onClose} />
        )}
      </Loaded>
    </Dialog>
  )
}

function ShareForm({
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
  const notice = useNotice()
  const me = useMe()
  const groups = useGroups()
  const mine = (groups.data?.groups ?? []).filter((group) => group.userIds.includes(me.data?.id ?? ''))
  const seesItself =
    !groups.data ||
    names.some((name) =>
      ['everyone', `user:${me.data?.email}`, ...mine.map((group) => `group:${group.name}`)].includes(name),
    )
  const save = useChange(
    () =>
      call<NoteOperations['changeAudience']>('PUT', path, { body: { audience: isOwn ? [...names] : null } }),
    ['audience', 'notes', 'note-tree'],
    () => {
      notice('Shared')
      onClose()
    },
  )
  const problem = save.error instanceof ServiceError ? save.error.fields.audience : undefined
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
          <Why audience={audience} />
        </p>
      </div>
      {mayWrite && (
        <>
          <fieldset className="space-y-2">
            <legend className="sr-only">Who may see it</legend>
            <Choice isChosen={!isOwn} onChoose={() => setIsOwn(false)}>
              {note.parentNoteId === null ? 'Everyone, as notes at the top are' : 'As the note above it'}
            </Choice>
            <Choice isChosen={isOwn} onChoose={() => setIsOwn(true)}>
              Only these people and groups
            </Choice>
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
          {save.error && !problem && <Failure error={save.error} />}
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

function Why({ audience }: { audience: Audience }) {
  const from = audience.inheritedFrom
  const giver = useRead<NoteOperations['readNote']>(
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

function Choice({
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
