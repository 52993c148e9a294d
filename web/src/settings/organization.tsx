import { useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { useApiMutation, useOrganization } from '../api/queries.ts'
import { NameField } from '../components/field.tsx'
import { Form } from '../components/form.tsx'
import { QueryState } from '../components/query-state.tsx'
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
  const showToast = useToast()
  const save = useApiMutation(
    (fields: { name?: string; askEnabled?: boolean }) => api.changeOrganization(fields),
    ['readOrganization', 'me'],
    () => showToast('Saved'),
  )
  return (
    <div className="max-w-xl space-y-5">
      <Form
        mutation={{ ...save, mutate: () => save.mutate({ name }) }}
        submitLabel="Save"
        canSubmit={name.trim() !== '' && name !== stored}
        className="card px-5 py-5"
      >
        {(fieldError) => <NameField error={fieldError('name')} value={name} onChange={setName} />}
      </Form>
      <div className="card flex items-start gap-4 px-5 py-5">
        <div className="min-w-0 flex-1">
          <h3 id="asking">Asking</h3>
          <p id="asking-hint" className="mt-1 text-quiet">
            When it’s off, nobody can ask questions and programs can’t index. Notes stay readable.
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
    </div>
  )
}
