import { type MouseEvent, useState } from 'react'
import { commonText } from '../messages/common.ts'
import { Icon } from './icon.tsx'
import { useCopy } from './use-copy.ts'

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
  const copy = useCopy()
  const onClick = async ({ currentTarget: button }: MouseEvent<HTMLButtonElement>) => {
    if (!(await copy(text, button, getHtml?.()))) return
    setIsCopied(true)
    setTimeout(() => setIsCopied(false), 1600)
  }
  return (
    <button type="button" className={`button ${isQuiet ? 'button-quiet' : ''}`} onClick={onClick}>
      <Icon name={isCopied ? 'check' : 'copy'} size={16} />
      {label}
    </button>
  )
}
