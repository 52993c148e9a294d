import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { Viewer } from '../src/access/viewer.ts'
import type { Answering } from '../src/answer/answering.ts'
import type { AskRequest } from '../src/contract/ask.ts'
import { createInbox } from '../src/digest/inbox.ts'
import { createAddressGuard, type Resolve } from '../src/jobs/address-guard.ts'
import { createAskDesk } from '../src/jobs/ask-desk.ts'
import { memberAsViewer } from '../src/jobs/asker.ts'
import { createCallbackSecrets } from '../src/jobs/callback-secrets.ts'
import { createCallbacks } from '../src/jobs/callbacks.ts'
import { createGuardedFetch } from '../src/jobs/guarded-fetch.ts'
import { createJobs } from '../src/jobs/jobs.ts'
import { createLaterAnswers } from '../src/jobs/later-answers.ts'
import { createSchedules } from '../src/jobs/schedules.ts'
import { createSweep } from '../src/jobs/sweep.ts'
import type { Database } from '../src/storage/database.ts'

export type Parts = ReturnType<typeof backgroundParts>

/** Everything that works behind requests, on a clock that the test sets. */
export function backgroundParts({
  database,
  now = () => new Date(),
  random = () => 0,
  allow = [],
  resolve,
  answering = { ask: async () => ({ answer: 'Forty-two.', sources: [] }) },
  timeoutMs,
}: {
  database: Database
  now?: () => Date
  random?: () => number
  allow?: readonly string[]
  resolve?: Resolve
  answering?: Answering
  timeoutMs?: number
}) {
  const newId = () => randomUUID().replaceAll('-', '').slice(0, 20)
  const jobs = createJobs({ database, now, random, log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }) })
  const schedules = createSchedules({ jobs, now, sql: database.service })
  const guard = createAddressGuard({ allow, resolve })
  const guardedFetch = createGuardedFetch({ guard })
  const secrets = createCallbackSecrets({ database, now })
  const callbacks = createCallbacks({
    database,
    jobs,
    guard,
    guardedFetch,
    secrets,
    now,
    newId,
    timeoutMs,
  })
  const answers = createLaterAnswers({ database, now })
  const desk = createAskDesk({ database, jobs, answering, callbacks, answers, now, newId })
  const inbox = createInbox({ database, now })
  const sweep = createSweep({ database, jobs, schedules, answers, secrets, inbox, now })
  return { jobs, schedules, secrets, callbacks, answers, desk, sweep }
}

export function question(fields: Partial<AskRequest> = {}): AskRequest {
  return { question: 'What is six times seven?', parentId: undefined, ...fields }
}

/** Makes a member, with the organization where it is not there yet. */
export async function addMember(
  database: Database,
  organizationId: string,
  memberId: string,
  role: 'admin' | 'member' = 'member',
): Promise<void> {
  await sql`insert into organization (id, name) values (${organizationId}, ${organizationId})
    on conflict do nothing`.execute(database.service)
  await sql`insert into member (org_id, id, email, name, role)
    values (${organizationId}, ${memberId}, ${`${memberId}@${organizationId}.test`}, ${memberId}, ${role})`.execute(
    database.service,
  )
}

export async function viewerOf(
  database: Database,
  organizationId: string,
  memberId: string,
): Promise<Viewer> {
  const viewer = await memberAsViewer(database, organizationId, memberId, new Date())
  if (!viewer) throw new Error(`${memberId} is nobody`)
  return viewer
}
