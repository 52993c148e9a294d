import { useState } from 'react'
import { Link } from 'wouter'
import type { NoteAudience, NoteWithContent } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery, useGroups, useMe } from '../api/queries.ts'
import { Dialog } from '../components/dialog.tsx'
import { Form } from '../components/form.tsx'
import { PrincipalName } from '../components/principal-picker.tsx'
import { QueryState } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import { type AudienceChoice, AudienceFields, toAudience, toAudienceChoice } from './audience-choice.tsx'
import type { NoteDialogProps } from './note-dialog-props.ts'

/** Shows and changes who can see a note: the same people as its parent, or its own list. */
export function ShareNoteDialog({ note, canWrite, onClose }: NoteDialogProps) {
  const audience = useApiQuery('readNoteAudience', { id: note.id }, { isCached: false })
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
  const showToast = useToast()
  const me = useMe()
  const email = me.data?.email ?? ''
  const hasParent = note.parentNoteId !== null
  const [choice, setChoice] = useState<AudienceChoice>(() => {
    const { audience: own, effectiveAudience } = audience
    return toAudienceChoice(hasParent ? own : effectiveAudience, effectiveAudience, email)
  })
  const { names } = choice
  const isNamed = choice.kind === 'named'
  const groups = useGroups()
  const mine = (groups.data?.groups ?? []).filter((group) => group.userIds.includes(me.data?.id ?? ''))
  const includesMe =
    !groups.data ||
    names.some((name) => ['everyone', `user:${email}`, ...mine.map((group) => `group:${group.name}`)].includes(name))
  const save = useApiMutation(
    () => api.changeNoteAudience({ id: note.id, audience: toAudience(choice, email) }),
    'everything',
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
    <Form mutation={save} submitLabel="Save" canSubmit={!isNamed || names.length > 0} onCancel={onClose}>
      {(fieldError) => (
        <>
          {summary}
          <AudienceFields
            legend="Who can see it"
            hasParent={hasParent}
            value={choice}
            onChange={setChoice}
            error={fieldError('audience')}
          />
          {isNamed && names.length > 0 && !includesMe && (
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
