import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

const showDelayMs = 150
/** Time to move the pointer from the anchor to the preview. */
const hideDelayMs = 150

/**
 * Shows a preview while the mouse or the keyboard's focus is on its anchor. Escape hides it, and the pointer can move into it
 * (WCAG 1.4.13). A finger opens the thing itself.
 */
export function usePreview() {
  const [isShown, setIsShown] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const change = (shown: boolean, delayMs: number) => {
    clearTimeout(timer.current)
    if (delayMs === 0) setIsShown(shown)
    else timer.current = setTimeout(() => setIsShown(shown), delayMs)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isShown) return
    const hide = () => setIsShown(false)
    const hideOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && hide()
    document.addEventListener('keydown', hideOnEscape)
    // It is placed once: it would stay behind.
    window.addEventListener('scroll', hide, { capture: true, passive: true })
    return () => {
      document.removeEventListener('keydown', hideOnEscape)
      window.removeEventListener('scroll', hide, { capture: true })
    }
  }, [isShown])
  const onPointerEnter = ({ pointerType }: PointerEvent) => pointerType === 'mouse' && change(true, showDelayMs)
  const onPointerLeave = () => change(false, hideDelayMs)
  return {
    isShown,
    hide: () => change(false, 0),
    anchorProps: {
      onPointerEnter,
      onPointerLeave,
      onFocus: ({ currentTarget }: FocusEvent) => currentTarget.matches(':focus-visible') && change(true, 0),
      onBlur: () => change(false, 0),
    },
    previewProps: { onPointerEnter, onPointerLeave },
  }
}
