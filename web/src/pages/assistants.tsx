import { useState } from 'react'
import { Link } from 'wouter'
import type { Assistant } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useAssistants, useMe } from '../api/queries.ts'
import { AssistantDialog } from '../assistants/assistant-dialog.tsx'
import { DigestDialog } from '../assistants/digest-dialog.tsx'
import { formatSchedule } from '../assistants/schedule-fields.tsx'
import { SubscriptionButton } from '../assistants/subscription-button.tsx'
import { ConfirmDialog } from '../components/dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { Menu } from '../components/menu.tsx'
import { Page } from '../components/page.tsx'
import { summarizePrincipals } from '../components/principal-picker.tsx'
import { EmptyState, QueryState } from '../components/query-state.tsx'
import { CardsSkeleton } from '../components/skeletons.tsx'

type AssistantsPageDialog = { kind: 'edit' | 'delete' | 'digest'; assistant: Assistant } | { kind: 'new' }

export function AssistantsPage() {
  const assistants = useAssistants()
  const isAdmin = useMe().data?.role === 'admin'
  const [open, setOpen] = useState<AssistantsPageDialog>()
  const close = () => setOpen(undefined)
  const create = isAdmin && (
    <button type="button" className="button button-primary" onClick={() => setOpen({ kind: 'new' })}>
      <Icon name="plus" size={16} />
      New assistant
    </button>
  )
  return (
    <Page
      title="Assistants"
      lead="An assistant answers from selected notes and sources, following its own instructions. It never shows people anything they can’t see."
      actions={create}
    >
      <QueryState
        query={assistants}
        loading={<CardsSkeleton />}
        isEmpty={(data) => data.assistants.length === 0}
        empty={
          <EmptyState icon="assistants" title="No assistants yet" action={create}>
            {isAdmin
              ? 'Create one for a team or a topic: where it searches, how it answers and who can use it.'
              : 'An admin of your organization can create one for you.'}
          </EmptyState>
        }
      >
        {(data) => (
          <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
            {data.assistants.map((assistant) => (
              <li key={assistant.id}>
                <AssistantCard assistant={assistant} isAdmin={isAdmin} onOpen={setOpen} />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      {open?.kind === 'new' && <AssistantDialog onClose={close} />}
      {open?.kind === 'edit' && <AssistantDialog assistant={open.assistant} onClose={close} />}
      {open?.kind === 'digest' && <DigestDialog assistant={open.assistant} onClose={close} />}
      {open?.kind === 'delete' && <DeleteAssistantDialog assistant={open.assistant} onClose={close} />}
    </Page>
  )
}

function AssistantCard({
  assistant,
  isAdmin,
  onOpen,
}: {
  assistant: Assistant
  isAdmin: boolean
  onOpen: (open: AssistantsPageDialog) => void
}) {
  return (
    <article className="card flex h-full flex-col px-5 py-4">
      <div className="flex items-start gap-2">
        <Icon name="assistants" className="mt-0.5 text-accent" />
        <h2 className="min-w-0 flex-1 break-words">{assistant.name}</h2>
        {isAdmin && (
          <Menu
            label={`Change ${assistant.name}`}
            button={<Icon name="more" />}
            items={[
              { label: 'Edit…', onSelect: () => onOpen({ kind: 'edit', assistant }) },
              { label: 'Delete…', isDanger: true, onSelect: () => onOpen({ kind: 'delete', assistant }) },
            ]}
          />
        )}
      </div>
      <p className="mt-1.5 line-clamp-3 flex-1 text-quiet">{assistant.instructions || 'No instructions.'}</p>
      <p className="mt-3 flex flex-wrap gap-1.5 text-sm">
        <span className="chip">
          <Icon name="people" size={13} />
          {summarizePrincipals(assistant.audience)}
        </span>
        <span className="chip max-w-full">
          <Icon name="search" size={13} />
          <span className="truncate">{describeScope(assistant)}</span>
        </span>
        <span className="chip">{assistant.digestDays}-day digest</span>
        {assistant.digestSchedule && (
          <span className="chip max-w-full">
            <Icon name="inbox" size={13} />
            <span className="truncate">{formatSchedule(assistant.digestSchedule)}</span>
          </span>
        )}
        {!assistant.mayUse && <span className="chip chip-warn">not available to you</span>}
      </p>
      {assistant.mayUse && (
        <div className="mt-4 flex flex-wrap gap-2">
          <Link
            href={`/?${new URLSearchParams({ assistant: assistant.id, title: assistant.name })}`}
            className="button"
          >
            <Icon name="ask" size={16} />
            Ask
          </Link>
          <button
            type="button"
            className="button"
            aria-label={`Preview the digest of ${assistant.name}`}
            onClick={() => onOpen({ kind: 'digest', assistant })}
          >
            <Icon name="inbox" size={16} />
            Preview digest
          </button>
          {(assistant.digestSchedule || assistant.subscription) && <SubscriptionButton assistant={assistant} />}
        </div>
      )}
    </article>
  )
}

function describeScope({ scope }: Assistant): string {
  if (!scope) return 'everything'
  const names = [...scope.notes.map((note) => note.title), ...scope.dataSources.map((source) => source.name)]
  if (scope.hidden > 0) names.push(`${scope.hidden} not shared with you`)
  return names.join(', ') || 'nothing'
}

function DeleteAssistantDialog({ assistant, onClose }: { assistant: Assistant; onClose: () => void }) {
  const remove = useApiMutation(() => api.deleteAssistant({ id: assistant.id }), ['listAssistants'], onClose)
  return (
    <ConfirmDialog
      title={`Delete ${assistant.name}?`}
      confirmLabel="Delete"
      mutation={remove}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <p>Nobody will be able to use it, and its digests stop.</p>
    </ConfirmDialog>
  )
}
