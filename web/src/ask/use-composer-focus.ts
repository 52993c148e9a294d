import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus to the composer when an answer has come, unless the person is doing something else meanwhile. */
export function useComposerFocus(composer: RefObject<HTMLTextAreaElement | null>, isAsking: boolean): void {
  const wasAsking = useRef(false)
  useEffect(() => {
    const hasEnded = wasAsking.current && !isAsking
    wasAsking.current = isAsking
    if (hasEnded && composer.current && !isElsewhere(composer.current)) composer.current.focus({ preventScroll: true })
  }, [composer, isAsking])
}

/** Asking leaves the focus in the composer, on the question, or nowhere. */
function isElsewhere(composer: HTMLTextAreaElement): boolean {
  // Its keyboard would cover the answer.
  if (matchMedia('(pointer: coarse)').matches) return true
  const focused = document.activeElement
  if (focused && focused !== document.body && !composer.form?.contains(focused) && !focused.matches('main, article h2'))
    return true
  // The focus would take the selection away.
  return getSelection()?.isCollapsed === false
}
