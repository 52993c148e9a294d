import { type ReactNode, useDeferredValue, useState } from 'react'
import { Link } from 'wouter'
import { useApiPages, useApiQuery, useMe } from '../api/queries.ts'
import { formatDateTime, formatRelativeTime } from '../components/format-date.ts'
import { Page } from '../components/page.tsx'
import { ShowMoreButton } from '../components/pagination.tsx'
import { EmptyState, ErrorAlert, QueryState } from '../components/query-state.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { RowsSkeleton } from '../components/skeletons.tsx'
import { emptyText } from '../messages/empty-states.ts'
import { archiveText } from '../messages/trash.ts'
import { useArchiveNote } from '../notes/use-archive-note.ts'

interface ArchivedNote {
  id: string
  title: string
  archivedAt: string | null
  /** Absent in search results, where the role decides. */
  canEdit?: boolean
}

/** Archived notes: the whole archive, or those that contain the words searched for. */
export function ArchivePage() {
  const [text, setText] = useState('')
  const query = useDeferredValue(text.trim())
  const change = useArchiveNote()
  const row = (note: ArchivedNote, detail: ReactNode) => (
    <ArchiveRow
      key={note.id}
      note={note}
      detail={detail}
      isPending={change.isPending && change.variables.id === note.id}
      onUnarchive={() => change.mutate({ id: note.id, archived: false })}
    />
  )
  return (
    <Page
      title={archiveText('title')}
      lead={
        <>
          {archiveText('lead')}{' '}
          <Link href="/notes" className="link">
            {archiveText('allNotes')}
          </Link>
        </>
      }
    >
      <SearchBox label={archiveText('search')} className="mb-3 max-w-sm" value={text} onChange={setText} />
      {change.error && (
        <div className="mb-3">
          <ErrorAlert error={change.error} />
        </div>
      )}
      {query === '' ? <ArchivedBranches row={row} /> : <ArchiveHits query={query} row={row} />}
    </Page>
  )
}

type RenderRow = (note: ArchivedNote, detail: ReactNode) => ReactNode

function ArchivedBranches({ row }: { row: RenderRow }) {
  const archive = useApiPages('listArchive', {})
  return (
    <QueryState
      query={archive}
      loading={<RowsSkeleton />}
      isEmpty={(data) => data.pages.every((page) => page.branches.length === 0)}
      empty={
        <EmptyState
          icon="archive"
          title={emptyText('archive')}
          action={
            <Link href="/notes" className="button">
              {emptyText('seeNotes')}
            </Link>
          }
        >
          {emptyText('archiveHint')}
        </EmptyState>
      }
    >
      {(data) => (
        <>
          <ul className="card divide-y divide-line">
            {data.pages
              .flatMap((page) => page.branches)
              .map(({ note, parentNote, noteCount }) =>
                row(
                  note,
                  parentNote
                    ? archiveText('notesFrom', { count: noteCount, parent: parentNote.title })
                    : archiveText('notes', { count: noteCount }),
                ),
              )}
          </ul>
          <ShowMoreButton query={archive} />
        </>
      )}
    </QueryState>
  )
}

function ArchiveHits({ query, row }: { query: string; row: RenderRow }) {
  const found = useApiQuery(
    'searchNotes',
    { query, archivedOnly: true, hitsPerPage: 50, highlightPreTag: '', highlightPostTag: '' },
    { keepPrevious: true },
  )
  return (
    <QueryState
      query={found}
      loading={<RowsSkeleton />}
      isEmpty={(data) => data.hits.length === 0}
      empty={
        <EmptyState icon="archive" title={emptyText('noMatchInArchive')}>
          {emptyText('noMatchHint')}
        </EmptyState>
      }
    >
      {(data) => (
        <ul className="card divide-y divide-line">
          {data.hits.map((hit) => row(hit, hit.parentNotes.map((parent) => parent.title).join(' › ')))}
        </ul>
      )}
    </QueryState>
  )
}

function ArchiveRow({
  note,
  detail,
  isPending,
  onUnarchive,
}: {
  note: ArchivedNote
  detail: ReactNode
  isPending: boolean
  onUnarchive: () => void
}) {
  const isViewer = useMe().data?.role === 'viewer'
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 pr-3 pl-4">
      <div className="min-w-0 flex-1 basis-60">
        <Link href={`/notes/${encodeURIComponent(note.id)}`} className="link font-medium break-words" dir="auto">
          {note.title}
        </Link>
        <p className="mt-0.5 text-[0.8125rem] text-quiet">
          {detail}
          {detail ? ' · ' : ''}
          {note.archivedAt && (
            <time dateTime={note.archivedAt} title={formatDateTime(note.archivedAt)}>
              {archiveText('archivedAt', { when: formatRelativeTime(note.archivedAt) })}
            </time>
          )}
        </p>
      </div>
      {(note.canEdit ?? !isViewer) && (
        <button
          type="button"
          className="button"
          disabled={isPending}
          aria-label={archiveText('unarchiveNote', { title: note.title })}
          onClick={onUnarchive}
        >
          {archiveText('unarchive')}
        </button>
      )}
    </li>
  )
}
