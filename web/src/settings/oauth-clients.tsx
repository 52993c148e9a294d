import { useState } from 'react'
import type { CreatedOAuthClient, OAuthClient } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery } from '../api/queries.ts'
import { ConfirmDialog } from '../components/dialog.tsx'
import { Field, NameField, TextField } from '../components/field.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { formatDate } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { EmptyState, QueryState } from '../components/query-state.tsx'
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
  return (
    <SettingsSection
      title="OAuth clients"
      lead="Apps that people in your organization can sign in to with their Lorewell account."
      action={
        <button type="button" className="button button-primary" onClick={() => setIsCreating(true)}>
          <Icon name="plus" size={16} />
          Register client
        </button>
      }
    >
      <QueryState
        query={clients}
        isEmpty={(data) => data.clients.length === 0}
        empty={
          <EmptyState icon="link" title="No clients registered">
            Apps that register themselves don’t appear here.
          </EmptyState>
        }
      >
        {(data) => (
          <ul className="card divide-y divide-line">
            {data.clients.map((client) => (
              <li key={client.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
                <span className="min-w-0 flex-1 basis-52">
                  <span className="block truncate font-medium">{client.name}</span>
                  <span className="block truncate text-[0.8125rem] text-quiet">
                    <code className="font-mono">{client.id}</code> · {client.kind} · {formatDate(client.createdAt)}
                  </span>
                </span>
                <button
                  type="button"
                  className="button button-danger"
                  aria-label={`Remove ${client.name}`}
                  onClick={() => setRemoving(client)}
                >
                  Remove
                </button>
              </li>
            ))}
          </ul>
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
              ? 'This is the client ID. A public client has no secret.'
              : `The client ID is ${created.client.id}. Copy the secret now. You won’t be able to see it again.`
          }
          secret={created.secret ?? created.client.id}
          onClose={() => setCreated(undefined)}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={`Remove ${removing.name}?`}
          confirmLabel="Remove"
          mutation={remove}
          onConfirm={() => remove.mutate(removing.id)}
          onClose={() => setRemoving(undefined)}
        >
          <p>All tokens issued to it stop working.</p>
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
    <FormDialog title="Register client" mutation={register} submitLabel="Register" onClose={onClose}>
      {(fieldError) => (
        <>
          <NameField error={fieldError('name')} value={name} onChange={setName} />
          <TextField
            label="Redirect URIs"
            hint="One per line"
            error={fieldError('redirectUris')}
            rows={3}
            required
            placeholder="https://example.com/callback"
            value={redirectUris}
            onChange={setRedirectUris}
          />
          <Field label="Type" error={fieldError('kind')}>
            {(control) => (
              <select
                {...control}
                className="input"
                value={kind}
                onChange={(event) => setKind(event.target.value as typeof kind)}
              >
                <option value="public">Public: an app or page that can’t keep a secret</option>
                <option value="confidential">Confidential: a server that keeps a secret</option>
              </select>
            )}
          </Field>
        </>
      )}
    </FormDialog>
  )
}
