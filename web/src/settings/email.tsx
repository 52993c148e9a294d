import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery } from '../api/queries.ts'
import { EmptyState, ErrorAlert, QueryState } from '../components/query-state.tsx'
import { emailText as text } from '../messages/email.ts'
import { SettingsSection } from './settings-section.tsx'

/** Shows the mail server, and sends a test message. */
export function EmailSection() {
  const service = useApiQuery('readService', {})
  const trial = useApiMutation(() => api.tryMail(), [])
  return (
    <SettingsSection
      title={text('title')}
      lead={text('lead')}
      action={
        service.data?.mail && (
          <button type="button" className="button" disabled={trial.isPending} onClick={() => trial.mutate(undefined)}>
            {text(trial.isPending ? 'sending' : 'sendTest')}
          </button>
        )
      }
    >
      {trial.error && <ErrorAlert error={trial.error} />}
      <QueryState
        query={service}
        isEmpty={(data) => data.mail === null}
        empty={
          <EmptyState icon="inbox" title={text('noServer')}>
            {text('noServerHint')}
          </EmptyState>
        }
      >
        {({ mail }) => (
          <div className="card max-w-xl px-5 py-4">
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
              <dt className="text-quiet">{text('server')}</dt>
              <dd className="break-all">{mail?.host}</dd>
              <dt className="text-quiet">{text('from')}</dt>
              <dd className="break-all">{mail?.from}</dd>
            </dl>
            {trial.data && (
              <p role="status" className={`mt-4 ${trial.data.ok ? 'text-accent' : 'text-alarm'}`}>
                {trial.data.message}
              </p>
            )}
          </div>
        )}
      </QueryState>
    </SettingsSection>
  )
}
