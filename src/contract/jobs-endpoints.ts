import { adminDefaults, adminReadDefaults, type Endpoint } from './endpoint.ts'
import { callbackPage, callbackQuery, callbackSecret, job, jobPage, jobPath, jobQuery } from './jobs.ts'

/** Background jobs and callbacks, for admins of the organization. */
export const jobsEndpoints = {
  listJobs: {
    ...adminReadDefaults,
    operationId: 'listJobs',
    path: '/admin/jobs',
    summary: 'List the jobs of the organization, newest first',
    query: jobQuery,
    response: jobPage,
  },
  retryJob: {
    ...adminDefaults,
    operationId: 'retryJob',
    method: 'POST',
    path: '/admin/jobs/{id}/retry',
    summary: 'Retry a dead job',
    params: jobPath,
    response: job,
    errorDescriptions: { 404: 'There is no such job.', 409: 'The job is not dead.' },
  },
  listCallbacks: {
    ...adminReadDefaults,
    operationId: 'listCallbacks',
    path: '/admin/callbacks',
    summary: 'List the callbacks of the organization with their attempts, newest first',
    query: callbackQuery,
    response: callbackPage,
  },
  readCallbackSecret: {
    ...adminReadDefaults,
    operationId: 'readCallbackSecret',
    path: '/admin/callback-secret',
    audit: 'before',
    summary: 'Read the secret that callbacks are signed with',
    response: callbackSecret,
  },
  rotateCallbackSecret: {
    ...adminDefaults,
    operationId: 'rotateCallbackSecret',
    method: 'POST',
    path: '/admin/callback-secret/rotate',
    summary: 'Replace the secret that callbacks are signed with; the old one stays valid for 24 hours',
    response: callbackSecret,
  },
} as const satisfies Record<string, Endpoint>
