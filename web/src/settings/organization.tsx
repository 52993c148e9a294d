import { useState } from 'react'
import { api } from '../api/client.ts'
import { useApiMutation, useOrganization } from '../api/queries.ts'
import { ConfirmDialog } from '../components/dialog.tsx'
import { NameField } from '../components/field.tsx'
import { Form } from '../components/form.tsx'
import { ErrorAlert, QueryState } from '../components/query-state.tsx'
import { FormSkeleton } from '../components/skeletons.tsx'
import { useToast } from '../components/toast.tsx'
import { organizationText as text } from '../messages/settings.ts'
import { SettingsSection } from './settings-section.tsx'

export function OrganizationSection() {
  const organization = useOrganization()
  return (
    <SettingsSection title={text('title')}>
      <QueryState query={organization} loading={<FormSkeleton fields={1} />}>
        {(data) => <OrganizationForm key={data.id} name={data.name} askEnabled={data.askEnabled} />}
      </QueryState>
    </SettingsSection>
  )
}

function OrganizationForm({ name: stored, askEnabled }: { name: string; askEnabled: boolean }) {
  // Another admin's change must not take typed text away.
  const [typed, setTyped] = useState<string>()
  const name = typed ?? stored
  const showToast = useToast()
  const save = useApiMutation(
    () => api.changeOrganization({ name }),
    ['readOrganization', 'me'],
    (saved) => {
      setTyped((now) => (now?.trim() === saved.name ? undefined : now))
      showToast(text('saved'))
    },
  )
  return (
    <div className="max-w-xl space-y-5">
      <Form
        mutation={save}
        submitLabel={text('save')}
        canSubmit={name.trim() !== '' && name !== stored}
        className="card px-5 py-5"
      >
        {(fieldError) => <NameField error={fieldError('name')} value={name} onChange={setTyped} />}
      </Form>
      <AskingSwitch organizationName={stored} isEnabled={askEnabled} />
    </div>
  )
}

/** Switches asking on at once, and off after a question: it stops everybody's work. */
function AskingSwitch({ organizationName, isEnabled }: { organizationName: string; isEnabled: boolean }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const showToast = useToast()
  const change = useApiMutation(
    (askEnabled: boolean) => api.changeOrganization({ askEnabled }),
    ['readOrganization', 'me'],
    (changed) => {
      setIsConfirming(false)
      showToast(text(changed.askEnabled ? 'askingOn' : 'askingOff'))
    },
  )
  return (
    <div className="card px-5 py-5">
      <div className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <h3 id="asking">{text('asking')}</h3>
          <p id="asking-hint" className="mt-1 text-quiet">
            {text('askingHint')}
          </p>
        </div>
        <button
          type="button"
          role="switch"
          aria-checked={isEnabled}
          aria-labelledby="asking"
          aria-describedby="asking-hint"
          aria-disabled={change.isPending}
          onClick={() => {
            if (change.isPending) return
            change.reset()
            if (isEnabled) setIsConfirming(true)
            else change.mutate(true)
          }}
          className="relative mt-1 h-7 w-12 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors aria-checked:border-accent aria-checked:bg-accent"
        >
          <span
            className={`absolute top-1 size-4.5 rounded-full transition-all ${isEnabled ? 'left-6 bg-accent-ink' : 'left-1 bg-line-strong'}`}
          />
        </button>
      </div>
      {change.error && !isConfirming && (
        <div className="mt-4">
          <ErrorAlert error={change.error} />
        </div>
      )}
      {isConfirming && (
        <ConfirmDialog
          title={text('switchOffTitle')}
          confirmLabel={text('switchOff')}
          mutation={change}
          onConfirm={() => change.mutate(false)}
          onClose={() => setIsConfirming(false)}
        >
          <p>{text('switchOffEffect', { name: organizationName })}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
