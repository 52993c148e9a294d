import { useState } from 'react'
import { contentScopes, type Scope, scopeDescriptions, scopes } from '../../../src/contract/scopes.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useMe } from '../api/queries.ts'
import { Checkbox } from '../components/checkbox.tsx'
import { Field, FieldErrorText, NameField } from '../components/field.tsx'
import { FormDialog } from '../components/form-dialog.tsx'

const expiryOptions = [
  { label: 'Never', days: undefined },
  { label: 'In 30 days', days: 30 },
  { label: 'In 90 days', days: 90 },
  { label: 'In 1 year', days: 365 },
] as const

/** Creates an API key with the scopes and the expiry that the person chooses. */
export function CreateKeyDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (key: string) => void }) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly Scope[]>(contentScopes)
  const [days, setDays] = useState('')
  const isAdmin = useMe().data?.role === 'admin'
  const create = useApiMutation(
    () => api.createApiKey({ name, scopes: [...chosen], expiresAt: days ? dateAfter(Number(days)) : null }),
    ['listMyApiKeys'],
    ({ key }) => onCreated(key),
  )
  return (
    <FormDialog title="Create API key" width="max-w-md" mutation={create} submitLabel="Create" onClose={onClose}>
      {(fieldError) => (
        <>
          <NameField
            hint="What the key is for, so you can recognize it later."
            placeholder="Ticket sync"
            error={fieldError('name')}
            value={name}
            onChange={setName}
          />
          <fieldset className="space-y-2">
            <legend className="mb-1.5 text-sm font-semibold">The key can</legend>
            {scopes
              .filter((scope) => scope !== 'admin' || isAdmin)
              .map((scope) => (
                <Checkbox
                  key={scope}
                  isChecked={chosen.includes(scope)}
                  onChange={(isChecked) =>
                    setChosen(scopes.filter((other) => (other === scope ? isChecked : chosen.includes(other))))
                  }
                >
                  {scopeDescriptions[scope]}
                </Checkbox>
              ))}
            <FieldErrorText error={fieldError('scopes')} />
          </fieldset>
          <Field label="Expires" error={fieldError('expiresAt')}>
            {(control) => (
              <select {...control} className="input" value={days} onChange={(event) => setDays(event.target.value)}>
                {expiryOptions.map((option) => (
                  <option key={option.label} value={option.days ?? ''}>
                    {option.label}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </>
      )}
    </FormDialog>
  )
}

function dateAfter(days: number): string {
  return new Date(Date.now() + days * 24 * 3600_000).toISOString()
}
