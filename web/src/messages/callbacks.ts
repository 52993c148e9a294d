import { defineMessages } from './define-messages.ts'

export const callbacksText = defineMessages('callbacks', {
  title: 'Callbacks',
  lead: 'Answers sent to a callback address, signed so that the receiver can verify them.',
  log: 'Log',
  delivered: 'delivered',
  failed: 'failed',
  waiting: 'waiting',
  attempt: '{when}: {result} after {duration} ms',
  status: 'status {status}',
  signingSecret: 'Signing secret',
  secretHint: 'Receivers use it to verify that a callback comes from this service.',
  showSecret: 'Show secret',
  replaceSecret: 'Replace…',
  replaceTitle: 'Replace the signing secret?',
  replace: 'Replace',
  replaceEffect: 'Callbacks are also signed with the old secret for 24 hours, so receivers have time to change.',
})
