import type { App } from '../../app.ts'

export interface NewOrganization {
  organizationId: string
  memberId: string
  withSample: boolean
}

/**
 * The sample handbook for a new organization, as work in the queue: reading and embedding it takes longer than a page may,
 * and it is finished by the next start where this process ends before.
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

/** The first organization was made: with something to read in it, where that was wished for. */
export async function enqueueSample(
  app: App,
  { organizationId, memberId, withSample }: NewOrganization,
): Promise<void> {
  if (!withSample) return
  const job = { organizationId, kind: 'sample', payload: { memberId }, uniqueKey: 'sample' }
  await app.database.transaction((sql) => app.jobs.enqueue(sql, job))
}
