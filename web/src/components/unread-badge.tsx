import { useApiQuery } from '../api/queries.ts'
import { inboxText } from '../messages/inbox.ts'

/** The number of unread digests; nothing while there are none. It follows the list of the inbox, which reading changes. */
export function UnreadBadge() {
  const count = useApiQuery('listInbox', {}).data?.unreadCount ?? 0
  if (count === 0) return null
  return (
    <span className="ml-auto min-w-5 rounded-full bg-accent px-1.5 text-center text-xs leading-5 font-semibold text-accent-ink">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{inboxText('unread', { count })}</span>
    </span>
  )
}
