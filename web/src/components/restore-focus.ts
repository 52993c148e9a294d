import { type RefObject, useEffect } from 'react'

const focusableSelector =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'

/**
 * Nobody who works with the keyboard is thrown back to the beginning. When what has the focus leaves the page, the focus
 * goes to what stands in its place, or to the new screen; when a button is disabled while it works, it has the focus again
 * afterwards.
 */
export function useRestoreFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: { element: HTMLElement; place: number; path: string; isWaiting: boolean } | undefined
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target === main.current) return
      const place = Math.max(0, focusableElements(main.current).indexOf(target))
      last = { element: target, place, path: location.pathname, isWaiting: false }
    }
    // Who points elsewhere has left it on purpose.
    const forget = () => {
      last = undefined
    }
    const check = () => {
      if (!last || !isFocusLost()) return
      if (last.element.isConnected) {
        const isDisabled = last.element.matches(':disabled')
        if (last.isWaiting && !isDisabled) last.element.focus({ preventScroll: true })
        else last.isWaiting = isDisabled
        return
      }
      const dialog = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)
      // Not the one that took its very place: a second press of Enter must not delete a second time.
      const next = dialog ? focusableElements(dialog)[0] : focusableElements(main.current)[last.place - 1]
      const isElsewhere = last.path !== location.pathname && !dialog
      const target = isElsewhere ? main.current : (next ?? main.current)
      last = undefined
      target?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(() => requestAnimationFrame(check))
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', forget)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', forget)
    }
  }, [main])
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

function focusableElements(inside: HTMLElement | null): HTMLElement[] {
  if (!inside) return []
  return [...inside.querySelectorAll<HTMLElement>(focusableSelector)].filter((element) =>
    element.checkVisibility(),
  )
}
