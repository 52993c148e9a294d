import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import type { NoteWithContent } from '../../../sdk/src/operations.ts'
import { api, isNotFound } from '../api/client.ts'
import { useApiMutation, useApiQuery } from '../api/queries.ts'
import { AsyncBoundary } from '../components/error-boundary.tsx'
import { formatDateTime, formatRelativeTime } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { lazyComponent } from '../components/lazy-component.tsx'
import { extractHeadings, Markdown } from '../components/markdown.tsx'
import { Menu } from '../components/menu.tsx'
import { NotFoundPage } from '../components/not-found-page.tsx'
import { useDocumentTitle } from '../components/page.tsx'
import { ErrorAlert, LoadingSkeleton, RefreshError } from '../components/query-state.tsx'
import { isRestoringScroll } from '../components/scroll-positions.ts'
import { showSection } from '../components/section-link.tsx'
import { useToast } from '../components/toast.tsx'
import { useCopy } from '../components/use-copy.ts'
import { useDrafts } from '../drafts/drafts-provider.tsx'
import { notesText } from '../messages/notes.ts'
import { AttachmentList } from './attachment-list.tsx'
import { Backlinks } from './backlinks.tsx'
import { FavouriteButton } from './favourite-button.tsx'
import { LockIcon } from './lock-icon.tsx'
import { NoteBreadcrumb } from './note-breadcrumb.tsx'
import { noteColumns } from './note-columns.ts'
import { type NoteDialogKind, NoteDialogs } from './note-dialogs.tsx'
import { Outline } from './outline.tsx'
import { PrivateDraft } from './private-draft.tsx'
import { useRememberNote } from './recent-notes.ts'
import { ReviewBadge } from './review-badge.tsx'
import { SubpageList } from './subpage-list.tsx'
import { useArchiveNote } from './use-archive-note.ts'
import { useTemplateMark } from './use-template-mark.ts'
import { useToggleTask } from './use-toggle-task.ts'

const NoteEditor = lazyComponent(() => import('./note-editor.tsx').then((module) => module.NoteEditor))

export function NoteView({
  id,
  isEditing,
  onEdit,
}: {
  id: string
  isEditing: boolean
  onEdit: (isEditing: boolean) => void
}) {
  const note = useApiQuery('readNote', { id })
  const { sessions, isRecovered } = useDrafts()
  const hasUnsavedText = useSyncExternalStore(sessions.subscribe, () => sessions.findUnsaved(id) !== undefined)
  useDocumentTitle(note.data?.title ?? notesText('notes'))
  // Unsaved text is shown where it was typed, and typing goes on after it's saved.
  useEffect(() => {
    if (hasUnsavedText && !isEditing) onEdit(true)
  }, [hasUnsavedText, isEditing, onEdit])

  if (hasUnsavedText || (isEditing && note.data?.canEdit && isRecovered)) {
    return (
      <AsyncBoundary
        loading={
          <div className="px-8 py-10">
            <LoadingSkeleton label={notesText('loadingEditor')} />
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
        <NoteReader note={note.data} onEdit={() => onEdit(true)} />
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

/** A longer title has a line of its own above the buttons. */
const longTitleLength = 60

function NoteReader({ note, onEdit }: { note: NoteWithContent; onEdit: () => void }) {
  const [dialog, setDialog] = useState<NoteDialogKind>()
  const [, navigate] = useLocation()
  const showToast = useToast()
  useRememberNote(note.id)
  const article = useRef<HTMLElement>(null)
  // A link can lead here from the end of another note, or to a section.
  useLayoutEffect(() => {
    if (isRestoringScroll()) return
    if (!article.current || !showSection(article.current, location.hash)) window.scrollTo(0, 0)
  }, [])
  const headings = useMemo(() => extractHeadings(note.content), [note.content])
  const verify = useApiMutation(
    () => api.verifyNote({ id: note.id, until: null }),
    ['readNote'],
    () => showToast(notesText('verified')),
  )
  const copy = useCopy()
  const copyLink = () =>
    copy(new URL(`/notes/${encodeURIComponent(note.id)}`, location.origin).href, document.activeElement as HTMLElement)
  const archive = useArchiveNote()
  const toggleTask = useToggleTask(note.id)
  const markTemplate = useTemplateMark()
  const error = verify.error ?? archive.error ?? markTemplate.error
  const isArchived = note.archivedAt !== null
  return (
    <div className={noteColumns}>
      <article ref={article} className="min-w-0">
        <header className="mb-7">
          <NoteBreadcrumb noteId={note.id} />
          <div className="flex flex-wrap items-start gap-3">
            <h1
              className={`min-w-0 flex-1 text-[1.75rem] break-words ${note.title.length > longTitleLength ? 'basis-full' : 'basis-60'}`}
              dir="auto"
            >
              {note.title} {note.isRestricted && <LockIcon size={18} />}
            </h1>
            <div className="flex flex-wrap items-center gap-1">
              <FavouriteButton noteId={note.id} />
              {note.canEdit && (
                <button type="button" className="button" onClick={onEdit}>
                  <Icon name="edit" size={16} />
                  {notesText('edit')}
                </button>
              )}
              <button type="button" className="button" onClick={() => setDialog('share')}>
                <Icon name="people" size={16} />
                {notesText('share')}
              </button>
              <Menu
                label={notesText('more')}
                button={<Icon name="more" />}
                items={[
                  {
                    label: notesText('askAbout'),
                    onSelect: () => navigate(`/?${new URLSearchParams({ note: note.id, title: note.title })}`),
                  },
                  { label: notesText('copyLink'), onSelect: copyLink },
                  { label: notesText('versions'), onSelect: () => setDialog('versions') },
                  ...(note.canEdit
                    ? [
                        { label: notesText('move'), onSelect: () => setDialog('move') },
                        {
                          label: notesText('verify'),
                          onSelect: () => verify.mutate(undefined),
                        },
                        {
                          label: notesText(note.isTemplate ? 'stopUsingAsTemplate' : 'useAsTemplate'),
                          onSelect: () => markTemplate.mutate({ id: note.id, isTemplate: !note.isTemplate }),
                        },
                        { label: notesText('flag'), onSelect: () => setDialog('flag') },
                        {
                          label: notesText(isArchived ? 'unarchive' : 'archive'),
                          onSelect: () => archive.mutate({ id: note.id, archived: !isArchived }),
                        },
                        { label: notesText('delete'), isDanger: true, onSelect: () => setDialog('delete') },
                      ]
                    : []),
                ]}
              />
            </div>
          </div>
          <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-quiet">
            <span title={formatDateTime(note.updatedAt)}>
              {notesText('updated', { time: formatRelativeTime(note.updatedAt) })}
            </span>
            <ReviewBadge note={note} />
            {note.isTemplate && <span className="chip">{notesText('template')}</span>}
            {isArchived && <span className="chip chip-warn">{notesText('archived')}</span>}
          </p>
          {error && (
            <div className="mt-3">
              <ErrorAlert error={error} />
            </div>
          )}
        </header>
        {note.canShare && <PrivateDraft note={note} />}
        {note.content.trim() === '' ? (
          <SubpageList noteId={note.id} />
        ) : (
          <Markdown text={note.content} onToggleTask={note.canEdit ? toggleTask : undefined} />
        )}
        <AttachmentList noteId={note.id} canWrite={note.canEdit} />
        <Backlinks noteId={note.id} />
      </article>
      <Outline headings={headings} />
      {dialog && <NoteDialogs note={note} open={dialog} onClose={() => setDialog(undefined)} />}
    </div>
  )
}
