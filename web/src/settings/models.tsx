import { Link } from 'wouter'
import type { ModelTrial } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery } from '../api/queries.ts'
import { Icon } from '../components/icon.tsx'
import { ErrorAlert, QueryState } from '../components/query-state.tsx'
import { modelsText } from '../messages/models.ts'
import { RichText } from '../messages/rich-text.tsx'
import { SettingsSection } from './settings-section.tsx'

export function ModelsSection() {
  const service = useApiQuery('readService', {})
  const trial = useApiMutation(() => api.tryModels(), [])
  return (
    <SettingsSection
      title={modelsText('title')}
      lead={
        <RichText
          text={modelsText('lead')}
          parts={{
            setup: (words) => (
              <Link href="/settings/language-model" className="link">
                {words}
              </Link>
            ),
          }}
        />
      }
      action={
        <button type="button" className="button" disabled={trial.isPending} onClick={() => trial.mutate(undefined)}>
          {trial.isPending ? modelsText('testing') : modelsText('test')}
        </button>
      }
    >
      {trial.error && <ErrorAlert error={trial.error} />}
      <QueryState query={service}>
        {(data) => (
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <ModelCard
              title={modelsText('embedding')}
              name={data.embedding?.model}
              detail={
                data.embedding
                  ? modelsText(data.embedding.place === 'local' ? 'localEmbedding' : 'remoteEmbedding', {
                      count: data.embedding.dimensions,
                    })
                  : modelsText('noEmbedding')
              }
              trial={trial.data?.embedding}
            />
            <ModelCard
              title={modelsText('chat')}
              name={data.chat?.model}
              detail={data.chat ? modelsText('chatHost', { host: data.chat.host }) : modelsText('noChat')}
              trial={trial.data?.chat}
            />
            <dl className="card grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-2 px-5 py-4 sm:col-span-2">
              <dt className="text-quiet">{modelsText('asksPerMinute')}</dt>
              <dd>{data.limits.asksPerMinute.toLocaleString()}</dd>
              <dt className="text-quiet">{modelsText('indexPerMinute')}</dt>
              <dd>{data.limits.indexPerMinute.toLocaleString()}</dd>
              <dt className="text-quiet">{modelsText('maxBody')}</dt>
              <dd>{modelsText('mebibytes', { count: (data.limits.maxBodyBytes / 1024 / 1024).toLocaleString() })}</dd>
              <dt className="text-quiet">{modelsText('database')}</dt>
              <dd>{data.database === 'embedded' ? modelsText('embedded') : modelsText('postgres')}</dd>
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
      <p className="mt-1 font-semibold break-words">{name ?? modelsText('none')}</p>
      <p className="mt-1 text-sm text-quiet">{detail}</p>
      {trial && (
        <p role="status" className={`mt-3 flex items-start gap-2 text-sm ${trial.ok ? 'text-accent' : 'text-alarm'}`}>
          <Icon name={trial.ok ? 'check' : 'alert'} size={16} className="mt-0.5" />
          <span className="min-w-0 break-words">
            {trial.ok ? modelsText('answered', { duration: trial.ms }) : trial.message}
            {trial.ok && trial.message !== '' && <span className="text-quiet"> ({trial.message})</span>}
          </span>
        </p>
      )}
    </div>
  )
}
