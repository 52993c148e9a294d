import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { api } from '../api/client.ts'
import { Icon } from '../components/icon.tsx'

/** Shows the progress of the sample import after set-up. */
export function SampleProgress() {
  const client = useQueryClient()
  const progress = useQuery({
    queryKey: ['sample'],
    queryFn: async ({ signal }) => {
      const { jobs } = await api.listJobs({}, { signal })
      const { total } = await api.listNotes({}, { signal })
      return { state: jobs.find((job) => job.kind === 'sample')?.state ?? 'done', notes: total }
    },
    refetchInterval: ({ state }) => (isFinished(state.data?.state) ? false : 1000),
    staleTime: 0,
  })
  const isDone = progress.data?.state === 'done'
  useEffect(() => {
    if (isDone)
      for (const name of ['exampleQuestions', 'note-tree', 'listAssistants'])
        void client.invalidateQueries({ queryKey: [name] })
  }, [isDone, client])
  if (!progress.data) return null
  const { state, notes } = progress.data
  if (state === 'dead') {
    return (
      <p role="alert" className="card mb-4 bg-alarm-soft px-4 py-3">
        The sample handbook couldn’t be imported.{' '}
        <Link href="/settings/jobs" className="link">
          See why and try again
        </Link>
      </p>
    )
  }
  return (
    <div role="status" className="card mb-4 px-4 py-3">
      {isDone ? (
        <p className="flex items-center gap-2">
          <Icon name="check" size={16} className="text-accent" />
          <span>
            The sample handbook is imported: {notes.toLocaleString()} {notes === 1 ? 'note' : 'notes'}.{' '}
            <Link href="/notes" className="link">
              Read it
            </Link>
            , or ask a question.
          </span>
        </p>
      ) : (
        <>
          <p>
            Importing the sample handbook… {notes.toLocaleString()} {notes === 1 ? 'note' : 'notes'} so far. You can
            already ask about {notes === 1 ? 'it' : 'them'}.
          </p>
          <progress
            aria-label="Importing the sample handbook"
            className="mt-2 h-1.5 w-full overflow-hidden rounded-full accent-accent"
          />
        </>
      )}
    </div>
  )
}

function isFinished(state: string | undefined): boolean {
  return state === 'done' || state === 'dead'
}
