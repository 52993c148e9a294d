import type { FastifyInstance } from 'fastify'
import type { CallbackBody, CallbackSecretBody, JobBody } from '../../contract/jobs.ts'
import { jobsEndpoints } from '../../contract/jobs-endpoints.ts'
import { takePage } from '../../contract/pagination.ts'
import type { JobSummary } from '../../jobs/job-admin.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import type { Database } from '../../storage/database.ts'
import { type CallbackDelivery, listCallbackDeliveries } from '../../webhooks/callback-log.ts'
import type { CallbackSecret, CallbackSecrets } from '../../webhooks/callback-secrets.ts'
import { createEndpointRegistrar, type Guard } from '../endpoint-registrar.ts'

const pageSize = 50

/** Background jobs and callbacks, for admins. */
export function jobRoutes(
  server: FastifyInstance,
  { guard, database, jobs, secrets }: { guard: Guard; database: Database; jobs: JobQueue; secrets: CallbackSecrets },
): void {
  const register = createEndpointRegistrar(server, guard)

  register(jobsEndpoints.listJobs, async ({ caller, query }) => {
    const before = query.cursor === undefined ? undefined : Number(query.cursor)
    const found = await jobs.list(caller.organizationId, { state: query.state, before, limit: pageSize + 1 })
    const { page, last } = takePage(found, pageSize)
    return {
      jobs: page.map(presentJob),
      hasNextPage: last !== undefined,
      nextCursor: last ? String(last.id) : null,
    }
  })
  register(jobsEndpoints.retryJob, async ({ caller, params }) => {
    const job = await jobs.retry(caller.organizationId, Number(params.id))
    return presentJob(job)
  })
  register(jobsEndpoints.listCallbacks, async ({ caller, query }) => {
    const { organizationId } = caller
    const { deliveries, nextCursor } = await listCallbackDeliveries(database, organizationId, query.cursor)
    return { callbacks: deliveries.map(presentCallback), hasNextPage: nextCursor !== null, nextCursor }
  })
  register(jobsEndpoints.readCallbackSecret, async ({ caller }) =>
    presentSecrets(await secrets.list(caller.organizationId)),
  )
  register(jobsEndpoints.rotateCallbackSecret, async ({ caller }) =>
    presentSecrets(await secrets.rotate(caller.organizationId)),
  )
}

function presentJob(job: JobSummary): JobBody {
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

function presentCallback(callback: CallbackDelivery): CallbackBody {
  const url = new URL(callback.url)
  return {
    id: callback.id,
    // Without the query string, which often contains a secret.
    url: `${url.origin}${url.pathname}`,
    state: callback.state,
    createdAt: callback.createdAt.toISOString(),
    finishedAt: callback.finishedAt?.toISOString() ?? null,
    attempts: callback.attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
  }
}

function presentSecrets(secrets: readonly CallbackSecret[]): CallbackSecretBody {
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
