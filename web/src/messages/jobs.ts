import { defineMessages } from './define-messages.ts'

export const jobsText = defineMessages('jobs', {
  title: 'Jobs',
  lead: 'Background work: deferred answers, callbacks, digests.',
  tryAgain: 'Try again',
})
