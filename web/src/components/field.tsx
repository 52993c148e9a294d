import { type ReactNode, useId } from 'react'

interface FieldControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** A label, what is filled in, a hint and what is wrong with it. */
export function Field({
  label,
  hint,
  problem,
  children,
}: {
  label: string
  hint?: ReactNode
  problem?: string | undefined
  children: (ids: FieldControlProps) => ReactNode
}) {
  const id = useId()
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': problem ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-[0.8125rem] text-quiet">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} role="alert" className="text-[0.8125rem] text-alarm">
          {toSentence(problem)}
        </p>
      )}
    </div>
  )
}

/** The service says "must not be empty" of a field; beside the field that is a sentence. */
function toSentence(problem: string): string {
  const text = problem.charAt(0).toUpperCase() + problem.slice(1)
  return /[.!?]$/.test(text) ? text : `${text}.`
}
