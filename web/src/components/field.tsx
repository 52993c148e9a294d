import { type ComponentProps, type ReactNode, useId } from 'react'
import { commonText } from '../messages/common.ts'
import { exceededLimit } from './text-limit.ts'

interface FieldControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** How much of its length a text uses. */
  count?: string | undefined
}

/** A labelled control with its hint and its error. */
export function Field({
  label,
  hint,
  error,
  count,
  children,
}: FieldProps & { children: (control: FieldControlProps) => ReactNode }) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-[0.8125rem] text-quiet">
          {hint}
        </p>
      )}
      <FieldErrorText id={`${id}-error`} error={error} count={count} />
    </div>
  )
}

export function FieldErrorText({
  id,
  error,
  count,
}: {
  id?: string
  error: string | undefined
  count?: string | undefined
}) {
  if (!error) return null
  return (
    <p className="flex flex-wrap justify-between gap-x-3 text-[0.8125rem] text-alarm">
      <span id={id} role="alert">
        {toSentence(error)}
      </span>
      {count && <span className="tabular-nums">{count}</span>}
    </p>
  )
}

/** Turns the API's "must not be empty" into a sentence. */
function toSentence(error: string): string {
  const text = error.charAt(0).toUpperCase() + error.slice(1)
  return /[.!?]$/.test(text) ? text : `${text}.`
}

type TextControlProps = Pick<
  ComponentProps<'input'>,
  'type' | 'required' | 'minLength' | 'pattern' | 'title' | 'placeholder' | 'autoComplete'
>

/** A field for text; with `rows`, a text area. A text that is too long stays as it is, and isn't sent. */
export function TextField({
  label,
  hint,
  error,
  value,
  onChange,
  rows,
  maxLength,
  ...input
}: Omit<FieldProps, 'count'> &
  TextControlProps & {
    value: string
    onChange: (value: string) => void
    rows?: number
    maxLength?: number | undefined
  }) {
  const limit = exceededLimit(value, maxLength)
  return (
    <Field label={label} hint={hint} error={limit?.message ?? error} count={limit?.count}>
      {(control) => {
        const { type, pattern, ...shared } = {
          ...input,
          ...control,
          className: 'input',
          value,
          ref: (field: HTMLInputElement | HTMLTextAreaElement | null) => field?.setCustomValidity(limit?.message ?? ''),
          onChange: (event: { target: { value: string } }) => onChange(event.target.value),
        }
        if (rows) return <textarea {...shared} rows={rows} />
        return <input {...shared} type={type} pattern={pattern} />
      }}
    </Field>
  )
}

/** The name of something: required, with the length that the API allows. */
export function NameField(props: Omit<ComponentProps<typeof TextField>, 'label' | 'required' | 'maxLength'>) {
  return (
    <TextField
      label={commonText('name')}
      required
      maxLength={200}
      pattern=".*\S.*"
      title={commonText('enterName')}
      {...props}
    />
  )
}
