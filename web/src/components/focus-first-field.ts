import { type RefObject, useEffect } from 'react'

const fieldSelector =
  'input:not(:disabled, [type=hidden], [type=file]), select:not(:disabled), textarea:not(:disabled), [contenteditable=true]'

/**
 * Moves the focus of a dialog that opens to its first field, of radio buttons to the chosen one. Waits for a field that
 * is still loading until a key or the pointer is pressed. Without a field the browser's choice stays.
 */
export function useFocusFirstField(dialog: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = dialog.current
    if (!element || focusFirstField(element)) return
    const stop = () => {
      observer.disconnect()
      document.removeEventListener('keydown', stop, true)
      document.removeEventListener('pointerdown', stop, true)
    }
    const observer = new MutationObserver(() => {
      if (focusFirstField(element)) stop()
    })
    observer.observe(element, { childList: true, subtree: true })
    document.addEventListener('keydown', stop, true)
    document.addEventListener('pointerdown', stop, true)
    return stop
  }, [dialog])
}

function focusFirstField(dialog: HTMLElement): boolean {
  const fields = [...dialog.querySelectorAll<HTMLElement>(fieldSelector)].filter((field) => field.checkVisibility())
  const [first] = fields
  if (!first) return false
  const isRadio = first instanceof HTMLInputElement && first.type === 'radio'
  const chosen = isRadio && fields.find((field) => field instanceof HTMLInputElement && field.checked)
  ;(chosen || first).focus()
  return true
}
