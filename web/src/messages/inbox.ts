import { defineMessages } from './define-messages.ts'

export const inboxText = defineMessages('inbox', {
  alsoByEmail: 'Also send by email',
  title: 'Inbox',
  lead: 'Digests from your assistants',
  empty: 'Your inbox is empty',
  emptyHint: 'Digests appear here when an assistant is available to you.',
  seeAssistants: 'See assistants',
  digests: 'Digests',
  delivered: 'Delivered',
  deliveredUnread: 'Delivered, {count} unread',
  rightNow: 'Right now',
  lastDays: 'the last {count|one: day|other: # days}',
  unreadDigest: 'unread',
  digestOf: 'Digest of {name}',
  markAsUnread: 'Mark as unread',
  unread: '{count|one: # unread|other: # unread}',
})
