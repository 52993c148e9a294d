import { useId } from 'react'

export function SearchBox({
  label,
  value,
  onChange,
  className = '',
}: {
  label: string
  value: string
  onChange: (value: string) => void
  className?: string
}) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        id={id}
        type="search"
        className={`input ${className}`}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  )
}
