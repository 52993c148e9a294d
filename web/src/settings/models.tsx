import { Link } from 'wouter'
import type { ModelTrial } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery } from '../api/queries.ts'
import { Icon } from '../components/icon.tsx'
import { ErrorAlert, QueryState } from '../components/query-state.tsx'
import { SettingsSection } from './settings-section.tsx'

export function ModelsSection() {
  const service = useApiQuery('readService', {})
  const trial = useApiMutation(() => api.tryModels(), [])
  return (
    <SettingsSection
      title="Models and limits"
      lead={
        <>
          Set by environment variables when the server starts. An admin can also{' '}
          <Link href="/settings/language-model" className="link">
            set up the language model
          </Link>{' '}
          here.
        </>
      }
      action={
        <button type="button" className="button" disabled={trial.isPending} onClick={() => trial.mutate(undefined)}>
          {trial.isPending ? 'Testing…' : 'Test models'}
        </button>
      }
    >
      {trial.error && <ErrorAlert error={trial.error} />}
      <QueryState query={service}>
        {(data) => (
          <div className="grid max-w-3xl grid-cols-1 gap-4 sm:grid-cols-2">
            <ModelCard
              title="Semantic search"
              name={data.embedding?.model}
              detail={
                data.embedding
                  ? `${data.embedding.place === 'local' ? 'On this machine' : 'On a remote server'}, ${data.embedding.dimensions} dimensions`
                  : 'No embedding model: search uses keywords only.'
              }
              trial={trial.data?.embedding}
            />
            <ModelCard
              title="Writing answers"
              name={data.chat?.model}
              detail={data.chat ? `At ${data.chat.host}` : 'No language model: answers are quoted from the notes.'}
              trial={trial.data?.chat}
            />
            <dl className="card grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-2 px-5 py-4 sm:col-span-2">
              <dt className="text-quiet">Questions and digests per person per minute</dt>
              <dd>{data.limits.asksPerMinute.toLocaleString()}</dd>
              <dt className="text-quiet">Index, list and delete operations per person per minute</dt>
              <dd>{data.limits.indexPerMinute.toLocaleString()}</dd>
              <dt className="text-quiet">Maximum request size</dt>
              <dd>{(data.limits.maxBodyBytes / 1024 / 1024).toLocaleString()} MiB</dd>
              <dt className="text-quiet">Database</dt>
              <dd>{data.database === 'embedded' ? 'Embedded' : 'PostgreSQL'}</dd>
            </dl>
          </div>
        )}
      </QueryState>
    </SettingsSection>
  )
}

function ModelCard({
  title,
  name,
  detail,
  trial,
}: {
  title: string
  name: string | undefined
  detail: string
  trial: ModelTrial['chat'] | undefined
}) {
  return (
    <div className="card px-5 py-4">
      <h3 className="text-sm text-quiet">{title}</h3>
      <p className="mt-1 font-semibold break-words">{name ?? 'None'}</p>
      <p className="mt-1 text-sm text-quiet">{detail}</p>
      {trial && (
        <p role="status" className={`mt-3 flex items-start gap-2 text-sm ${trial.ok ? 'text-accent' : 'text-alarm'}`}>
          <Icon name={trial.ok ? 'check' : 'alert'} size={16} className="mt-0.5" />
          <span className="min-w-0 break-words">
            {trial.ok ? `Answered in ${trial.ms} ms` : trial.message}
            {trial.ok && trial.message !== '' && <span className="text-quiet"> ({trial.message})</span>}
          </span>
        </p>
      )}
    </div>
  )
}
