import type { App } from '../../app.ts'

export interface NewOrganization {
  organizationId: string
  memberId: string
  withSample: boolean
}

/**
 * Registers the job that loads the sample handbook: embedding it takes too long for a request, and the queue continues it
 * after a restart.
 */
export function registerSampleJob(app: App): void {
  app.jobs.register(
    'sample',
    async ({ organizationId, payload }) => {
      const { loadSample } = await import('./load-sample.ts')
      await loadSample(app, { organizationId, memberId: (payload as { memberId: string }).memberId })
      return undefined
    },
    { concurrency: 1, prefetch: 0 },
  )
}

/** Queues the sample handbook for a new organization, if requested. */
export async function enqueueSample(
  app: App,
  { organizationId, memberId, withSample }: NewOrganization,
): Promise<void> {
  if (!withSample) return
  const job = { organizationId, kind: 'sample', payload: { memberId }, uniqueKey: 'sample' }
  await app.database.transaction((sql) => app.jobs.enqueue(sql, job))
}
