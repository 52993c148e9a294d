import { commonText } from '../messages/common.ts'
import { messageLanguage } from '../messages/define-messages.ts'

export interface TextLimit {
  /** The same while someone types on, so that it is announced once. */
  message: string
  /** How long the text is, and how long it can be. */
  count: string
}

/** Describes that a text is too long. Fields cut nothing: browsers cut a pasted text without a word. */
export function exceededLimit(text: string, maxLength: number | undefined): TextLimit | undefined {
  if (maxLength === undefined || text.length <= maxLength) return undefined
  const format = (value: number) => value.toLocaleString(messageLanguage())
  const max = format(maxLength)
  return { message: commonText('tooLong', { max }), count: `${format(text.length)} / ${max}` }
}
