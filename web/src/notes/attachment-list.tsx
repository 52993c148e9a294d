import { useState } from 'react'
import type { Attachment } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery } from '../api/queries.ts'
import { attachmentPath } from '../components/attachment-path.ts'
import { ConfirmDialog } from '../components/dialog.tsx'
import { formatDateTime } from '../components/format-date.ts'
import { formatSize } from '../components/format-size.ts'
import { Icon } from '../components/icon.tsx'
import { ErrorAlert } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import { noteEditingText } from '../messages/note-editing.ts'

/** The files attached to a note, below its text. Nothing without any: most notes have none. */
export function AttachmentList({ noteId, canWrite }: { noteId: string; canWrite: boolean }) {
  const list = useApiQuery('listAttachments', { id: noteId })
  const [deleting, setDeleting] = useState<Attachment>()
  if (!list.data) {
    return list.error ? (
      <div className="mt-10">
        <ErrorAlert error={list.error} onRetry={() => list.refetch()} />
      </div>
    ) : null
  }
  const { attachments } = list.data
  if (attachments.length === 0) return null
  return (
    <section aria-labelledby="attachments-heading" className="mt-10 border-t border-line pt-5">
      <h2 id="attachments-heading" className="mb-2 text-base">
        {noteEditingText('attachments')}
      </h2>
      <ul className="divide-y divide-line">
        {attachments.map((attachment) => (
          <li key={attachment.id} className="flex items-center gap-3 py-2">
            <Thumbnail attachment={attachment} />
            <div className="min-w-0 flex-1">
              <a
                href={attachmentPath(attachment.id)}
                target="_blank"
                rel="noopener"
                className="link break-words"
                dir="auto"
              >
                {attachment.name}
              </a>
              <p className="text-[0.8125rem] text-quiet">
                <span title={formatDateTime(attachment.createdAt)}>{formatSize(attachment.sizeBytes)}</span>
                <ReadingProblem attachment={attachment} />
              </p>
            </div>
            {canWrite && (
              <button
                type="button"
                className="button button-quiet"
                aria-label={noteEditingText('deleteAttachment', { name: attachment.name })}
                onClick={() => setDeleting(attachment)}
              >
                <Icon name="trash" size={16} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {deleting && <DeleteAttachmentDialog attachment={deleting} onClose={() => setDeleting(undefined)} />}
    </section>
  )
}

function Thumbnail({ attachment: { id, mediaType } }: { attachment: Attachment }) {
  return mediaType.startsWith('image/') ? (
    <img
      src={attachmentPath(id)}
      alt=""
      loading="lazy"
      className="size-10 shrink-0 rounded-md border border-line bg-sunken object-cover"
    />
  ) : (
    <span className="grid size-10 shrink-0 place-items-center rounded-md border border-line text-quiet">
      <Icon name="notes" size={18} />
    </span>
  )
}

function ReadingProblem({ attachment: { isRead, skipped } }: { attachment: Attachment }) {
  const [first] = skipped
  if (!first) return null
  const reason = first.message
  const parts = skipped.map((part) => part.name).join(', ')
  const problem = isRead
    ? noteEditingText('partsNotSearchable', { parts, reason })
    : noteEditingText('notSearchable', { reason })
  return <> · {problem}</>
}

function DeleteAttachmentDialog({ attachment, onClose }: { attachment: Attachment; onClose: () => void }) {
  const showToast = useToast()
  const remove = useApiMutation(
    () => api.deleteAttachment({ id: attachment.id }),
    ['listAttachments'],
    () => {
      showToast(noteEditingText('attachmentDeleted', { name: attachment.name }))
      onClose()
    },
  )
  return (
    <ConfirmDialog
      title={noteEditingText('deleteAttachmentTitle', { name: attachment.name })}
      confirmLabel={noteEditingText('deletePermanently')}
      mutation={remove}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <p>{noteEditingText('deleteAttachmentHint')}</p>
    </ConfirmDialog>
  )
}
