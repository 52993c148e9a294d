import { useState } from 'react'
import type { ApiKey } from '../../../sdk/src/operations.ts'
import { scopes } from '../../../src/contract/scopes.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery } from '../api/queries.ts'
import { ConfirmDialog } from '../components/dialog.tsx'
import { formatDateTime, formatRelativeTime } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { EmptyState, QueryState } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { SettingsSection } from './settings-section.tsx'

export function ApiKeysSection() {
  const keys = useApiQuery('listMyApiKeys', {})
  const [isCreating, setIsCreating] = useState(false)
  const [createdKey, setCreatedKey] = useState<string>()
  const [revoking, setRevoking] = useState<ApiKey>()
  const showToast = useToast()
  const revoke = useApiMutation(
    ({ id }: ApiKey) => api.revokeApiKey({ id }),
    ['listMyApiKeys'],
    () => {
      setRevoking(undefined)
      showToast('Revoked')
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
      lead="A key acts as you, within the access you give it. Keep it secret."
      action={create}
    >
      <QueryState
        query={keys}
        isEmpty={(data) => data.apiKeys.length === 0}
        empty={
          <EmptyState icon="key" title="No API keys yet">
            Programs need a key to ask and index on your behalf.
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
                    <code className="font-mono">{key.hint}</code> · created {formatRelativeTime(key.createdAt)} ·{' '}
                    <span title={key.lastUsedAt ? formatDateTime(key.lastUsedAt) : undefined}>
                      {key.lastUsedAt ? `used ${formatRelativeTime(key.lastUsedAt)}` : 'never used'}
                    </span>
                  </span>
                  <span className="block text-[0.8125rem] text-quiet">{describeKey(key)}</span>
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
          onCreated={(key) => {
            setIsCreating(false)
            setCreatedKey(key)
          }}
        />
      )}
      {createdKey !== undefined && (
        <SecretDialog
          title="Your new key"
          description="Copy it now. You won’t be able to see it again."
          secret={createdKey}
          onClose={() => setCreatedKey(undefined)}
        />
      )}
      {revoking && (
        <ConfirmDialog
          title={`Revoke ${revoking.name}?`}
          confirmLabel="Revoke"
          mutation={revoke}
          onConfirm={() => revoke.mutate(revoking)}
          onClose={() => setRevoking(undefined)}
        >
          <p>Requests with this key will be refused. This can’t be undone.</p>
        </ConfirmDialog>
      )}
    </SettingsSection>
  )
}

/** Returns what a key can do and until when, in a few words. */
function describeKey({ scopes: granted, expiresAt }: ApiKey): string {
  const access = granted.length === scopes.length ? 'full access' : granted.join(', ')
  if (expiresAt === null) return access
  return `${access} · ${new Date(expiresAt) > new Date() ? 'expires' : 'expired'} ${formatRelativeTime(expiresAt)}`
}
