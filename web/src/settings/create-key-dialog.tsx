import { useState } from 'react'
import { contentScopes, type Scope, scopeDescriptions, scopes } from '../../../src/contract/scopes.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useMe } from '../api/queries.ts'
import { Checkbox } from '../components/checkbox.tsx'
import { Field, FieldErrorText, NameField } from '../components/field.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { formatDateTime } from '../components/format-date.ts'
import { apiKeysText as text } from '../messages/api-keys.ts'

const expiries = { in30Days: 30, in90Days: 90, in1Year: 365, onDate: undefined, never: undefined } as const

type Expiry = keyof typeof expiries

/** Creates an API key with the scopes and the expiry that the person chooses. */
export function CreateKeyDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (key: string) => void }) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly Scope[]>(contentScopes)
  const [expiry, setExpiry] = useState<Expiry>('in90Days')
  const [lastDay, setLastDay] = useState('')
  const expiresAt = toExpiryDate(expiry, lastDay)
  const isAdmin = useMe().data?.role === 'admin'
  const create = useApiMutation(
    () => api.createApiKey({ name, scopes: [...chosen], expiresAt: expiresAt?.toISOString() ?? null }),
    ['listMyApiKeys'],
    ({ key }) => onCreated(key),
  )
  return (
    <FormDialog
      title={text('createTitle')}
      width="max-w-md"
      mutation={create}
      submitLabel={text('submit')}
      onClose={onClose}
    >
      {(fieldError) => (
        <>
          <NameField
            hint={text('nameHint')}
            placeholder={text('namePlaceholder')}
            error={fieldError('name')}
            value={name}
            onChange={setName}
          />
          <fieldset className="space-y-2">
            <legend className="mb-1.5 text-sm font-semibold">{text('scopes')}</legend>
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
          <Field
            label={text('expiry')}
            error={fieldError('expiresAt')}
            hint={
              expiry === 'never'
                ? text('neverHint')
                : expiresAt && text('expiryHint', { date: formatDateTime(expiresAt.toISOString()) })
            }
          >
            {(control) => (
              <select
                {...control}
                className="input"
                value={expiry}
                onChange={(event) => setExpiry(event.target.value as Expiry)}
              >
                {(Object.keys(expiries) as Expiry[]).map((option) => (
                  <option key={option} value={option}>
                    {text(option)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {expiry === 'onDate' && (
            <Field label={text('lastDay')}>
              {(control) => (
                <input
                  {...control}
                  type="date"
                  className="input"
                  required
                  min={toDay(new Date())}
                  max="9999-12-30"
                  value={lastDay}
                  onChange={(event) => setLastDay(event.target.value)}
                />
              )}
            </Field>
          )}
        </>
      )}
    </FormDialog>
  )
}

/** Returns when the key ends: at the end of its last day in the browser's time zone. Undefined: never, or no day is chosen. */
function toExpiryDate(expiry: Expiry, lastDay: string): Date | undefined {
  const days = expiries[expiry]
  if (days !== undefined) return new Date(Date.now() + days * 24 * 3600_000)
  if (expiry === 'never' || lastDay === '') return undefined
  const end = new Date(`${lastDay}T00:00`)
  end.setDate(end.getDate() + 1)
  return end
}

function toDay(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}
