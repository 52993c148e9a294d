import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import type { NoteWithContent } from '../../../sdk/src/operations.ts'
import { api, isNotFound } from '../api/client.ts'
import { useApiMutation, useApiQuery } from '../api/queries.ts'
import { AsyncBoundary } from '../components/error-boundary.tsx'
import { formatDate, formatDateTime, formatRelativeTime } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { lazyComponent } from '../components/lazy-component.tsx'
import { extractHeadings, Markdown } from '../components/markdown.tsx'
import { Menu } from '../components/menu.tsx'
import { NotFoundPage } from '../components/not-found-page.tsx'
import { useDocumentTitle } from '../components/page.tsx'
import { EmptyState, ErrorAlert, LoadingSkeleton, RefreshError } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import { useDrafts } from '../drafts/drafts-provider.tsx'
import { AttachmentList } from './attachment-list.tsx'
import { type NoteDialogKind, NoteDialogs } from './note-dialogs.tsx'
import { Outline } from './outline.tsx'
import { useArchiveNote } from './use-archive-note.ts'

const NoteEditor = lazyComponent(() => import('./note-editor.tsx').then((module) => module.NoteEditor))

export function NoteView({
  id,
  canWrite,
  isEditing,
  onEdit,
}: {
  id: string
  canWrite: boolean
  isEditing: boolean
  onEdit: (isEditing: boolean) => void
}) {
  const note = useApiQuery('readNote', { id })
  const { sessions, isRecovered } = useDrafts()
  const hasUnsavedText = useSyncExternalStore(sessions.subscribe, () => sessions.findUnsaved(id) !== undefined)
  useDocumentTitle(note.data?.title ?? 'Notes')
  // Unsaved text is shown where it was typed, and typing goes on after it's saved.
  useEffect(() => {
    if (hasUnsavedText && !isEditing) onEdit(true)
  }, [hasUnsavedText, isEditing, onEdit])

  if (hasUnsavedText || (isEditing && canWrite && note.data && isRecovered)) {
    return (
      <AsyncBoundary
        loading={
          <div className="px-8 py-10">
            <LoadingSkeleton label="Loading editor" />
          </div>
        }
      >
        <NoteEditor id={id} note={note.data} onDone={() => onEdit(false)} />
      </AsyncBoundary>
    )
  }
  if (isNotFound(note.error)) return <NotFoundPage />
  if (note.data && isRecovered) {
    return (
      <>
        {note.error && <RefreshError query={note} className="px-5 pt-4 sm:px-10" />}
        <NoteReader note={note.data} canWrite={canWrite} onEdit={() => onEdit(true)} />
      </>
    )
  }
  if (note.error) {
    return (
      <div className="p-8">
        <ErrorAlert error={note.error} onRetry={() => note.refetch()} />
      </div>
    )
  }
  return (
    <div className="px-8 py-10">
      <LoadingSkeleton />
    </div>
  )
}

function NoteReader({ note, canWrite, onEdit }: { note: NoteWithContent; canWrite: boolean; onEdit: () => void }) {
  const [dialog, setDialog] = useState<NoteDialogKind>()
  const [, navigate] = useLocation()
  const showToast = useToast()
  const headings = useMemo(() => extractHeadings(note.content), [note.content])
  const verify = useApiMutation(
    () => api.verifyNote({ id: note.id, until: null }),
    ['readNote'],
    () => showToast('Marked as verified'),
  )
  const archive = useArchiveNote()
  const error = verify.error ?? archive.error
  const isArchived = note.archivedAt !== null
  return (
    <div className="mx-auto grid max-w-5xl grid-cols-1 gap-x-12 px-5 py-6 sm:px-10 lg:py-10 xl:grid-cols-[minmax(0,1fr)_12rem]">
      <article className="min-w-0">
        <header className="mb-7">
          <div className="flex flex-wrap items-start gap-3">
            <h1 className="min-w-0 flex-1 basis-60 text-[1.75rem] break-words" dir="auto">
              {note.title}
            </h1>
            <div className="flex items-center gap-1">
              {canWrite && (
                <button type="button" className="button" onClick={onEdit}>
                  <Icon name="edit" size={16} />
                  Edit
                </button>
              )}
              <button type="button" className="button" onClick={() => setDialog('share')}>
                <Icon name="people" size={16} />
                Share
              </button>
              <Menu
                label="More"
                button={<Icon name="more" />}
                items={[
                  {
                    label: 'Ask about this note',
                    onSelect: () => navigate(`/?${new URLSearchParams({ note: note.id, title: note.title })}`),
                  },
                  { label: 'Versions…', onSelect: () => setDialog('versions') },
                  ...(canWrite
                    ? [
                        { label: 'Move…', onSelect: () => setDialog('move') },
                        {
                          label: 'Mark as verified',
                          onSelect: () => verify.mutate(undefined),
                        },
                        { label: 'Flag as outdated…', onSelect: () => setDialog('flag') },
                        {
                          label: isArchived ? 'Unarchive' : 'Archive',
                          onSelect: () => archive.mutate({ id: note.id, archived: !isArchived }),
                        },
                        { label: 'Delete…', isDanger: true, onSelect: () => setDialog('delete') },
                      ]
                    : []),
                ]}
              />
            </div>
          </div>
          <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-quiet">
            <span title={formatDateTime(note.updatedAt)}>Updated {formatRelativeTime(note.updatedAt)}</span>
            <ReviewBadge note={note} />
            {isArchived && <span className="chip chip-warn">archived</span>}
          </p>
          {error && (
            <div className="mt-3">
              <ErrorAlert error={error} />
            </div>
          )}
        </header>
        {note.content.trim() === '' ? (
          <EmptyState icon="notes" title="This note is empty" />
        ) : (
          <Markdown text={note.content} />
        )}
        <AttachmentList noteId={note.id} canWrite={canWrite} />
      </article>
      <Outline headings={headings} />
      {dialog && <NoteDialogs note={note} open={dialog} canWrite={canWrite} onClose={() => setDialog(undefined)} />}
    </div>
  )
}

function ReviewBadge({ note }: { note: NoteWithContent }) {
  if (note.reviewState === undefined) return null
  const badge = {
    Verified: {
      className: 'chip chip-accent',
      text: note.reviewUntil ? `verified until ${formatDate(note.reviewUntil)}` : 'verified',
    },
    Outdated: { className: 'chip chip-alarm', text: `outdated: ${note.reviewReason ?? ''}` },
    VerificationRequested: { className: 'chip chip-warn', text: 'verification requested' },
    VerificationExpired: { className: 'chip chip-warn', text: 'verification expired' },
  }[note.reviewState]
  return <span className={`${badge.className} max-w-full whitespace-normal`}>{badge.text}</span>
}
