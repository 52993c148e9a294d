import { type ComponentProps, type ReactNode, useId } from 'react'
import { commonText } from '../messages/common.ts'

interface FieldControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

/** A labelled control with its hint and its error. */
export function Field({
  label,
  hint,
  error,
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
      <FieldErrorText id={`${id}-error`} error={error} />
    </div>
  )
}

export function FieldErrorText({ id, error }: { id?: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p id={id} role="alert" className="text-[0.8125rem] text-alarm">
      {toSentence(error)}
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
  'type' | 'required' | 'minLength' | 'maxLength' | 'pattern' | 'title' | 'placeholder' | 'autoComplete'
>

/** A field for text; with `rows`, a text area. */
export function TextField({
  label,
  hint,
  error,
  value,
  onChange,
  rows,
  ...input
}: FieldProps & TextControlProps & { value: string; onChange: (value: string) => void; rows?: number }) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => {
        const { type, pattern, maxLength, ...shared } = {
          ...input,
          ...control,
          className: 'input',
          value,
          onChange: (event: { target: { value: string } }) => onChange(event.target.value),
        }
        // Browsers cut a pasted text that is too long without a word; the API's error leaves it as it is.
        if (rows) return <textarea {...shared} rows={rows} />
        return <input {...shared} type={type} pattern={pattern} maxLength={maxLength} />
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
