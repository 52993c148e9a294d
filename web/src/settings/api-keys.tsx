import { useState } from 'react'
import type { ApiKey } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery } from '../api/queries.ts'
import { ConfirmDialog } from '../components/dialog.tsx'
import { TextField } from '../components/field.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { formatDateTime, formatRelativeTime } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { EmptyState, ErrorAlert, QueryState } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { SettingsSection } from './settings-section.tsx'

export function ApiKeysSection() {
  const keys = useApiQuery('listMyApiKeys', {})
  const [isCreating, setIsCreating] = useState(false)
  const [made, setMade] = useState<string>()
  const [revoking, setRevoking] = useState<ApiKey>()
  const notice = useToast()
  const revoke = useApiMutation(
    ({ id }: ApiKey) => api.revokeApiKey({ id }),
    ['listMyApiKeys'],
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
    () => api.createApiKey({ name }),
    ['listMyApiKeys'],
    ({ key }) => onMade(key),
  )
  return (
    <FormDialog
      title="Create an API key"
      width="max-w-md"
      mutation={create}
      submitLabel="Create"
      canSubmit={name.trim() !== ''}
      onClose={onClose}
    >
      {(fieldError) => (
        <TextField
          label="Name"
          hint="What it is for, so that you recognize it later."
          error={fieldError('name')}
          required
          maxLength={200}
          placeholder="Ticket sync"
          value={name}
          onChange={setName}
        />
      )}
    </FormDialog>
  )
}
