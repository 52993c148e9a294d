import { useState } from 'react'
import { Icon } from './icon.tsx'
import { useToast } from './toast.tsx'

export function CopyButton({
  text,
  label = 'Copy',
  isQuiet = false,
}: {
  text: string
  label?: string
  isQuiet?: boolean
}) {
  const [isCopied, setIsCopied] = useState(false)
  const notice = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
      setTimeout(() => setIsCopied(false), 1600)
      notice('Copied')
    } catch {
      notice('The browser did not allow copying. Select the text and copy it by hand.')
    }
  }
  return (
    <button type="button" className={`button ${isQuiet ? 'button-quiet' : ''}`} onClick={copy}>
      <Icon name={isCopied ? 'check' : 'copy'} size={16} />
      {label}
    </button>
  )
}
