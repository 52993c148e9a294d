import { defineMessages } from './define-messages.ts'

export const inboxText = defineMessages('inbox', {
  alsoByEmail: 'Also send by email',
  unread: '{count|one: # unread|other: # unread}',
})
