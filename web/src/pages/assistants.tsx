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
import { FilteredList } from '../components/filtered-list.tsx'
import { Icon } from '../components/icon.tsx'
import { Menu } from '../components/menu.tsx'
import { Page } from '../components/page.tsx'
import { summarizePrincipals } from '../components/principal-picker.tsx'
import { EmptyState, QueryState } from '../components/query-state.tsx'
import { CardsSkeleton } from '../components/skeletons.tsx'
import { assistantsText } from '../messages/assistants.ts'
import { commonText } from '../messages/common.ts'

type AssistantsPageDialog = { kind: 'edit' | 'delete' | 'digest'; assistant: Assistant } | { kind: 'new' }

export function AssistantsPage() {
  const assistants = useAssistants()
  const isAdmin = useMe().data?.role === 'admin'
  const [open, setOpen] = useState<AssistantsPageDialog>()
  const close = () => setOpen(undefined)
  const create = isAdmin && (
    <button type="button" className="button button-primary" onClick={() => setOpen({ kind: 'new' })}>
      <Icon name="plus" size={16} />
      {assistantsText('newAssistant')}
    </button>
  )
  return (
    <Page title={assistantsText('title')} lead={assistantsText('lead')} actions={create}>
      <QueryState
        query={assistants}
        loading={<CardsSkeleton />}
        isEmpty={(data) => data.assistants.length === 0}
        empty={
          <EmptyState icon="assistants" title={assistantsText('empty')} action={create}>
            {isAdmin ? assistantsText('emptyForAdmins') : assistantsText('emptyForOthers')}
          </EmptyState>
        }
      >
        {(data) => (
          <FilteredList label={commonText('findAssistant')} items={data.assistants}>
            {(found) => (
              <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
                {found.map((assistant) => (
                  <li key={assistant.id}>
                    <AssistantCard assistant={assistant} isAdmin={isAdmin} onOpen={setOpen} />
                  </li>
                ))}
              </ul>
            )}
          </FilteredList>
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
            label={assistantsText('changeAssistant', { name: assistant.name })}
            button={<Icon name="more" />}
            items={[
              { label: assistantsText('editItem'), onSelect: () => onOpen({ kind: 'edit', assistant }) },
              {
                label: assistantsText('deleteItem'),
                isDanger: true,
                onSelect: () => onOpen({ kind: 'delete', assistant }),
              },
            ]}
          />
        )}
      </div>
      <p className="mt-1.5 line-clamp-3 flex-1 text-quiet">
        {assistant.instructions || assistantsText('noInstructions')}
      </p>
      <p className="mt-3 flex flex-wrap gap-1.5 text-sm">
        <span className="chip">
          <Icon name="people" size={13} />
          <span className="truncate">{summarizePrincipals(assistant.audience)}</span>
        </span>
        <span className="chip">
          <Icon name="search" size={13} />
          <span className="truncate">{describeScope(assistant)}</span>
        </span>
        <span className="chip">{assistantsText('digestOfDays', { count: assistant.digestDays })}</span>
        {assistant.digestSchedule && (
          <span className="chip">
            <Icon name="inbox" size={13} />
            <span className="truncate">{formatSchedule(assistant.digestSchedule)}</span>
          </span>
        )}
        {!assistant.mayUse && <span className="chip chip-warn">{assistantsText('unavailable')}</span>}
      </p>
      {assistant.mayUse && (
        <div className="mt-4 flex flex-wrap gap-2">
          <Link
            href={`/?${new URLSearchParams({ assistant: assistant.id, title: assistant.name })}`}
            className="button"
          >
            <Icon name="ask" size={16} />
            {assistantsText('ask')}
          </Link>
          <button
            type="button"
            className="button"
            aria-label={assistantsText('previewDigestOf', { name: assistant.name })}
            onClick={() => onOpen({ kind: 'digest', assistant })}
          >
            <Icon name="inbox" size={16} />
            {assistantsText('previewDigest')}
          </button>
          {(assistant.digestSchedule || assistant.subscription) && <SubscriptionButton assistant={assistant} />}
        </div>
      )}
    </article>
  )
}

function describeScope({ scope }: Assistant): string {
  if (!scope) return assistantsText('everything')
  const names = [...scope.notes.map((note) => note.title), ...scope.dataSources.map((source) => source.name)]
  if (scope.hidden > 0) names.push(assistantsText('hiddenScope', { count: scope.hidden }))
  return names.join(', ') || assistantsText('nothing')
}

function DeleteAssistantDialog({ assistant, onClose }: { assistant: Assistant; onClose: () => void }) {
  const remove = useApiMutation(() => api.deleteAssistant({ id: assistant.id }), ['listAssistants'], onClose)
  return (
    <ConfirmDialog
      title={assistantsText('deleteTitle', { name: assistant.name })}
      confirmLabel={assistantsText('delete')}
      mutation={remove}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <p>{assistantsText('deleteEffect')}</p>
    </ConfirmDialog>
  )
}
