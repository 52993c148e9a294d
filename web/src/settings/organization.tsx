import { useEffect, useState } from 'react'
import { type Administration, useChange, useOrganization } from '../api/queries.ts'
import { call, ServiceError } from '../api/request.ts'
import { Field } from '../components/field.tsx'
import { useNotice } from '../components/notice.tsx'
import { Failure, Loaded } from '../components/states.tsx'
import { Section } from './section.tsx'

export function OrganizationSection() {
  const organization = useOrganization()
  return (
    <Section title="Organization">
      <Loaded query={organization}>
        {(data) => <OrganizationForm key={data.id} name={data.name} askEnabled={data.askEnabled} />}
      </Loaded>
    </Section>
  )
}

function OrganizationForm({ name: stored, askEnabled }: { name: string; askEnabled: boolean }) {
  const [name, setName] = useState(stored)
  useEffect(() => setName(stored), [stored])
  const notice = useNotice()
  const save = useChange(
    (body: { name?: string; askEnabled?: boolean }) =>
      call<Administration['changeOrganization']>('PATCH', '/organization', { body }),
    ['organization', 'me'],
    () => notice('Saved'),
  )
  const problems = save.error instanceof ServiceError ? save.error.fields : {}
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
      {save.error && !problems.name && <Failure error={save.error} />}
    </div>
  )
}
