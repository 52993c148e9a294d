import { type FormEvent, type ReactNode, type SyntheticEvent, useCallback, useEffect, useMemo, useRef } from 'react'
import { LorewellError } from '../../../sdk/src/errors.ts'
import { useNavigationGuard } from '../drafts/navigation-guard.ts'
import { useUnsavedWork } from '../drafts/unsaved-work.ts'
import { commonText } from '../messages/common.ts'
import { useCloseGuard } from './close-guard.ts'
import { ErrorAlert } from './query-state.tsx'

/** Returns the message for a field of the request, for the form to show beside the field. */
export type FieldError = (field: string) => string | undefined

export interface FormProps {
  mutation: { mutate: (input: undefined) => void; error: unknown; isPending: boolean }
  submitLabel: string
  canSubmit?: boolean
  onCancel?: (() => void) | undefined
  /** The typed text is kept when another screen is opened. */
  keepsText?: boolean
  /** Another button, at the left of the buttons. */
  action?: ReactNode
  className?: string
  children: (fieldError: FieldError) => ReactNode
}

/**
 * A form that runs a mutation. Errors of fields that the form does not show appear above the buttons. A dialog with typed
 * text, and the page that it is on, don't close without a question.
 */
export function Form({
  mutation,
  submitLabel,
  canSubmit = true,
  onCancel,
  keepsText = false,
  action,
  className = '',
  children,
}: FormProps) {
  const { error, isPending } = mutation
  const hasTypedText = useRef(false)
  const wasSubmitted = useRef(false)
  const check = useCallback(() => hasTypedText.current, [])
  useCloseGuard(check)
  useUnsavedWork(check)
  const isSending = useRef(false)
  // What is being sent isn't lost; a form that was saved opens another screen before it is rendered again.
  useNavigationGuard(
    useMemo(
      () => ({
        isThere: () => hasTypedText.current && !isSending.current && !keepsText,
        discard: () => {
          hasTypedText.current = false
        },
      }),
      [keepsText],
    ),
  )
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (check()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [check])
  useEffect(() => {
    isSending.current = isPending
    if (isPending) wasSubmitted.current = true
    else if (wasSubmitted.current && !error) hasTypedText.current = false
  }, [isPending, error])
  const messages = error instanceof LorewellError ? error.fieldErrors : {}
  const shown = new Set<string>()
  const fields = children((field) => {
    shown.add(field)
    return messages[field]
  })
  return (
    <form
      className={`space-y-4 ${className}`}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && isSearching(event)) event.preventDefault()
      }}
      onInput={(event) => {
        if (isTyping(event)) {
          hasTypedText.current = true
          wasSubmitted.current = false
        }
      }}
      onSubmit={(event) => {
        event.preventDefault()
        mutation.mutate(undefined)
      }}
    >
      {fields}
      <FormError error={error} shown={shown} />
      <div className={`flex flex-wrap gap-2 ${onCancel ? 'justify-end' : ''}`}>
        {action}
        {onCancel && (
          <button
            type="button"
            className="button"
            onClick={() => {
              hasTypedText.current = false
              onCancel()
            }}
          >
            {commonText('cancel')}
          </button>
        )}
        <button type="submit" className="button button-primary" disabled={isPending || !canSubmit}>
          {submitLabel}
        </button>
      </div>
    </form>
  )
}

/** Search fields of pickers and choices hold nothing that is worth a question. */
function isTyping(event: FormEvent): boolean {
  return (
    event.target instanceof Element &&
    event.target.matches('textarea, input:not([type=checkbox], [type=radio])') &&
    !isSearching(event)
  )
}

/** Enter there looks for something; sent with it, the form would lack what was looked for. */
function isSearching({ target }: SyntheticEvent): boolean {
  return target instanceof Element && target.matches('input:is([type=search], [role=combobox])')
}

function FormError({ error, shown }: { error: unknown; shown: ReadonlySet<string> }) {
  if (!error) return null
  if (!(error instanceof LorewellError) || !error.details) return <ErrorAlert error={error} />
  const { status, id, message, details } = error
  const rest = Object.fromEntries(Object.entries(details).filter(([field]) => !shown.has(field)))
  if (Object.keys(rest).length === 0) return null
  return <ErrorAlert error={new LorewellError(status, { id, message, details: rest })} />
}
