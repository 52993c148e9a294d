import { useLocation } from 'wouter'
import { LorewellError } from '../../../sdk/src/errors.ts'
import { api } from '../api/client.ts'
import { useApiMutation } from '../api/queries.ts'
import { CopyButton } from '../components/copy-button.tsx'
import { formatMoment } from '../components/format-date.ts'
import { ErrorAlert, toErrorMessage } from '../components/query-state.tsx'
import { noteEditingText as text } from '../messages/note-editing.ts'
import { diffLines } from './diff-lines.ts'
import { DiffView } from './diff-view.tsx'
import { type EditSession, type EditState, untitled } from './edit-session.ts'

/** Says why the server doesn't have the text, and offers the ways on. */
export function UnsavedTextNotice({
  session,
  state,
  onDone,
}: {
  session: EditSession
  state: EditState
  onDone: () => void
}) {
  if (state.status === 'conflict') return <ConflictNotice session={session} state={state} />
  if (state.status === 'refused') return <RefusalNotice session={session} state={state} onDone={onDone} />
  return null
}

function ConflictNotice({ session, state }: { session: EditSession; state: EditState }) {
  const { isRecovered, changedAt, theirs } = state
  return (
    <div role="alert" className="card mb-4 border-warn/50 bg-warn-soft px-4 py-3">
      <p className="font-semibold text-warn">
        {isRecovered ? text('recovered', { time: formatMoment(changedAt ?? 0) }) : text('conflict')}
      </p>
      <p className="mt-1 text-sm">{text(isRecovered ? 'recoveredHint' : 'conflictHint')}</p>
      {theirs && (
        <details className="mt-2 text-sm">
          <summary className="cursor-pointer font-medium">{text('compare')}</summary>
          <div className="mt-2 max-h-80 overflow-y-auto rounded-lg bg-surface">
            <DiffView lines={diffLines(theirs.content, state.content)} />
          </div>
        </details>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <button type="button" className="button" onClick={session.keepMine}>
          {text(isRecovered ? 'restoreMine' : 'keepMine')}
        </button>
        <button type="button" className="button" onClick={session.loadTheirs}>
          {text(isRecovered ? 'discardMine' : 'loadTheirs')}
        </button>
      </div>
    </div>
  )
}

function RefusalNotice({
  session,
  state: { title, content, error },
  onDone,
}: {
  session: EditSession
  state: EditState
  onDone: () => void
}) {
  const [, navigate] = useLocation()
  const copy = useApiMutation(
    () => api.createNote({ title: title.trim() || untitled, markdown: content }),
    ['note-tree', 'searchNotes'],
    (note) => {
      session.discard()
      onDone()
      navigate(`/notes/${encodeURIComponent(note.id)}`)
    },
  )
  const isGone = error instanceof LorewellError && (error.status === 404 || error.status === 403)
  return (
    <div role="alert" className="card mb-4 border-alarm/40 bg-alarm-soft px-4 py-3">
      <p className="font-semibold">{isGone ? text('refused') : toErrorMessage(error)}</p>
      <p className="mt-1 text-sm">
        {isGone && `${text('refusedHint')} `}
        {text('keptOnDevice')}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <button type="button" className="button" onClick={() => void session.flush()}>
          {text('tryAgain')}
        </button>
        {isGone && (
          <button type="button" className="button" disabled={copy.isPending} onClick={() => copy.mutate(undefined)}>
            {text('saveAsNew')}
          </button>
        )}
        <CopyButton text={content} label={text('copyText')} />
        <button
          type="button"
          className="button"
          onClick={() => {
            session.discard()
            onDone()
          }}
        >
          {text('discardChanges')}
        </button>
      </div>
      {copy.error && (
        <div className="mt-3">
          <ErrorAlert error={copy.error} />
        </div>
      )}
    </div>
  )
}
