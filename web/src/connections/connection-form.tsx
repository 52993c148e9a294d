import { type ReactNode, useRef } from 'react'
import type { Connection } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation } from '../api/queries.ts'
import { Field, NameField } from '../components/field.tsx'
import { Form } from '../components/form.tsx'
import { connectionFormText as text } from '../messages/connections.ts'
import { type AudienceChoice, AudienceFields } from '../notes/audience-choice.tsx'
import { SettingControl } from './setting-control.tsx'
import { type ConnectionKind, type SettingField, settingFields } from './setting-fields.ts'
import { type SettingValues, toSettings } from './setting-values.ts'
import { scheduleOptions } from './sync-schedule.ts'
import { TrialResult } from './trial-result.tsx'

/** What an admin enters for a connection. */
export interface ConnectionEntry {
  name: string
  values: SettingValues
  /** Names of stored secrets to delete. */
  deletedSecrets: readonly string[]
  readers: AudienceChoice
  everyMinutes: number | null
}

/** Returns the settings of an entry as the API takes them. */
export function entrySettings(kind: ConnectionKind, entry: ConnectionEntry, stored?: Connection) {
  const deleted = Object.fromEntries(entry.deletedSecrets.map((name) => [name, null]))
  return { ...toSettings(settingFields(kind), entry.values, stored?.settings), ...deleted }
}

/** The form of a connection: settings with a test, name, readers and schedule. The entry stays whatever fails. */
export function ConnectionForm({
  kind,
  stored,
  entry,
  onChange,
  save,
  submitLabel,
  onCancel,
}: {
  kind: ConnectionKind
  /** The connection to change; absent for a new one. */
  stored?: Connection
  entry: ConnectionEntry
  onChange: (change: Partial<ConnectionEntry>) => void
  save: { mutate: (input: undefined) => void; reset: () => void; error: unknown; isPending: boolean }
  submitLabel: string
  onCancel: () => void
}) {
  const settings = useRef<HTMLFieldSetElement>(null)
  const trial = useApiMutation(
    () =>
      api.tryConnection({
        kind: kind.kind,
        settings: entrySettings(kind, entry, stored),
        ...(stored && { id: stored.id }),
      }),
    [],
  )
  const test = () => {
    if (!reportInvalidField(settings.current)) return
    save.reset()
    trial.mutate(undefined)
  }
  const fields = settingFields(kind)
  const isMain = (field: SettingField) => field.isRequired || field.isSecret
  const control = (field: SettingField, error: string | undefined) => (
    <SettingControl
      key={field.name}
      field={field}
      error={error}
      value={entry.values[field.name] ?? ''}
      onChange={(value) => {
        trial.reset()
        onChange({ values: { ...entry.values, [field.name]: value } })
      }}
      isStored={stored?.areSecretsReadable === true && stored.secrets.includes(field.name)}
      isDeleted={entry.deletedSecrets.includes(field.name)}
      onDelete={(isDeleted) => {
        const others = entry.deletedSecrets.filter((name) => name !== field.name)
        onChange({ deletedSecrets: isDeleted ? [...others, field.name] : others })
      }}
    />
  )
  return (
    <Form
      mutation={{
        mutate: () => {
          trial.reset()
          save.mutate(undefined)
        },
        error: save.error ?? trial.error,
        isPending: save.isPending,
      }}
      submitLabel={submitLabel}
      onCancel={onCancel}
      keepsText={!stored}
      className="max-w-2xl"
    >
      {(fieldError) => (
        <>
          <fieldset ref={settings} className="card space-y-4 px-5 py-5">
            <legend className="sr-only">{text('source')}</legend>
            {fields.filter(isMain).map((field) => control(field, fieldError(field.name)))}
            <OptionalFields isOpen={fields.some((field) => !isMain(field) && entry.values[field.name])}>
              {fields.filter((field) => !isMain(field)).map((field) => control(field, fieldError(field.name)))}
            </OptionalFields>
            <button type="button" className="button" disabled={trial.isPending} onClick={test}>
              {trial.isPending ? text('testing') : text('test')}
            </button>
            <div role="status" aria-label={text('testResult')}>
              {trial.isPending && <p className="text-quiet">{text('testUnderWay')}</p>}
              {trial.data && !trial.isPending && <TrialResult trial={trial.data} />}
            </div>
          </fieldset>
          <div className="card space-y-4 px-5 py-5">
            <NameField
              hint={text('nameHint')}
              error={fieldError('name')}
              value={entry.name}
              onChange={(name) => onChange({ name })}
            />
            <AudienceFields
              legend={text('readers')}
              hasParent={false}
              value={entry.readers}
              onChange={(readers) => onChange({ readers })}
              error={fieldError('readers')}
              hint={text('readersHint')}
            />
            <Field label={text('schedule')} error={fieldError('everyMinutes')}>
              {(described) => (
                <select
                  {...described}
                  className="input sm:max-w-72"
                  value={entry.everyMinutes ?? ''}
                  onChange={({ target }) =>
                    onChange({ everyMinutes: target.value === '' ? null : Number(target.value) })
                  }
                >
                  {scheduleOptions(stored ? stored.everyMinutes : entry.everyMinutes).map(({ everyMinutes, label }) => (
                    <option key={label} value={everyMinutes ?? ''}>
                      {label}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          </div>
        </>
      )}
    </Form>
  )
}

/** Settings that most people leave empty. */
function OptionalFields({ isOpen, children }: { isOpen: boolean; children: readonly ReactNode[] }) {
  // Only the first rendering decides: it must not close while somebody types.
  const initially = useRef(isOpen)
  if (children.length === 0) return null
  return (
    <details
      ref={(details) => {
        if (details && initially.current) details.open = true
        initially.current = false
      }}
      className="group"
      // A field that is not visible can't show its message.
      onInvalidCapture={({ currentTarget }) => {
        currentTarget.open = true
      }}
    >
      <summary className="w-fit cursor-pointer rounded-md font-semibold text-quiet hover:text-ink">
        {text('optional')}
      </summary>
      <div className="mt-4 space-y-4">{children}</div>
    </details>
  )
}

/** Shows the message of the first field that is not filled in as it must be. Returns whether all are. */
function reportInvalidField(fieldset: HTMLFieldSetElement | null): boolean {
  const controls = [...(fieldset?.querySelectorAll<HTMLInputElement>('input, textarea, select') ?? [])]
  return controls.every((control) => control.reportValidity())
}
