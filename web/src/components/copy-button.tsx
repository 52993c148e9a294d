import { type MouseEvent, useState } from 'react'
import { commonText } from '../messages/common.ts'
import { copyText } from './copy-text.ts'
import { Icon } from './icon.tsx'
import { useToast } from './toast.tsx'

export function CopyButton({
  text,
  getHtml,
  label = commonText('copy'),
  isQuiet = false,
}: {
  text: string
  /** Returns the same with formats, for programs that paste them. */
  getHtml?: () => string | undefined
  label?: string
  isQuiet?: boolean
}) {
  const [isCopied, setIsCopied] = useState(false)
  const showToast = useToast()
  const copy = async ({ currentTarget: button }: MouseEvent<HTMLButtonElement>) => {
    try {
      await copyText(text, button, getHtml?.())
      setIsCopied(true)
      setTimeout(() => setIsCopied(false), 1600)
      showToast(commonText('copied'))
    } catch {
      showToast(commonText('copyFailed'))
    }
  }
  return (
    <button type="button" className={`button ${isQuiet ? 'button-quiet' : ''}`} onClick={copy}>
      <Icon name={isCopied ? 'check' : 'copy'} size={16} />
      {label}
    </button>
  )
}
