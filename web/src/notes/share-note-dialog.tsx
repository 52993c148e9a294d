import { useState } from 'react'
import { Link } from 'wouter'
import type { NoteRights, NoteWithContent } from '../../../sdk/src/operations.ts'
import { changedFields } from '../api/changed-fields.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery, useGroups, useMe } from '../api/queries.ts'
import { Dialog } from '../components/dialog.tsx'
import { Form } from '../components/form.tsx'
import { PrincipalName } from '../components/principal-picker.tsx'
import { QueryState } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import { sharingText } from '../messages/sharing.ts'
import { AudienceFields } from './audience-choice.tsx'
import { listRows, toRightsChange, toRightsChoice } from './note-rights.ts'
import { RightsFields } from './rights-fields.tsx'

/** Shows and changes who can see and who can edit a note: the same people as its parent, or its own lists. */
export function ShareNoteDialog({ note, onClose }: { note: NoteWithContent; onClose: () => void }) {
  const rights = useApiQuery('readNoteRights', { id: note.id }, { isCached: false })
  const me = useMe()
  return (
    <Dialog title={sharingText('title', { title: note.title })} onClose={onClose}>
      <QueryState query={rights}>
        {(data) =>
          data.canShare ? (
            me.data && <RightsForm note={note} rights={data} me={me.data} onClose={onClose} />
          ) : (
            <RightsSummary rights={data} />
          )
        }
      </QueryState>
    </Dialog>
  )
}

function RightsForm({
  note,
  rights,
  me,
  onClose,
}: {
  note: NoteWithContent
  rights: NoteRights
  me: { id: string; email: string; role: string }
  onClose: () => void
}) {
  const showToast = useToast()
  const context = { rights, hasParent: note.parentNoteId !== null, myEmail: me.email }
  const [choice, setChoice] = useState(() => toRightsChoice(context))
  // As it was opened: a list that is left alone keeps what somebody else changes meanwhile.
  const [stored] = useState(rights)
  const rows = listRows(choice, context)
  const groups = useGroups()
  const mine = (groups.data?.groups ?? []).filter((group) => group.userIds.includes(me.id))
  const names = ['everyone', `user:${me.email}`, ...mine.map((group) => `group:${group.name}`)]
  const includesMe = (right: 'view' | 'edit') =>
    !groups.data ||
    rows.length === 0 ||
    rows.some((row) => names.includes(row.principal) && (right === 'view' || row.right === 'edit'))
  const save = useApiMutation(
    () => api.changeNoteRights({ id: note.id, ...changedFields(stored, toRightsChange(choice, context)) }),
    'everything',
    () => {
      showToast(sharingText('saved'))
      onClose()
    },
  )
  return (
    <Form mutation={save} submitLabel={sharingText('save')} canSubmit={rows.length > 0} onCancel={onClose}>
      {(fieldError) => (
        <>
          <RightsSummary rights={rights} />
          <AudienceFields
            legend={sharingText('whoCanSee')}
            hasParent={context.hasParent}
            value={choice.audience}
            onChange={(audience) => setChoice({ audience, rights: audience.kind === 'inherited' ? {} : choice.rights })}
            hasPicker={false}
          />
          {choice.audience.kind !== 'private' && (
            <RightsFields
              rows={rows}
              choice={choice}
              context={context}
              onChange={setChoice}
              error={fieldError('view') ?? fieldError('edit')}
            />
          )}
          {!includesMe('view') ? (
            <Warning text={sharingText('losesSight')} />
          ) : (
            note.canEdit && !includesMe('edit') && <Warning text={sharingText('losesEdit')} />
          )}
        </>
      )}
    </Form>
  )
}

function Warning({ text }: { text: string }) {
  return (
    <p role="status" className="rounded-lg bg-warn-soft px-4 py-2.5 text-sm text-warn">
      {text}
    </p>
  )
}

/** Who can see and edit the note as stored, and which note decides it. */
function RightsSummary({ rights }: { rights: NoteRights }) {
  return (
    <div className="space-y-3 rounded-lg bg-sunken px-4 py-3">
      <RightsLine
        label={sharingText('visibleTo')}
        principals={rights.effectiveView}
        isOwn={rights.view !== null}
        from={rights.viewInheritedFrom}
      />
      <RightsLine
        label={sharingText('editableBy')}
        principals={rights.effectiveEdit}
        everyone={sharingText('everyoneWhoCanSee')}
        isOwn={rights.edit !== null}
        from={rights.editInheritedFrom}
      />
    </div>
  )
}

function RightsLine({
  label,
  principals,
  everyone,
  isOwn,
  from,
}: {
  label: string
  principals: readonly string[]
  /** Shown for `everyone`; absent: as elsewhere. */
  everyone?: string
  isOwn: boolean
  from: string | undefined
}) {
  return (
    <div>
      <p className="flex flex-wrap items-center gap-1.5">
        <span className="text-quiet">{label}</span>
        {principals.length === 0 && <span className="chip">{sharingText('nobody')}</span>}
        {principals.map((principal) => (
          <span key={principal} className="chip chip-accent">
            {principal === 'everyone' && everyone ? everyone : <PrincipalName principal={principal} />}
          </span>
        ))}
      </p>
      <p className="mt-1 text-sm text-quiet">
        <RightsOrigin isOwn={isOwn} from={from} />
      </p>
    </div>
  )
}

function RightsOrigin({ isOwn, from }: { isOwn: boolean; from: string | undefined }) {
  const source = useApiQuery('readNote', { id: from ?? '' }, { isEnabled: from !== undefined })
  if (isOwn) return <>{sharingText('setHere')}</>
  if (from === undefined) return <>{sharingText('unrestricted')}</>
  return (
    <>
      {sharingText('inheritedFrom')}{' '}
      <Link href={`/notes/${encodeURIComponent(from)}`} className="link">
        {source.data?.title ?? sharingText('aParent')}
      </Link>
    </>
  )
}
