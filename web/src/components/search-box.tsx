import { useId } from 'react'

export function SearchBox({
  label,
  value,
  onChange,
  className = '',
  hasFocus = false,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  className?: string
  /** Takes the focus when it appears. */
  hasFocus?: boolean
}) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        id={id}
        ref={hasFocus ? focusOnce : undefined}
        type="search"
        className={`input ${className}`}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  )
}

function focusOnce(field: HTMLInputElement | null): void {
  field?.focus()
}
