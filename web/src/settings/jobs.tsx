import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery } from '../api/queries.ts'
import { formatRelativeTime } from '../components/format-date.ts'
import { EmptyState, ErrorAlert, QueryState } from '../components/query-state.tsx'
import { RowsSkeleton } from '../components/skeletons.tsx'
import { describeJobKind, jobsText } from '../messages/jobs.ts'
import { emptySettingsText } from '../messages/settings.ts'
import { SettingsSection } from './settings-section.tsx'

export function JobsSection() {
  const jobs = useApiQuery('listJobs', {})
  const retry = useApiMutation((id: string) => api.retryJob({ id }), ['listJobs'])
  return (
    <SettingsSection title={jobsText('title')} lead={jobsText('lead')}>
      {retry.error && <ErrorAlert error={retry.error} />}
      <QueryState
        query={jobs}
        loading={<RowsSkeleton />}
        isEmpty={(data) => data.jobs.length === 0}
        empty={
          <EmptyState icon="check" title={emptySettingsText('jobs')}>
            {emptySettingsText('jobsHint')}
          </EmptyState>
        }
      >
        {(data) => (
          <ul className="card divide-y divide-line">
            {data.jobs.map((job) => (
              <li key={job.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
                <span className="min-w-0 flex-1 basis-52">
                  <span className="block font-medium">
                    {describeJobKind(job.kind)} <span className="font-normal text-quiet">#{job.id}</span>
                  </span>
                  <span className="block text-[0.8125rem] break-words text-quiet">
                    {formatRelativeTime(job.createdAt)}
                    {job.failures > 0 && `, ${jobsText('failedAttempts', { count: job.failures })}`}
                    {job.lastError && `: ${job.lastError}`}
                  </span>
                </span>
                <span
                  className={`chip ${{ dead: 'chip-alarm', done: '', running: 'chip-accent', waiting: 'chip-warn' }[job.state]}`}
                >
                  {jobsText(job.state)}
                </span>
                {job.state === 'dead' && (
                  <button
                    type="button"
                    className="button"
                    disabled={retry.isPending}
                    onClick={() => retry.mutate(job.id)}
                  >
                    {jobsText('tryAgain')}
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </SettingsSection>
  )
}
