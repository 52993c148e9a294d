import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { Caller } from '../../src/access/caller.ts'
import type { AnswerPipeline } from '../../src/answer/answer-pipeline.ts'
import { createAskService } from '../../src/answer/ask-service.ts'
import { createThreadTurns } from '../../src/answer/conversation/thread-turns.ts'
import { createDeferredAnswers } from '../../src/answer/deferred-answers.ts'
import { createAuditLog } from '../../src/audit/audit-log.ts'
import type { Notes } from '../../src/content/notes/notes.ts'
import type { AskRequest } from '../../src/contract/ask.ts'
import { createInbox } from '../../src/digest/inbox.ts'
import { loadMemberAsCaller } from '../../src/identity/load-caller.ts'
import { createJobQueue } from '../../src/jobs/job-queue.ts'
import { createSchedules } from '../../src/jobs/schedules.ts'
import { createRetentionJob } from '../../src/maintenance/retention-job.ts'
import { createAddressGuard, type ResolveHost } from '../../src/net/address-guard.ts'
import type { Database } from '../../src/storage/database.ts'
import { createCallbackSecrets } from '../../src/webhooks/callback-secrets.ts'
import { createCallbacks } from '../../src/webhooks/callbacks.ts'

export type BackgroundServices = ReturnType<typeof createBackgroundServices>

/** Everything that works behind requests, on a clock that the test sets. */
export function createBackgroundServices({
  database,
  now = () => new Date(),
  random = () => 0,
  allow = [],
  resolve,
  answering = { ask: async () => ({ answer: 'Forty-two.', sources: [] }) },
  timeoutMs,
  notes = { deleteExpired: async () => undefined },
}: {
  database: Database
  now?: () => Date
  random?: () => number
  allow?: readonly string[]
  resolve?: ResolveHost
  answering?: AnswerPipeline
  timeoutMs?: number
  notes?: Pick<Notes, 'deleteExpired'>
}) {
  const publicUrl = 'http://lorewell.test'
  const newId = () => randomUUID().replaceAll('-', '').slice(0, 20)
  const jobs = createJobQueue({
    database,
    now,
    random,
    log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
  })
  const schedules = createSchedules({ jobs, now, sql: database.unrestricted })
  const guard = createAddressGuard({ allow, resolve })
  const secrets = createCallbackSecrets({ database, now })
  const callbacks = createCallbacks({
    database,
    jobs,
    guard,
    secrets,
    now,
    newId,
    timeoutMs,
  })
  const threadTurns = createThreadTurns({
    database,
    newId,
    now,
    onError: (error) => {
      throw error
    },
  })
  const deferredAnswers = createDeferredAnswers({
    database,
    jobs,
    answering,
    threadTurns,
    callbacks,
    publicUrl,
    now,
    newId,
  })
  const askService = createAskService({ database, answering, findChat: async () => undefined, threadTurns, callbacks })
  const inbox = createInbox({ database, publicUrl, now })
  const retentionJob = createRetentionJob({
    database,
    notes,
    auditLog: createAuditLog({ database, now }),
    jobs,
    schedules,
    deferredAnswers,
    callbackSecrets: secrets,
    inbox,
    now,
  })
  return { jobs, schedules, secrets, callbacks, deferredAnswers, askService, retentionJob }
}

export function buildAskRequest(fields: Partial<AskRequest> = {}): AskRequest {
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
    on conflict do nothing`.execute(database.unrestricted)
  await sql`insert into member (org_id, id, email, name, role)
    values (${organizationId}, ${memberId}, ${`${memberId}@${organizationId}.test`}, ${memberId}, ${role})`.execute(
    database.unrestricted,
  )
}

/** Loads a member as a caller whose credential is never revoked. */
export async function loadCaller(database: Database, organizationId: string, memberId: string): Promise<Caller> {
  const caller = await loadMemberAsCaller(database, organizationId, memberId, new Date())
  if (!caller) throw new Error(`${memberId} is nobody`)
  return { ...caller, credential: { ...caller.credential, expiresAt: new Date('2099-01-01') } }
}
