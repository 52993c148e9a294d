import { defineMessages } from './define-messages.ts'

export const jobsText = defineMessages('jobs', {
  title: 'Jobs',
  lead: 'Background work: imports, syncs, deferred answers, callbacks, digests and emails.',
  failedAttempts: '{count|one: # failed attempt|other: # failed attempts}',
  dead: 'Failed',
  done: 'Done',
  running: 'Running',
  waiting: 'Waiting',
  tryAgain: 'Try again',
})

const kindTexts = {
  answer: 'Deferred answer',
  report: 'Report',
  callback: 'Callback',
  digest: 'Digest',
  'digest-delivery': 'Delivery of a digest',
  'mail-digest': 'Email with a digest',
  'mail-invitation': 'Email with an invitation',
  'mail-password-reset': 'Email to reset a password',
  'password-reset-request': 'Request to reset a password',
  sample: 'Import of the sample handbook',
  sync: 'Sync of a source',
  schedule: 'Schedule',
  sweep: 'Deletion of expired records',
  backup: 'Automatic backup',
  reindex: 'Indexing after an upgrade',
  'index-passages': 'Search index by words',
  'index-vectors': 'Search index by meaning',
} as const

const kindText = defineMessages('job-kinds', kindTexts)

/** Returns the name of a kind of job; the kind itself where this version doesn't know it. */
export function describeJobKind(kind: string): string {
  return isKnownKind(kind) ? kindText(kind) : kind
}

function isKnownKind(kind: string): kind is keyof typeof kindTexts {
  return Object.hasOwn(kindTexts, kind)
}
