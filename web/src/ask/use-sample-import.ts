import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../api/client.ts'

export interface SampleImport {
  state: 'none' | 'running' | 'done' | 'failed' | 'unknown'
  /** Notes so far. */
  notes: number
  error: unknown
  refetch: () => unknown
}

/** Follows the import of the sample handbook after set-up. The rest of the app is refreshed when it ends. */
export function useSampleImport(isExpected: boolean): SampleImport {
  const client = useQueryClient()
  const progress = useQuery({
    queryKey: ['sample'],
    queryFn: async ({ signal }) => {
      const { jobs } = await api.listJobs({}, { signal })
      const { total } = await api.listNotes({}, { signal })
      return { job: jobs.find(({ kind }) => kind === 'sample')?.state ?? 'done', notes: total }
    },
    enabled: isExpected,
    refetchInterval: ({ state }) => (['done', 'dead'].includes(state.data?.job ?? '') ? false : 1000),
    staleTime: 0,
  })
  const job = progress.data?.job
  useEffect(() => {
    if (job === 'done')
      for (const name of ['exampleQuestions', 'note-tree', 'listAssistants'])
        void client.invalidateQueries({ queryKey: [name] })
  }, [job, client])
  const { data, error, refetch } = progress
  return { state: sampleState(isExpected, job, error), notes: data?.notes ?? 0, error, refetch }
}

/** An import that isn't known about yet counts as running: the screen must not say meanwhile that there is nothing. */
function sampleState(isExpected: boolean, job: string | undefined, error: unknown): SampleImport['state'] {
  if (!isExpected) return 'none'
  if (job === 'done') return 'done'
  if (job === 'dead') return 'failed'
  return job === undefined && error ? 'unknown' : 'running'
}
