import { useRef } from 'react'
import { Icon } from '../components/icon.tsx'

/** Lets the person choose files to attach. */
export function AttachButton({ isDisabled, onFiles }: { isDisabled: boolean; onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className="button button-quiet"
        disabled={isDisabled}
        onClick={() => input.current?.click()}
      >
        <Icon name="attach" size={16} />
        Attach file
      </button>
      <input
        ref={input}
        type="file"
        multiple
        className="hidden"
        aria-label="Files to attach"
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
