import { sql } from 'kysely'
import type { Inbox } from '../digest/inbox.ts'
import { sweepExpired } from '../identity/sweep.ts'
import { sweepUnfinished } from '../library/unfinished-documents.ts'
import { changeLists } from '../retrieval/changes.ts'
import type { Database } from '../storage/database.ts'
import { tidyStore } from '../storage/tidy-store.ts'
import type { CallbackSecrets } from './callback-secrets.ts'
import type { Jobs } from './jobs.ts'
import type { LaterAnswers } from './later-answers.ts'
import type { Schedules } from './schedules.ts'

const dayMs = 24 * 3600_000

/** Callbacks that did not arrive keep their body so long, for an admin who retries them. */
const bodyKeptDays = 7
const logKeptDays = 30
/** Longer than anybody enqueues the same key again. */
const doneKeptDays = 7
const deadKeptDays = 30

/** Whoever writes a document touches what they wrote ahead every few moments. */
const aheadKeptMs = 3600_000

const kind = 'sweep'

/** Removes, once a day, what is not to be kept any longer. */
export function createSweep({
  database,
  jobs,
  schedules,
  answers,
  secrets,
  inbox,
  now,
}: {
  database: Database
  jobs: Jobs
  schedules: Schedules
  answers: LaterAnswers
  secrets: CallbackSecrets
  inbox: Inbox
  now: () => Date
}) {
  const daysAgo = (days: number) => new Date(now().getTime() - days * dayMs)

  async function run(): Promise<undefined> {
    await answers.sweep()
    await secrets.sweep()
    await inbox.sweep()
    await sql`delete from callback_delivery where created_at < ${daysAgo(logKeptDays)}`.execute(
      database.service,
    )
    await sql`
      update callback_delivery set body = null
      where body is not null and created_at < ${daysAgo(bodyKeptDays)}`.execute(database.service)
    for (const list of changeLists)
      await sql`delete from ${sql.table(list)} where at < now() - interval '1 day'`.execute(database.service)
    await jobs.sweep({ done: daysAgo(doneKeptDays), dead: daysAgo(deadKeptDays) })
    await sweepExpired({ database, now })
    await sweepUnfinished(database, new Date(now().getTime() - aheadKeptMs), now)
    await tidyStore(database)
  }

  jobs.register(kind, run, { concurrency: 1 })

  return {
    run,
    /** Once at every start; a schedule that stands stays as it is. */
    schedule: () =>
      schedules.set(database.service, {
        name: kind,
        kind,
        payload: {},
        times: { days: [1, 2, 3, 4, 5, 6, 7], hour: 3, minute: 17, timeZone: 'UTC' },
      }),
  }
}
