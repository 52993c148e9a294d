import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { Assistant, InboxEntry } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery, useAssistants } from '../api/queries.ts'
import { DigestContent } from '../assistants/digest-dialog.tsx'
import { formatDateTime, formatRelativeTime } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { LazyMarkdown } from '../components/lazy-markdown.tsx'
import { Page } from '../components/page.tsx'
import { EmptyState, ErrorAlert, QueryState } from '../components/query-state.tsx'

/** What was delivered to me, to be read again, and what each assistant would tell me right now. */
export function InboxPage() {
  const assistants = useAssistants()
  const inbox = useApiQuery('listInbox', {})
  const [chosen, setChosen] = useState<string>()
  const usable = assistants.data?.assistants.filter((assistant) => assistant.mayUse) ?? []
  const both = {
    data: inbox.data && assistants.data && inbox.data,
    error: inbox.error ?? assistants.error,
    isPending: inbox.isPending || assistants.isPending,
    refetch: () => Promise.all([inbox.refetch(), assistants.refetch()]),
  }
  return (
    <Page title="Inbox" lead="What is new, told by the assistants that are meant for you.">
      <QueryState
        query={both}
        isEmpty={(data) => data.digests.length === 0 && usable.length === 0}
        empty={
          <EmptyState
            icon="inbox"
            title="Your inbox is empty"
            action={
              <Link href="/assistants" className="button">
                See assistants
              </Link>
            }
          >
            Digests appear here once an assistant is meant for you.
          </EmptyState>
        }
      >
        {(data) => {
          const entry = data.digests.find((one) => one.id === chosen)
          const assistant = usable.find((one) => `now ${one.id}` === chosen)
          const first = entry || assistant ? undefined : data.digests[0]
          const shown = entry ?? first
          const told = assistant ?? (shown ? undefined : usable[0])
          return (
            <div className="grid grid-cols-1 gap-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
              <nav aria-label="Digests" className="space-y-5">
                {data.digests.length > 0 && (
                  <DigestGroup
                    title={data.unreadCount > 0 ? `Delivered, ${data.unreadCount} unread` : 'Delivered'}
                  >
                    {data.digests.map((one) => (
                      <DigestListItem
                        key={one.id}
                        title={one.assistantName}
                        detail={formatRelativeTime(one.scheduledFor)}
                        isCurrent={one === shown}
                        isUnread={one.readAt === null}
                        onChoose={() => setChosen(one.id)}
                      />
                    ))}
                  </DigestGroup>
                )}
                {usable.length > 0 && (
                  <DigestGroup title="Right now">
                    {usable.map((one) => (
                      <DigestListItem
                        key={one.id}
                        title={one.name}
                        detail={one.digestDays === 1 ? 'the last day' : `the last ${one.digestDays} days`}
                        isCurrent={one === told}
                        onChoose={() => setChosen(`now ${one.id}`)}
                      />
                    ))}
                  </DigestGroup>
                )}
              </nav>
              {shown && <DeliveredDigest key={shown.id} entry={shown} />}
              {told && <CurrentDigest key={told.id} assistant={told} />}
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
  onChoose,
}: {
  title: string
  detail: string
  isCurrent: boolean
  isUnread?: boolean
  onChoose: () => void
}) {
  return (
    <li>
      <button
        type="button"
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onChoose}
        className="flex w-full items-center gap-2.5 rounded-lg px-3 py-2 text-left hover:bg-sunken aria-[current]:bg-accent-soft aria-[current]:text-accent"
      >
        <Icon name={isUnread ? 'inbox' : 'assistants'} />
        <span className="min-w-0 flex-1">
          <span className={`block truncate ${isUnread ? 'font-semibold' : 'font-medium'}`}>{title}</span>
          <span className="block text-[0.8125rem] opacity-90">{detail}</span>
        </span>
        {isUnread && (
          <span className="size-2 shrink-0 rounded-full bg-accent">
            <span className="sr-only">unread</span>
          </span>
        )}
      </button>
    </li>
  )
}

/** Reading marks it as read; it can be left unread again. */
function DeliveredDigest({ entry }: { entry: InboxEntry }) {
  const digest = useApiQuery('readInboxDigest', { id: entry.id })
  const mark = useApiMutation((read: boolean) => api.markInboxDigest({ id: entry.id, read }), ['listInbox'])
  const isLoaded = digest.data !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is shown
  useEffect(() => {
    if (isLoaded && entry.readAt === null) mark.mutate(true)
  }, [isLoaded])
  return (
    <section aria-label={`Digest of ${entry.assistantName}`} className="card min-w-0 px-6 py-6">
      <p className="mb-4 flex flex-wrap items-center gap-2 text-sm text-quiet">
        <span className="min-w-0 flex-1 basis-40">{formatDateTime(entry.scheduledFor)}</span>
        <button type="button" className="button button-quiet" onClick={() => mark.mutate(false)}>
          Mark as unread
        </button>
      </p>
      {mark.error && <ErrorAlert error={mark.error} />}
      <QueryState query={digest}>{(data) => <LazyMarkdown text={data.digest} />}</QueryState>
    </section>
  )
}

/** Computed when it is opened: it shows what I may see now, and opening it twice loses nothing. */
function CurrentDigest({ assistant }: { assistant: Assistant }) {
  return (
    <section aria-label={`Digest of ${assistant.name}`} className="card min-w-0 px-6 py-6">
      <DigestContent assistant={assistant} />
    </section>
  )
}
