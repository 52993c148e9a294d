import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Thread } from '../../../sdk/src/operations.ts'
import { Icon, type IconName } from '../components/icon.tsx'
import { conversationText } from '../messages/conversations.ts'
import { HistoryDialog } from './history-dialog.tsx'
import { ShareThreadDialog } from './share-thread-dialog.tsx'
import { ThreadsDialog } from './threads-dialog.tsx'

/** The buttons above a conversation, and who shared it. */
export function AskHeader({ thread, isStart }: { thread: Thread | undefined; isStart: boolean }) {
  const [open, setOpen] = useState<'share' | 'threads' | 'history'>()
  const [, navigate] = useLocation()
  const close = () => setOpen(undefined)
  const go = (address: string) => {
    close()
    navigate(address)
  }
  const dialogButton = (name: 'share' | 'threads' | 'history', label: string, icon: IconName) => (
    <button type="button" className="button button-quiet" aria-haspopup="dialog" onClick={() => setOpen(name)}>
      <Icon name={icon} size={16} />
      <span className="max-sm:sr-only">{label}</span>
    </button>
  )
  return (
    <>
      <div className="flex flex-wrap items-center justify-end gap-1 px-4 pt-3 sm:px-6">
        {thread && !thread.isOwner && (
          <p className="mr-auto text-sm text-quiet">{conversationText('sharedBy', { name: thread.askedBy })}</p>
        )}
        {!isStart && (
          <button type="button" className="button button-quiet" onClick={() => navigate('/')}>
            <Icon name="plus" size={16} />
            {conversationText('newQuestion')}
          </button>
        )}
        {thread?.isOwner && dialogButton('share', conversationText('share'), 'share')}
        {dialogButton('threads', conversationText('conversations'), 'ask')}
        {dialogButton('history', conversationText('history'), 'history')}
      </div>
      {open === 'share' && thread && <ShareThreadDialog thread={thread} onClose={close} />}
      {open === 'threads' && <ThreadsDialog openId={thread?.id} onClose={close} onOpen={go} />}
      {open === 'history' && (
        <HistoryDialog
          onClose={close}
          onOpen={({ id, threadId }) => go(threadId === undefined ? `/questions/${id}` : `/ask/${threadId}`)}
        />
      )}
    </>
  )
}
