import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { Assistant, InboxEntry } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery, useAssistants } from '../api/queries.ts'
import { DigestContent } from '../assistants/digest-dialog.tsx'
import { formatDateTime, formatRelativeTime } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { LazyDigest } from '../components/lazy-digest.tsx'
import { Page } from '../components/page.tsx'
import { EmptyState, ErrorAlert, QueryState } from '../components/query-state.tsx'
import { inboxText } from '../messages/inbox.ts'

/** Delivered digests, and the current digest of each assistant. */
export function InboxPage() {
  const assistants = useAssistants()
  const inbox = useApiQuery('listInbox', {})
  const [selected, setSelected] = useState<string>()
  const usable = assistants.data?.assistants.filter((assistant) => assistant.mayUse) ?? []
  const combined = {
    data: inbox.data && assistants.data && inbox.data,
    error: inbox.error ?? assistants.error,
    isPending: inbox.isPending || assistants.isPending,
    refetch: () => Promise.all([inbox.refetch(), assistants.refetch()]),
  }
  return (
    <Page title={inboxText('title')} lead={inboxText('lead')}>
      <QueryState
        query={combined}
        isEmpty={(data) => data.digests.length === 0 && usable.length === 0}
        empty={
          <EmptyState
            icon="inbox"
            title={inboxText('empty')}
            action={
              <Link href="/assistants" className="button">
                {inboxText('seeAssistants')}
              </Link>
            }
          >
            {inboxText('emptyHint')}
          </EmptyState>
        }
      >
        {(data) => {
          const entry = data.digests.find(({ id }) => id === selected)
          const assistant = usable.find(({ id }) => `now ${id}` === selected)
          const first = entry || assistant ? undefined : data.digests[0]
          const shown = entry ?? first
          const current = assistant ?? (shown ? undefined : usable[0])
          return (
            <div className="grid grid-cols-1 gap-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
              <nav aria-label={inboxText('digests')} className="space-y-5">
                {data.digests.length > 0 && (
                  <DigestGroup
                    title={
                      data.unreadCount > 0
                        ? inboxText('deliveredUnread', { count: data.unreadCount })
                        : inboxText('delivered')
                    }
                  >
                    {data.digests.map((digest) => (
                      <DigestListItem
                        key={digest.id}
                        title={digest.assistantName}
                        detail={formatRelativeTime(digest.scheduledFor)}
                        isCurrent={digest === shown}
                        isUnread={digest.readAt === null}
                        onSelect={() => setSelected(digest.id)}
                      />
                    ))}
                  </DigestGroup>
                )}
                {usable.length > 0 && (
                  <DigestGroup title={inboxText('rightNow')}>
                    {usable.map(({ id, name, digestDays }) => (
                      <DigestListItem
                        key={id}
                        title={name}
                        detail={inboxText('lastDays', { count: digestDays })}
                        isCurrent={id === current?.id}
                        onSelect={() => setSelected(`now ${id}`)}
                      />
                    ))}
                  </DigestGroup>
                )}
              </nav>
              {shown && <DeliveredDigest key={shown.id} entry={shown} />}
              {current && <CurrentDigest key={current.id} assistant={current} />}
            </div>
          )
        }}
      </QueryState>
    </Page>
  )
}

function DigestGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1.5 px-3 text-sm text-quiet">{title}</h2>
      <ul className="space-y-1">{children}</ul>
    </section>
  )
}

function DigestListItem({
  title,
  detail,
  isCurrent,
  isUnread = false,
  onSelect,
}: {
  title: string
  detail: string
  isCurrent: boolean
  isUnread?: boolean
  onSelect: () => void
}) {
  return (
    <li>
      <button
        type="button"
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onSelect}
        className="flex w-full items-center gap-2.5 rounded-lg px-3 py-2 text-left hover:bg-sunken aria-[current]:bg-accent-soft aria-[current]:text-accent"
      >
        <Icon name={isUnread ? 'inbox' : 'assistants'} />
        <span className="min-w-0 flex-1">
          <span className={`block truncate ${isUnread ? 'font-semibold' : 'font-medium'}`}>{title}</span>
          <span className="block text-[0.8125rem] opacity-90">{detail}</span>
        </span>
        {isUnread && (
          <span className="size-2 shrink-0 rounded-full bg-accent">
            <span className="sr-only">{inboxText('unreadDigest')}</span>
          </span>
        )}
      </button>
    </li>
  )
}

/** Opening a digest marks it as read; it can be marked as unread again. */
function DeliveredDigest({ entry }: { entry: InboxEntry }) {
  const digest = useApiQuery('readInboxDigest', { id: entry.id })
  const mark = useApiMutation((read: boolean) => api.markInboxDigest({ id: entry.id, read }), ['listInbox'])
  const isLoaded = digest.data !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the digest is shown
  useEffect(() => {
    if (isLoaded && entry.readAt === null) mark.mutate(true)
  }, [isLoaded])
  return (
    <section aria-label={inboxText('digestOf', { name: entry.assistantName })} className="card min-w-0 px-6 py-6">
      <p className="mb-4 flex flex-wrap items-center gap-2 text-sm text-quiet">
        <span className="min-w-0 flex-1 basis-40">{formatDateTime(entry.scheduledFor)}</span>
        <button type="button" className="button button-quiet" onClick={() => mark.mutate(false)}>
          {inboxText('markAsUnread')}
        </button>
      </p>
      {mark.error && <ErrorAlert error={mark.error} />}
      <QueryState query={digest}>{(data) => <LazyDigest text={data.digest} />}</QueryState>
    </section>
  )
}

/** Computed when opened, from what the person can see now. */
function CurrentDigest({ assistant }: { assistant: Assistant }) {
  return (
    <section aria-label={inboxText('digestOf', { name: assistant.name })} className="card min-w-0 px-6 py-6">
      <DigestContent assistant={assistant} />
    </section>
  )
}
