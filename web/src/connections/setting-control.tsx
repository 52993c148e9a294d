import { Checkbox } from '../components/checkbox.tsx'
import { Field, TextField } from '../components/field.tsx'
import { connectionFormText as text } from '../messages/connections.ts'
import type { SettingField } from './setting-fields.ts'

/** The control of one setting. A stored secret can stay, be replaced or, unless it is required, be deleted. */
export function SettingControl({
  field,
  value,
  onChange,
  error,
  isStored = false,
  isDeleted = false,
  onDelete,
}: {
  field: SettingField
  value: string
  onChange: (value: string) => void
  error: string | undefined
  /** The service has a value for this secret. */
  isStored?: boolean
  isDeleted?: boolean
  onDelete: (isDeleted: boolean) => void
}) {
  const { name, label, hint, control, isSecret, choices, maxLength, min, max } = field
  const isRequired = field.isRequired && !isStored
  const shared = { label, error, hint: isSecret ? `${hint} ${secretHint(isStored)}`.trim() : hint }
  if (control === 'checkbox')
    return (
      <Field {...shared}>
        {({ id, ...described }) => (
          <input
            {...described}
            id={id}
            type="checkbox"
            className="size-4 accent-accent"
            checked={value === 'true'}
            onChange={(event) => onChange(event.target.checked ? 'true' : '')}
          />
        )}
      </Field>
    )
  if (control === 'choice')
    return (
      <Field {...shared}>
        {(described) => (
          <select
            {...described}
            className="input"
            required={isRequired}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          >
            {!choices.includes('') && <option value="">{field.isRequired ? text('choose') : text('default')}</option>}
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {choice.charAt(0).toUpperCase() + choice.slice(1)}
              </option>
            ))}
          </select>
        )}
      </Field>
    )
  if (control === 'number')
    return (
      <Field {...shared}>
        {(described) => (
          <input
            {...described}
            className="input max-w-40"
            type="number"
            required={isRequired}
            min={min}
            max={max}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
    )
  return (
    <div className="space-y-2">
      <TextField
        {...shared}
        type={isSecret ? 'password' : 'text'}
        autoComplete={isSecret ? 'new-password' : 'off'}
        placeholder={isStored && !isDeleted ? text('stored') : ''}
        required={isRequired}
        {...(maxLength !== undefined && { maxLength })}
        {...(control === 'lines' && { rows: name === 'files' || !isSecret ? 3 : 5 })}
        value={value}
        onChange={onChange}
      />
      {isStored && !field.isRequired && (
        <Checkbox isChecked={isDeleted} onChange={onDelete}>
          {text('deleteStored', { secret: label.charAt(0).toLowerCase() + label.slice(1) })}
        </Checkbox>
      )}
    </div>
  )
}

function secretHint(isStored: boolean): string {
  return isStored ? text('storedSecretHint') : text('secretHint')
}
