import { useEffect, useState } from 'react'
import { type AdministrationEndpoints, useApiMutation, useOrganization } from '../api/queries.ts'
import { ApiError, callApi } from '../api/request.ts'
import { Field } from '../components/field.tsx'
import { ErrorAlert, QueryState } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import { SettingsSection } from './settings-section.tsx'

export function OrganizationSection() {
  const organization = useOrganization()
  return (
    <SettingsSection title="Organization">
      <QueryState query={organization}>
        {(data) => <OrganizationForm key={data.id} name={data.name} askEnabled={data.askEnabled} />}
      </QueryState>
    </SettingsSection>
  )
}

function OrganizationForm({ name: stored, askEnabled }: { name: string; askEnabled: boolean }) {
  const [name, setName] = useState(stored)
  useEffect(() => setName(stored), [stored])
  const notice = useToast()
  const save = useApiMutation(
    (body: { name?: string; askEnabled?: boolean }) =>
      callApi<AdministrationEndpoints['changeOrganization']>('PATCH', '/organization', { body }),
    ['organization', 'me'],
    () => notice('Saved'),
  )
  const problems = save.error instanceof ApiError ? save.error.fieldErrors : {}
  return (
    <div className="max-w-xl space-y-5">
      <form
        className="card space-y-4 px-5 py-5"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate({ name })
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
        <button
          type="submit"
          className="button button-primary"
          disabled={save.isPending || name.trim() === '' || name === stored}
        >
          Save
        </button>
      </form>
      <div className="card flex items-start gap-4 px-5 py-5">
        <div className="min-w-0 flex-1">
          <h3 id="asking">Asking</h3>
          <p id="asking-hint" className="mt-1 text-quiet">
            While it is off, nobody in the organization can ask, and programs cannot index. Notes stay
            readable.
          </p>
        </div>
        <button
          type="button"
          role="switch"
          aria-checked={askEnabled}
          aria-labelledby="asking"
          aria-describedby="asking-hint"
          disabled={save.isPending}
          onClick={() => save.mutate({ askEnabled: !askEnabled })}
          className="relative mt-1 h-7 w-12 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors aria-checked:border-accent aria-checked:bg-accent"
        >
          <span
            className={`absolute top-1 size-4.5 rounded-full transition-all ${askEnabled ? 'left-6 bg-accent-ink' : 'left-1 bg-line-strong'}`}
          />
        </button>
      </div>
      {save.error && !problems.name && <ErrorAlert error={save.error} />}
    </div>
  )
}
