import { useState } from 'react'
import type { ApiKey } from '../../../sdk/src/operations.ts'
import { scopes } from '../../../src/contract/scopes.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery } from '../api/queries.ts'
import { ConfirmDialog } from '../components/dialog.tsx'
import { FilteredList } from '../components/filtered-list.tsx'
import { formatDate, formatDateTime, formatRelativeTime } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { EmptyState, QueryState } from '../components/query-state.tsx'
import { RowsSkeleton } from '../components/skeletons.tsx'
import { useToast } from '../components/toast.tsx'
import { scopeText, apiKeysText as text } from '../messages/api-keys.ts'
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
      showToast(text('revoked'))
    },
  )
  const create = (
    <button type="button" className="button button-primary" onClick={() => setIsCreating(true)}>
      <Icon name="plus" size={16} />
      {text('create')}
    </button>
  )
  return (
    <SettingsSection title={text('title')} lead={text('lead')} action={create}>
      <QueryState
        query={keys}
        loading={<RowsSkeleton />}
        isEmpty={(data) => data.apiKeys.length === 0}
        empty={
          <EmptyState icon="key" title={text('empty')} action={create}>
            {text('emptyHint')}
          </EmptyState>
        }
      >
        {(data) => <KeyList apiKeys={data.apiKeys} onRevoke={setRevoking} />}
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
          title={text('newKey')}
          description={text('newKeyHint')}
          secret={createdKey}
          onClose={() => setCreatedKey(undefined)}
        />
      )}
      {revoking && (
        <ConfirmDialog
          title={text('revokeTitle', { name: revoking.name })}
          confirmLabel={text('revoke')}
          mutation={revoke}
          onConfirm={() => revoke.mutate(revoking)}
          onClose={() => setRevoking(undefined)}
        >
          <p>{text('revokeEffect')}</p>
        </ConfirmDialog>
      )}
    </SettingsSection>
  )
}

function KeyList({ apiKeys, onRevoke }: { apiKeys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  return (
    <FilteredList label={text('find')} items={apiKeys}>
      {(found) => (
        <ul className="card divide-y divide-line">
          {found.map((key) => (
            <li key={key.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
              <Icon name="key" className="text-quiet" />
              <span className="min-w-0 flex-1 basis-40">
                <span className="block truncate font-medium">{key.name}</span>
                <span className="block text-[0.8125rem] text-quiet">
                  <code className="font-mono">{key.hint}</code>
                  {` · ${text('created', { when: formatRelativeTime(key.createdAt) })} · `}
                  <span title={key.lastUsedAt ? formatDateTime(key.lastUsedAt) : undefined}>
                    {key.lastUsedAt ? text('used', { when: formatRelativeTime(key.lastUsedAt) }) : text('neverUsed')}
                  </span>
                </span>
                <KeyLimits apiKey={key} />
              </span>
              <button
                type="button"
                className="button button-danger"
                aria-label={text('revokeKey', { name: key.name })}
                onClick={() => onRevoke(key)}
              >
                {text('revoke')}
              </button>
            </li>
          ))}
        </ul>
      )}
    </FilteredList>
  )
}

const soonMs = 7 * 24 * 3600_000

/** What a key can do, and until when. */
function KeyLimits({ apiKey: { scopes: granted, expiresAt } }: { apiKey: ApiKey }) {
  const leftMs = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - Date.now()
  return (
    <span className="mt-1 flex flex-wrap gap-1.5">
      {granted.length === scopes.length ? (
        <span className="chip">{text('fullAccess')}</span>
      ) : (
        granted.map((scope) => (
          <span key={scope} className="chip">
            {scopeText(scope)}
          </span>
        ))
      )}
      <span
        className={`chip ${leftMs <= 0 ? 'chip-alarm' : leftMs < soonMs ? 'chip-warn' : ''}`}
        title={expiresAt === null ? undefined : formatDateTime(expiresAt)}
      >
        {expiresAt === null
          ? text('neverExpires')
          : text(leftMs > 0 ? 'expires' : 'expired', { date: formatDate(expiresAt) })}
      </span>
    </span>
  )
}
