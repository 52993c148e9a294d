import { sql } from 'kysely'
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
/** The row of `service_value` with the time of the last run. */
const lastRunName = 'retention-run'

/** Deletes expired rows once a day, a day after they have expired. Each folder deletes its own. */
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
    const startedAt = now()
    const at = await confirmTime(database, startedAt)
    await deferredAnswers.deleteExpired(at)
    await deleteExpiredQuestions(database, at)
    await callbackSecrets.deleteExpired(at)
    await deleteExpiredCallbacks(database, at)
    await inbox.deleteExpired(at)
    await jobs.deleteExpired(at)
    await deleteExpiredRecords(database, at)
    await emptyTrash(notes, auditLog, at)
    await deleteExpiredRemovals(database, at)
    await deleteExpiredBoundaries(database, at)
    await deleteExpiredChanges(database)
    await sweepAbandonedStaging(database, new Date(startedAt.getTime() - stagedRetentionMs), now)
    await optimizeDatabase(database)
    await saveRunTime(database, startedAt)
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

/**
 * Returns the time at which something must have expired to be deleted: that of the last run, unless it is later than now. A
 * clock that is ahead for a moment, in one run, then deletes nothing. Before the first run, nothing has expired.
 */
async function confirmTime(database: Database, now: Date): Promise<Date> {
  const { rows } = await sql<{ at: string }>`
    select value ->> 'at' as at from service_value where name = ${lastRunName}`.execute(database.unrestricted)
  return new Date(Math.min(now.getTime(), Date.parse(rows[0]?.at ?? '1970-01-01')))
}

/** A run that failed does not count: it is tried again soon, by the same clock. */
async function saveRunTime(database: Database, at: Date): Promise<void> {
  await sql`
    insert into service_value (name, value) values (${lastRunName}, jsonb_build_object('at', ${at.toISOString()}::text))
    on conflict (name) do update set value = excluded.value`.execute(database.unrestricted)
}

/** Permanently deletes notes that had been in the trash for long enough at a time. */
async function emptyTrash(notes: Pick<Notes, 'deleteExpired'>, auditLog: AuditLog, at: Date): Promise<void> {
  for (let deleted = await notes.deleteExpired(at); deleted; deleted = await notes.deleteExpired(at)) {
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
