import { commonText } from '../messages/common.ts'
import { copyText } from './copy-text.ts'
import { useToast } from './toast.tsx'

/** Returns a function that copies a text and says whether that worked. The button is what was pressed. */
export function useCopy(): (text: string, button: HTMLElement, html?: string) => Promise<boolean> {
  const showToast = useToast()
  return async (text, button, html) => {
    try {
      await copyText(text, button, html)
      showToast(commonText('copied'))
      return true
    } catch {
      showToast(commonText('copyFailed'))
      return false
    }
  }
}
