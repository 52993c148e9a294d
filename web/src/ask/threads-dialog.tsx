import { useDeferredValue, useState } from 'react'
import { useLocation } from 'wouter'
import type { ThreadSummary } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiPages } from '../api/queries.ts'
import { ConfirmDialog, Dialog } from '../components/dialog.tsx'
import { TextField } from '../components/field.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { formatRelativeTime } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { Menu } from '../components/menu.tsx'
import { ShowMoreButton } from '../components/pagination.tsx'
import { EmptyState, ErrorAlert, LoadingSkeleton } from '../components/query-state.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { conversationText } from '../messages/conversations.ts'
import { ShareThreadDialog } from './share-thread-dialog.tsx'

type Action = 'rename' | 'share' | 'delete'

/** The person's own conversations, to open, rename, share and delete. */
export function ThreadsDialog({
  openId,
  onClose,
  onOpen,
}: {
  /** The conversation on the screen. */
  openId: string | undefined
  onClose: () => void
  onOpen: (address: string) => void
}) {
  const [text, setText] = useState('')
  const [acting, setActing] = useState<{ action: Action; thread: ThreadSummary }>()
  const query = useDeferredValue(text.trim())
  const list = useApiPages('listThreads', { query })
  const threads = list.data?.pages.flatMap((page) => page.threads) ?? []
  const stopActing = () => setActing(undefined)
  return (
    <>
      <Dialog title={conversationText('conversations')} onClose={onClose} isSidePanel>
        <SearchBox label={conversationText('search')} className="mb-3" value={text} onChange={setText} />
        {list.isPending && <LoadingSkeleton />}
        {list.error && <ErrorAlert error={list.error} onRetry={() => list.refetch()} />}
        {list.data && threads.length === 0 && (
          <EmptyState icon="ask" title={conversationText(query === '' ? 'none' : 'noMatch')}>
            {conversationText('keptHint')}
          </EmptyState>
        )}
        <ul className="-mx-2 pb-28">
          {threads.map((thread) => (
            <li key={thread.id} className="flex items-center rounded-lg hover:bg-sunken">
              <button
                type="button"
                className="min-w-0 flex-1 rounded-lg px-2 py-2 text-left"
                aria-current={thread.id === openId ? 'page' : undefined}
                onClick={() => onOpen(`/ask/${thread.id}`)}
              >
                <span className={`line-clamp-2 break-words ${thread.id === openId ? 'font-semibold' : ''}`} dir="auto">
                  {thread.title}
                </span>
                <span className="mt-0.5 flex items-center gap-2 text-[0.8125rem] text-quiet">
                  {formatRelativeTime(thread.lastAskedAt)}
                  {thread.audience.length > 0 && <span className="chip chip-accent">{conversationText('shared')}</span>}
                </span>
              </button>
              <Menu
                button={<Icon name="more" />}
                label={conversationText('actions', { title: thread.title })}
                items={[
                  { label: conversationText('renameAction'), onSelect: () => setActing({ action: 'rename', thread }) },
                  { label: conversationText('shareAction'), onSelect: () => setActing({ action: 'share', thread }) },
                  {
                    label: conversationText('deleteAction'),
                    onSelect: () => setActing({ action: 'delete', thread }),
                    isDanger: true,
                  },
                ]}
              />
            </li>
          ))}
        </ul>
        <ShowMoreButton query={list} />
      </Dialog>
      {acting?.action === 'rename' && <RenameThreadDialog thread={acting.thread} onClose={stopActing} />}
      {acting?.action === 'share' && <ShareThreadDialog thread={acting.thread} onClose={stopActing} />}
      {acting?.action === 'delete' && (
        <DeleteThreadDialog thread={acting.thread} isOpen={acting.thread.id === openId} onClose={stopActing} />
      )}
    </>
  )
}

function RenameThreadDialog({ thread, onClose }: { thread: ThreadSummary; onClose: () => void }) {
  const [title, setTitle] = useState(thread.title)
  const save = useApiMutation(
    () => api.renameThread({ id: thread.id, title }),
    ['listThreads', 'readThread'],
    () => onClose(),
  )
  return (
    <FormDialog
      title={conversationText('renameTitle')}
      mutation={save}
      submitLabel={conversationText('renameAction')}
      canSubmit={title.trim() !== ''}
      onClose={onClose}
    >
      {(fieldError) => (
        <TextField
          label={conversationText('title')}
          maxLength={200}
          value={title}
          onChange={setTitle}
          error={fieldError('title')}
        />
      )}
    </FormDialog>
  )
}

function DeleteThreadDialog({
  thread,
  isOpen,
  onClose,
}: {
  thread: ThreadSummary
  isOpen: boolean
  onClose: () => void
}) {
  const [, navigate] = useLocation()
  const remove = useApiMutation(
    () => api.deleteThread({ id: thread.id }),
    ['listThreads', 'listMyQuestions'],
    () => {
      onClose()
      if (isOpen) navigate('/')
    },
  )
  return (
    <ConfirmDialog
      title={conversationText('deleteTitle')}
      confirmLabel={conversationText('deleteAction')}
      mutation={remove}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <p className="break-words">{conversationText('deleteHint', { title: thread.title })}</p>
    </ConfirmDialog>
  )
}
