import { type RefObject, useEffect } from 'react'

const focusableSelector =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'

/**
 * Keeps the focus for keyboard users. When the focused element is removed or hidden, the focus moves to the element before it, or
 * to the new screen; a button that was disabled while it worked gets the focus back.
 */
export function useRestoreFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: { element: HTMLElement; index: number; path: string; isWaiting: boolean } | undefined
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target === main.current) return
      const index = Math.max(0, focusableElements(main.current).indexOf(target))
      last = { element: target, index, path: location.pathname, isWaiting: false }
    }
    // A pointer press moves the focus on purpose.
    const forget = () => {
      last = undefined
    }
    const check = () => {
      if (!last || !isFocusLost()) return
      // An element can be hidden instead: on a phone, the tree makes way for the note.
      if (last.element.isConnected && last.element.checkVisibility()) {
        const isDisabled = last.element.matches(':disabled')
        if (last.isWaiting && !isDisabled) last.element.focus({ preventScroll: true })
        else last.isWaiting = isDisabled
        return
      }
      const dialog = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)
      // Not the element that took its place: pressing Enter again must not delete a second item.
      const next = dialog ? focusableElements(dialog)[0] : focusableElements(main.current)[last.index - 1]
      const isElsewhere = last.path !== location.pathname && !dialog
      const target = isElsewhere ? main.current : (next ?? main.current)
      target?.focus({ preventScroll: true })
      // Behind a dialog that is about to close, nothing can be focused yet.
      if (document.activeElement === main.current) last = undefined
    }
    const checkSoon = () => requestAnimationFrame(check)
    const observer = new MutationObserver((changes) => {
      // A button can be enabled again before the next frame.
      if (last && changes.some(({ type, target }) => type === 'attributes' && target === last?.element))
        last.isWaiting = true
      checkSoon()
    })
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', forget)
    document.addEventListener('close', checkSoon, true)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', forget)
      document.removeEventListener('close', checkSoon, true)
    }
  }, [main])
}

/** The browser takes the focus from a hidden element only with the next frame. */
function isFocusLost(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || !activeElement.checkVisibility()
}

function focusableElements(container: HTMLElement | null): HTMLElement[] {
  if (!container) return []
  return [...container.querySelectorAll<HTMLElement>(focusableSelector)].filter((element) => element.checkVisibility())
}
