import type { DeferredAnswers } from '../answer/deferred-answers.ts'
import { deleteExpiredQuestions } from '../answer/question-log.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import { deleteExpiredRemovals } from '../content/indexing/removed-documents.ts'
import { sweepAbandonedStaging } from '../content/indexing/staged-documents.ts'
import type { Notes } from '../content/notes/notes.ts'
import { deleteExpiredBoundaries } from '../content/sources/stable-pagination.ts'
import type { Inbox } from '../digest/inbox.ts'
import { deleteExpiredRecords } from '../identity/expired-records.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Schedules } from '../jobs/schedules.ts'
import { deleteExpiredChanges } from '../search/sync/change-log.ts'
import type { Database } from '../storage/database.ts'
import { optimizeDatabase } from '../storage/optimize-database.ts'
import { deleteExpiredCallbacks } from '../webhooks/callback-log.ts'
import type { CallbackSecrets } from '../webhooks/callback-secrets.ts'

/** Writers touch their staged documents every few moments, so an older one is abandoned. */
const stagedRetentionMs = 3600_000

const retentionJobKind = 'sweep'

/** Deletes expired rows once a day. Each folder deletes its own. */
export function createRetentionJob({
  database,
  notes,
  auditLog,
  jobs,
  schedules,
  deferredAnswers,
  callbackSecrets,
  inbox,
  now,
}: {
  database: Database
  notes: Pick<Notes, 'deleteExpired'>
  auditLog: AuditLog
  jobs: JobQueue
  schedules: Schedules
  deferredAnswers: DeferredAnswers
  callbackSecrets: CallbackSecrets
  inbox: Inbox
  now: () => Date
}) {
  async function run(): Promise<undefined> {
    await deferredAnswers.deleteExpired()
    await deleteExpiredQuestions(database, now())
    await callbackSecrets.deleteExpired()
    await deleteExpiredCallbacks(database, now())
    await inbox.deleteExpired()
    await jobs.deleteExpired()
    await deleteExpiredRecords({ database, now })
    await emptyTrash(notes, auditLog)
    await deleteExpiredRemovals(database, now())
    await deleteExpiredBoundaries(database, now())
    await deleteExpiredChanges(database)
    await sweepAbandonedStaging(database, new Date(now().getTime() - stagedRetentionMs), now)
    await optimizeDatabase(database)
  }

  jobs.register(retentionJobKind, run, { concurrency: 1 })

  return {
    run,
    /** Schedules the job. Called at every start; an existing schedule stays. */
    schedule: () =>
      schedules.set(database.unrestricted, {
        name: retentionJobKind,
        kind: retentionJobKind,
        payload: {},
        times: { days: [1, 2, 3, 4, 5, 6, 7], hour: 3, minute: 17, timeZone: 'UTC' },
      }),
  }
}

/** Permanently deletes notes that were in the trash for long enough. */
async function emptyTrash(notes: Pick<Notes, 'deleteExpired'>, auditLog: AuditLog): Promise<void> {
  for (let deleted = await notes.deleteExpired(); deleted; deleted = await notes.deleteExpired()) {
    await auditLog.record([
      {
        organizationId: deleted.organizationId,
        memberId: null,
        email: null,
        via: 'schedule',
        keyId: null,
        action: 'deleteFromTrash',
        resource: `/trash/${deleted.id}`,
        noteCount: deleted.noteCount,
        outcome: 'done',
        address: '',
        userAgent: '',
        requestId: '',
      },
    ])
  }
}
