import { type ReactNode, useRef } from 'react'

/** A button that lets the person choose files, or a folder with all files in it. */
export function FileButton({
  label,
  className,
  isDisabled,
  isForFolder = false,
  onFiles,
  children,
}: {
  /** Names the file input, which is hidden. */
  label: string
  className: string
  isDisabled: boolean
  isForFolder?: boolean
  onFiles: (files: File[]) => void
  children: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" className={className} disabled={isDisabled} onClick={() => input.current?.click()}>
        {children}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        {...(isForFolder && { webkitdirectory: '' })}
        className="hidden"
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // So that the same file can be chosen again.
          event.target.value = ''
          onFiles(files)
        }}
      />
    </>
  )
}
