import type { FastifyInstance } from 'fastify'
import type { CallbackSecretView, CallbackView, JobView } from '../../contract/jobs.ts'
import { jobsEndpoints } from '../../contract/jobs-endpoints.ts'
import { type LoggedCallback, listCallbacks } from '../../jobs/callback-log.ts'
import type { CallbackSecret, CallbackSecrets } from '../../jobs/callback-secrets.ts'
import type { JobSummary } from '../../jobs/job-admin.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Database } from '../../storage/database.ts'
import { type Gate, serve } from '../operation.ts'

const pageSize = 50

/** The work behind requests, for admins. */
export function jobRoutes(
  server: FastifyInstance,
  { gate, database, jobs, secrets }: { gate: Gate; database: Database; jobs: Jobs; secrets: CallbackSecrets },
): void {
  serve(server, gate, jobsEndpoints.listJobs, ['/admin/jobs'], async ({ viewer, query }) => {
    const before = query.cursor === undefined ? undefined : Number(query.cursor)
    const found = await jobs.list(viewer.organizationId, { state: query.state, before, limit: pageSize + 1 })
    const { page, last } = cut(found)
    return {
      jobs: page.map(presentJob),
      hasNextPage: last !== undefined,
      nextCursor: last ? String(last.id) : null,
    }
  })
  serve(server, gate, jobsEndpoints.retryJob, ['/admin/jobs/{id}/retry'], async ({ viewer, params }) => {
    const job = await jobs.retry(viewer.organizationId, Number(params.id))
    return presentJob(job)
  })
  serve(server, gate, jobsEndpoints.listCallbacks, ['/admin/callbacks'], async ({ viewer, query }) => {
    const after = query.cursor === undefined ? undefined : positionIn(query.cursor)
    const found = await listCallbacks(database, viewer.organizationId, { after, limit: pageSize + 1 })
    const { page, last } = cut(found)
    return {
      callbacks: page.map(presentCallback),
      hasNextPage: last !== undefined,
      nextCursor: last ? `${last.createdAt.getTime()}.${last.id}` : null,
    }
  })
  serve(server, gate, jobsEndpoints.readCallbackSecret, ['/admin/callback-secret'], async ({ viewer }) =>
    presentSecrets(await secrets.list(viewer.organizationId)),
  )
  serve(
    server,
    gate,
    jobsEndpoints.rotateCallbackSecret,
    ['/admin/callback-secret/rotate'],
    async ({ viewer }) => presentSecrets(await secrets.rotate(viewer.organizationId)),
  )
}

/** A page, and its last entry where another page follows. */
function cut<T>(found: readonly T[]): { page: T[]; last: T | undefined } {
  const page = found.slice(0, pageSize)
  return { page, last: found.length > pageSize ? page.at(-1) : undefined }
}

function positionIn(cursor: string): { createdAt: Date; id: string } {
  const dot = cursor.indexOf('.')
  return { createdAt: new Date(Number(cursor.slice(0, dot))), id: cursor.slice(dot + 1) }
}

function presentJob(job: JobSummary): JobView {
  return {
    id: String(job.id),
    kind: job.kind,
    state: job.state,
    failures: job.failures,
    lastError: job.lastError,
    createdAt: job.createdAt.toISOString(),
    dueAt: job.state === 'waiting' ? job.dueAt.toISOString() : null,
    finishedAt: job.finishedAt?.toISOString() ?? null,
  }
}

function presentCallback(callback: LoggedCallback): CallbackView {
  const url = new URL(callback.url)
  return {
    id: callback.id,
    // What follows the path is often a password.
    url: `${url.origin}${url.pathname}`,
    state: callback.state,
    createdAt: callback.createdAt.toISOString(),
    finishedAt: callback.finishedAt?.toISOString() ?? null,
    attempts: callback.attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
  }
}

function presentSecrets(secrets: readonly CallbackSecret[]): CallbackSecretView {
  const current = secrets.find((secret) => secret.expiresAt === null)
  if (!current) throw new Error('The organization has no callback secret')
  return {
    secret: current.secret,
    createdAt: current.createdAt.toISOString(),
    replaced: secrets.flatMap(({ createdAt, expiresAt }) =>
      expiresAt ? [{ createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() }] : [],
    ),
  }
}
