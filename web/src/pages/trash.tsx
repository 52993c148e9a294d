import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { TrashedBranch } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiPages, useMe } from '../api/queries.ts'
import { ConfirmDialog } from '../components/dialog.tsx'
import { formatDate, formatDateTime, formatRelativeTime } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { Page } from '../components/page.tsx'
import { ShowMoreButton } from '../components/pagination.tsx'
import { EmptyState, ErrorAlert, QueryState } from '../components/query-state.tsx'
import { RowsSkeleton } from '../components/skeletons.tsx'
import { useToast } from '../components/toast.tsx'
import { emptyText } from '../messages/empty-states.ts'
import { trashText } from '../messages/trash.ts'
import { nameBranch } from '../notes/count-notes.ts'

/** Deleted notes: members see what they deleted, admins everything. */
export function TrashPage() {
  const trash = useApiPages('listTrash', {})
  const me = useMe().data
  const [deleting, setDeleting] = useState<TrashedBranch>()
  const [, navigate] = useLocation()
  const showToast = useToast()
  const restore = useApiMutation(
    (branch: TrashedBranch) => api.restoreFromTrash({ id: branch.id }),
    'everything',
    ({ note, noteCount }) =>
      showToast(
        trashText('restored', { count: noteCount }),
        note
          ? { label: trashText('open'), onSelect: () => navigate(`/notes/${encodeURIComponent(note.id)}`) }
          : undefined,
      ),
  )
  const remove = useApiMutation(
    (branch: TrashedBranch) => api.deleteFromTrash({ id: branch.id }),
    ['listTrash'],
    (_, branch) => {
      setDeleting(undefined)
      showToast(trashText('deleted', { count: branch.noteCount }))
    },
  )
  const trashDays = trash.data?.pages[0]?.trashDays
  return (
    <Page
      title={trashText('title')}
      lead={
        <>
          {trashDays !== undefined && trashDays > 0 && `${trashText('lead', { count: trashDays })} `}
          <Link href="/notes" className="link">
            {trashText('allNotes')}
          </Link>
        </>
      }
    >
      {restore.error && (
        <div className="mb-3">
          <ErrorAlert error={restore.error} />
        </div>
      )}
      <QueryState
        query={trash}
        loading={<RowsSkeleton />}
        isEmpty={(data) => data.pages.every((page) => page.branches.length === 0)}
        empty={
          <EmptyState
            icon="trash"
            title={emptyText('trash')}
            action={
              <Link href="/notes" className="button">
                {emptyText('seeNotes')}
              </Link>
            }
          >
            {emptyText(me?.role === 'admin' ? 'trashForAdmins' : 'trashForOthers')}
          </EmptyState>
        }
      >
        {(data) => (
          <>
            <ul className="card divide-y divide-line">
              {data.pages
                .flatMap((page) => page.branches)
                .map((branch) => (
                  <TrashRow
                    key={branch.id}
                    branch={branch}
                    canWrite={me?.role !== 'viewer'}
                    isRestoring={restore.isPending && restore.variables.id === branch.id}
                    onRestore={() => restore.mutate(branch)}
                    onDelete={() => setDeleting(branch)}
                  />
                ))}
            </ul>
            <ShowMoreButton query={trash} />
          </>
        )}
      </QueryState>
      {deleting && (
        <ConfirmDialog
          title={trashText('deleteTitle', { count: deleting.noteCount })}
          confirmLabel={trashText('deletePermanently')}
          mutation={remove}
          onConfirm={() => remove.mutate(deleting)}
          onClose={() => setDeleting(undefined)}
        >
          <p>
            {trashText('deleteEffect', {
              branch: nameBranch(deleting.note?.title ?? trashText('notShared'), deleting.noteCount),
            })}
          </p>
        </ConfirmDialog>
      )}
    </Page>
  )
}

function TrashRow({
  branch,
  canWrite,
  isRestoring,
  onRestore,
  onDelete,
}: {
  branch: TrashedBranch
  canWrite: boolean
  isRestoring: boolean
  onRestore: () => void
  onDelete: () => void
}) {
  const title = branch.note?.title ?? trashText('notShared')
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 pr-3 pl-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className={branch.note ? 'font-medium break-words' : 'text-quiet italic'} dir="auto">
          {title}
        </p>
        <p className="mt-0.5 text-[0.8125rem] text-quiet">
          <time dateTime={branch.deletedAt} title={formatDateTime(branch.deletedAt)}>
            {describeDeletion(branch)}
          </time>
        </p>
      </div>
      {canWrite && (
        <div className="flex gap-1">
          <button
            type="button"
            className="button"
            disabled={isRestoring}
            aria-label={trashText('restoreNote', { title })}
            onClick={onRestore}
          >
            {trashText('restore')}
          </button>
          <button
            type="button"
            className="button button-quiet button-icon"
            aria-label={trashText('deleteNote', { title })}
            title={trashText('deletePermanently')}
            onClick={onDelete}
          >
            <Icon name="trash" size={16} />
          </button>
        </div>
      )}
    </li>
  )
}

function describeDeletion({ noteCount: count, parentNote, deletedAt, deletedBy, expiresAt }: TrashedBranch): string {
  const values = {
    notes: parentNote ? trashText('notesFrom', { count, parent: parentNote.title }) : trashText('notes', { count }),
    when: formatRelativeTime(deletedAt),
    until: formatDate(expiresAt),
  }
  return deletedBy ? trashText('deletedAtBy', { ...values, name: deletedBy.name }) : trashText('deletedAt', values)
}
