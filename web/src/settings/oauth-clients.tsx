import { useState } from 'react'
import type { CreatedOAuthClient, OAuthClient } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery } from '../api/queries.ts'
import { ConfirmDialog } from '../components/dialog.tsx'
import { Field, NameField, TextField } from '../components/field.tsx'
import { FilteredList } from '../components/filtered-list.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { formatDate } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { EmptyState, QueryState } from '../components/query-state.tsx'
import { RowsSkeleton } from '../components/skeletons.tsx'
import { oauthClientsText } from '../messages/oauth-clients.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { SettingsSection } from './settings-section.tsx'

export function OauthClientsSection() {
  const clients = useApiQuery('listOauthClients', {})
  const [isCreating, setIsCreating] = useState(false)
  const [created, setCreated] = useState<CreatedOAuthClient>()
  const [removing, setRemoving] = useState<OAuthClient>()
  const remove = useApiMutation(
    (id: string) => api.deleteOauthClient({ id }),
    ['listOauthClients'],
    () => setRemoving(undefined),
  )
  const register = (
    <button type="button" className="button button-primary" onClick={() => setIsCreating(true)}>
      <Icon name="plus" size={16} />
      {oauthClientsText('registerClient')}
    </button>
  )
  return (
    <SettingsSection title={oauthClientsText('title')} lead={oauthClientsText('lead')} action={register}>
      <QueryState
        query={clients}
        loading={<RowsSkeleton />}
        isEmpty={(data) => data.clients.length === 0}
        empty={
          <EmptyState icon="link" title={oauthClientsText('empty')} action={register}>
            {oauthClientsText('emptyHint')}
          </EmptyState>
        }
      >
        {(data) => (
          <FilteredList label={oauthClientsText('find')} items={data.clients}>
            {(found) => (
              <ul className="card divide-y divide-line">
                {found.map((client) => (
                  <li key={client.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
                    <span className="min-w-0 flex-1 basis-52">
                      <span className="block truncate font-medium">{client.name}</span>
                      <span className="block truncate text-[0.8125rem] text-quiet">
                        <code className="font-mono">{client.id}</code> · {oauthClientsText(client.kind)} ·{' '}
                        {formatDate(client.createdAt)}
                      </span>
                    </span>
                    <button
                      type="button"
                      className="button button-danger"
                      aria-label={oauthClientsText('removeClient', { name: client.name })}
                      onClick={() => setRemoving(client)}
                    >
                      {oauthClientsText('remove')}
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </FilteredList>
        )}
      </QueryState>
      {isCreating && (
        <RegisterClientDialog
          onClose={() => setIsCreating(false)}
          onCreated={(client) => {
            setIsCreating(false)
            setCreated(client)
          }}
        />
      )}
      {created && (
        <SecretDialog
          title={created.client.name}
          description={
            created.secret === null
              ? oauthClientsText('publicCreated')
              : oauthClientsText('confidentialCreated', { id: created.client.id })
          }
          secret={created.secret ?? created.client.id}
          onClose={() => setCreated(undefined)}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={oauthClientsText('removeTitle', { name: removing.name })}
          confirmLabel={oauthClientsText('remove')}
          mutation={remove}
          onConfirm={() => remove.mutate(removing.id)}
          onClose={() => setRemoving(undefined)}
        >
          <p>{oauthClientsText('removeEffect')}</p>
        </ConfirmDialog>
      )}
    </SettingsSection>
  )
}

function RegisterClientDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void
  onCreated: (created: CreatedOAuthClient) => void
}) {
  const [name, setName] = useState('')
  const [redirectUris, setRedirectUris] = useState('')
  const [kind, setKind] = useState<'public' | 'confidential'>('public')
  const register = useApiMutation(
    () => api.createOauthClient({ name, kind, redirectUris: redirectUris.split(/\s+/).filter(Boolean) }),
    ['listOauthClients'],
    onCreated,
  )
  return (
    <FormDialog
      title={oauthClientsText('registerClient')}
      mutation={register}
      submitLabel={oauthClientsText('register')}
      onClose={onClose}
    >
      {(fieldError) => (
        <>
          <NameField error={fieldError('name')} value={name} onChange={setName} />
          <TextField
            label={oauthClientsText('redirectUris')}
            hint={oauthClientsText('redirectUrisHint')}
            error={fieldError('redirectUris')}
            rows={3}
            required
            placeholder={oauthClientsText('redirectUrisPlaceholder')}
            value={redirectUris}
            onChange={setRedirectUris}
          />
          <Field label={oauthClientsText('type')} error={fieldError('kind')}>
            {(control) => (
              <select
                {...control}
                className="input"
                value={kind}
                onChange={(event) => setKind(event.target.value as typeof kind)}
              >
                <option value={oauthClientsText('public')}>{oauthClientsText('publicType')}</option>
                <option value={oauthClientsText('confidential')}>{oauthClientsText('confidentialType')}</option>
              </select>
            )}
          </Field>
        </>
      )}
    </FormDialog>
  )
}
