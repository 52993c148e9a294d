import { useState } from 'react'
import { type AdministrationEndpoints, useApiMutation, useApiQuery } from '../api/queries.ts'
import { ApiError, callApi, type EndpointResponse } from '../api/request.ts'
import { ConfirmDialog, Dialog } from '../components/dialog.tsx'
import { Field } from '../components/field.tsx'
import { formatDate } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { EmptyState, ErrorAlert, QueryState } from '../components/query-state.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { SettingsSection } from './settings-section.tsx'

type CreatedOauthClient = EndpointResponse<AdministrationEndpoints['createOauthClient']>
type OauthClient = CreatedOauthClient['client']

export function OauthClientsSection() {
  const clients = useApiQuery<AdministrationEndpoints['listOauthClients']>(
    ['oauth-clients'],
    '/oauth-clients',
  )
  const [isCreating, setIsCreating] = useState(false)
  const [made, setMade] = useState<CreatedOauthClient>()
  const [removing, setRemoving] = useState<OauthClient>()
  const remove = useApiMutation(
    (id: string) => callApi<AdministrationEndpoints['deleteOauthClient']>('DELETE', `/oauth-clients/${id}`),
    ['oauth-clients'],
    () => setRemoving(undefined),
  )
  return (
    <SettingsSection
      title="OAuth clients"
      lead="Programs that people of your organization sign in to with their Lorewell account."
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
          <EmptyState icon="link" title="No client is registered">
            Programs that register themselves need no entry here.
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
                    <code className="font-mono">{client.id}</code> · {client.kind} ·{' '}
                    {formatDate(client.createdAt)}
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
          onMade={(client) => {
            setIsCreating(false)
            setMade(client)
          }}
        />
      )}
      {made && (
        <SecretDialog
          title={made.client.name}
          says={
            made.secret === null
              ? 'This is its client id. It has no secret.'
              : `Its client id is ${made.client.id}. This is its secret, shown only this once.`
          }
          secret={made.secret ?? made.client.id}
          onClose={() => setMade(undefined)}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={`Remove ${removing.name}?`}
          action="Remove"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(removing.id)}
          onClose={() => setRemoving(undefined)}
        >
          <p>Every token issued to it stops working.</p>
          {remove.error && <ErrorAlert error={remove.error} />}
        </ConfirmDialog>
      )}
    </SettingsSection>
  )
}

function RegisterClientDialog({
  onClose,
  onMade,
}: {
  onClose: () => void
  onMade: (made: CreatedOauthClient) => void
}) {
  const [name, setName] = useState('')
  const [addresses, setAddresses] = useState('')
  const [kind, setKind] = useState<'public' | 'confidential'>('public')
  const register = useApiMutation(
    () =>
      callApi<AdministrationEndpoints['createOauthClient']>('POST', '/oauth-clients', {
        body: { name, kind, redirectUris: addresses.split(/\s+/).filter(Boolean) },
      }),
    ['oauth-clients'],
    onMade,
  )
  const problems = register.error instanceof ApiError ? register.error.fieldErrors : {}
  return (
    <Dialog title="Register a client" onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          register.mutate(undefined)
        }}
      >
        <Field label="Name" problem={problems.name}>
          {(ids) => (
            <input
              {...ids}
              className="input"
              required
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label="Redirect addresses" hint="One a line." problem={problems.redirectUris}>
          {(ids) => (
            <textarea
              {...ids}
              className="input"
              rows={3}
              required
              placeholder="https://example.com/callback"
              value={addresses}
              onChange={(event) => setAddresses(event.target.value)}
            />
          )}
        </Field>
        <Field label="Kind">
          {(ids) => (
            <select
              {...ids}
              className="input"
              value={kind}
              onChange={(event) => setKind(event.target.value as typeof kind)}
            >
              <option value="public">Public: a program or page that cannot keep a secret</option>
              <option value="confidential">Confidential: a server with a secret</option>
            </select>
          )}
        </Field>
        {register.error && Object.keys(problems).length === 0 && <ErrorAlert error={register.error} />}
        <div className="flex justify-end gap-2">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button button-primary" disabled={register.isPending}>
            Register
          </button>
        </div>
      </form>
    </Dialog>
  )
}
