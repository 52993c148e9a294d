import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useApiQuery } from '../api/queries.ts'
import { formatDateTime, formatRelativeTime } from '../components/format-date.ts'
import { Page } from '../components/page.tsx'
import { EmptyState, QueryState } from '../components/query-state.tsx'
import { sharingText } from '../messages/sharing.ts'

/** Notes and conversations that others shared with the signed-in person by name. */
export function SharedPage() {
  const shared = useApiQuery('listSharedWithMe', {})
  return (
    <Page title={sharingText('sharedWithMe')} lead={sharingText('sharedLead')}>
      <QueryState
        query={shared}
        isEmpty={({ notes, threads }) => notes.length + threads.length === 0}
        empty={
          <EmptyState icon="people" title={sharingText('nothingShared')}>
            {sharingText('nothingSharedHint')}
          </EmptyState>
        }
      >
        {({ notes, threads }) => (
          <div className="space-y-8">
            <SharedSection title={sharingText('sharedNotes')}>
              {notes.map((note) => (
                <SharedRow
                  key={note.id}
                  href={`/notes/${encodeURIComponent(note.id)}`}
                  title={note.title}
                  at={note.lastEditedAt}
                  detail={sharingText('edited', { when: formatRelativeTime(note.lastEditedAt) })}
                  right={sharingText(note.canEdit ? 'canEdit' : 'viewOnly')}
                />
              ))}
            </SharedSection>
            <SharedSection title={sharingText('sharedThreads')}>
              {threads.map((thread) => (
                <SharedRow
                  key={thread.id}
                  href={`/ask/${encodeURIComponent(thread.id)}`}
                  title={thread.title}
                  at={thread.lastAskedAt}
                  detail={sharingText('askedBy', {
                    name: thread.sharedBy,
                    when: formatRelativeTime(thread.lastAskedAt),
                  })}
                />
              ))}
            </SharedSection>
          </div>
        )}
      </QueryState>
    </Page>
  )
}

function SharedSection({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-lg">{title}</h2>
      <ul className="card divide-y divide-line">{children}</ul>
    </section>
  )
}

function SharedRow({
  href,
  title,
  at,
  detail,
  right,
}: {
  href: string
  title: string
  at: string
  detail: string
  right?: string
}) {
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <div className="min-w-0 flex-1">
        <Link href={href} className="link font-medium break-words" dir="auto">
          {title}
        </Link>
        <p className="mt-0.5 text-[0.8125rem] text-quiet">
          <time dateTime={at} title={formatDateTime(at)}>
            {detail}
          </time>
        </p>
      </div>
      {right && <span className="chip">{right}</span>}
    </li>
  )
}
