import { defineMessages } from './define-messages.ts'

export const jobsText = defineMessages('jobs', {
  title: 'Jobs',
  lead: 'Background work: deferred answers, callbacks, digests.',
  failedAttempts: '{count|one: # failed attempt|other: # failed attempts}',
  dead: 'dead',
  done: 'done',
  running: 'running',
  waiting: 'waiting',
  tryAgain: 'Try again',
})
