import { sql } from 'kysely'
import type { DeferredAnswers } from '../answer/deferred-answers.ts'
import { sweepAbandonedStaging } from '../content/indexing/staged-documents.ts'
import type { Inbox } from '../digest/inbox.ts'
import { deleteExpiredRecords } from '../identity/expired-records.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Schedules } from '../jobs/schedules.ts'
import { changeLogTables } from '../search/sync/change-log.ts'
import type { Database } from '../storage/database.ts'
import { optimizeDatabase } from '../storage/optimize-database.ts'
import type { CallbackSecrets } from '../webhooks/callback-secrets.ts'

const dayMs = 24 * 3600_000

/** Callbacks that did not arrive keep their body so long, for an admin who retries them. */
const bodyRetentionDays = 7
const logRetentionDays = 30
/** Longer than anybody enqueues the same key again. */
const doneRetentionDays = 7
const deadRetentionDays = 30

/** Whoever writes a document touches what they wrote ahead every few moments. */
const stagedRetentionMs = 3600_000

const retentionJobKind = 'sweep'

/** Removes, once a day, what is not to be kept any longer. */
export function createRetentionJob({
  database,
  jobs,
  schedules,
  answers,
  secrets,
  inbox,
  now,
}: {
  database: Database
  jobs: JobQueue
  schedules: Schedules
  answers: DeferredAnswers
  secrets: CallbackSecrets
  inbox: Inbox
  now: () => Date
}) {
  const daysAgo = (days: number) => new Date(now().getTime() - days * dayMs)

  async function run(): Promise<undefined> {
    await answers.deleteExpired()
    await secrets.deleteExpired()
    await inbox.sweep()
    await sql`delete from callback_delivery where created_at < ${daysAgo(logRetentionDays)}`.execute(
      database.unrestricted,
    )
    await sql`
      update callback_delivery set body = null
      where body is not null and created_at < ${daysAgo(bodyRetentionDays)}`.execute(database.unrestricted)
    for (const list of changeLogTables)
      await sql`delete from ${sql.table(list)} where at < now() - interval '1 day'`.execute(
        database.unrestricted,
      )
    await jobs.deleteFinished({ done: daysAgo(doneRetentionDays), dead: daysAgo(deadRetentionDays) })
    await deleteExpiredRecords({ database, now })
    await sweepAbandonedStaging(database, new Date(now().getTime() - stagedRetentionMs), now)
    await optimizeDatabase(database)
  }

  jobs.register(retentionJobKind, run, { concurrency: 1 })

  return {
    run,
    /** Once at every start; a schedule that stands stays as it is. */
    schedule: () =>
      schedules.set(database.unrestricted, {
        name: retentionJobKind,
        kind: retentionJobKind,
        payload: {},
        times: { days: [1, 2, 3, 4, 5, 6, 7], hour: 3, minute: 17, timeZone: 'UTC' },
      }),
  }
}
