import { useState } from 'react'
import { type AdministrationEndpoints, useApiMutation, useApiQuery } from '../api/queries.ts'
import { ApiError, callApi, type EndpointResponse } from '../api/request.ts'
import { ConfirmDialog, Dialog } from '../components/dialog.tsx'
import { Field } from '../components/field.tsx'
import { formatDateTime, formatRelativeTime } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { EmptyState, ErrorAlert, QueryState } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { SettingsSection } from './settings-section.tsx'

type ApiKeyListItem = EndpointResponse<AdministrationEndpoints['listApiKeys']>['apiKeys'][number]

export function ApiKeysSection() {
  const keys = useApiQuery<AdministrationEndpoints['listApiKeys']>(['api-keys'], '/api-keys')
  const [isCreating, setIsCreating] = useState(false)
  const [made, setMade] = useState<string>()
  const [revoking, setRevoking] = useState<ApiKeyListItem>()
  const notice = useToast()
  const revoke = useApiMutation(
    (key: ApiKeyListItem) =>
      callApi<AdministrationEndpoints['revokeApiKey']>('DELETE', `/api-keys/${key.id}`),
    ['api-keys'],
    () => {
      setRevoking(undefined)
      notice('Revoked')
    },
  )
  const create = (
    <button type="button" className="button button-primary" onClick={() => setIsCreating(true)}>
      <Icon name="plus" size={16} />
      Create key
    </button>
  )
  return (
    <SettingsSection
      title="API keys"
      lead="A key acts as you: whoever has it sees what you see and writes what you may write."
      action={create}
    >
      <QueryState
        query={keys}
        isEmpty={(data) => data.apiKeys.length === 0}
        empty={
          <EmptyState icon="key" title="You have no key">
            Programs need one to ask and to index on your behalf.
          </EmptyState>
        }
      >
        {(data) => (
          <ul className="card divide-y divide-line">
            {data.apiKeys.map((key) => (
              <li key={key.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
                <Icon name="key" className="text-quiet" />
                <span className="min-w-0 flex-1 basis-40">
                  <span className="block truncate font-medium">{key.name}</span>
                  <span className="block text-[0.8125rem] text-quiet">
                    <code className="font-mono">{key.hint}</code> · created{' '}
                    {formatRelativeTime(key.createdAt)} ·{' '}
                    <span title={key.lastUsedAt ? formatDateTime(key.lastUsedAt) : undefined}>
                      {key.lastUsedAt ? `used ${formatRelativeTime(key.lastUsedAt)}` : 'never used'}
                    </span>
                  </span>
                </span>
                <button
                  type="button"
                  className="button button-danger"
                  aria-label={`Revoke ${key.name}`}
                  onClick={() => setRevoking(key)}
                >
                  Revoke
                </button>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      {isCreating && (
        <CreateKeyDialog
          onClose={() => setIsCreating(false)}
          onMade={(key) => {
            setIsCreating(false)
            setMade(key)
          }}
        />
      )}
      {made !== undefined && (
        <SecretDialog
          title="Your new key"
          says="Copy it now: it is shown only this once. Only its hash is kept."
          secret={made}
          onClose={() => setMade(undefined)}
        />
      )}
      {revoking && (
        <ConfirmDialog
          title={`Revoke ${revoking.name}?`}
          action="Revoke"
          isBusy={revoke.isPending}
          onConfirm={() => revoke.mutate(revoking)}
          onClose={() => setRevoking(undefined)}
        >
          <p>The next request with it is refused. This cannot be undone.</p>
          {revoke.error && <ErrorAlert error={revoke.error} />}
        </ConfirmDialog>
      )}
    </SettingsSection>
  )
}

function CreateKeyDialog({ onClose, onMade }: { onClose: () => void; onMade: (key: string) => void }) {
  const [name, setName] = useState('')
  const create = useApiMutation(
    () => callApi<AdministrationEndpoints['createApiKey']>('POST', '/api-keys', { body: { name } }),
    ['api-keys'],
    ({ key }) => onMade(key),
  )
  const problems = create.error instanceof ApiError ? create.error.fieldErrors : {}
  return (
    <Dialog title="Create an API key" onClose={onClose} width="max-w-md">
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate(undefined)
        }}
      >
        <Field label="Name" hint="What it is for, so that you recognize it later." problem={problems.name}>
          {(ids) => (
            <input
              {...ids}
              className="input"
              required
              maxLength={200}
              placeholder="Ticket sync"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        {create.error && !problems.name && <ErrorAlert error={create.error} />}
        <div className="flex justify-end gap-2">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="submit"
            className="button button-primary"
            disabled={create.isPending || name.trim() === ''}
          >
            Create
          </button>
        </div>
      </form>
    </Dialog>
  )
}
