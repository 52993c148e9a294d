import { useEffect } from 'react'

/** What is needed of the Navigation API. */
interface Navigation extends EventTarget {
  currentEntry: { key: string } | null
}

/** A screen that loads for longer isn't waited for. */
const maxRestoreMs = 3000

let stopRestoring: (() => void) | undefined

/** Tells whether the person went back or forward to a screen, which is being scrolled to where they left it. */
export function isRestoringScroll(): boolean {
  return stopRestoring !== undefined
}

/**
 * Scrolls a screen to where it was left when somebody goes back or forward to it. The browser does so only where the content
 * is there at once. Browsers without the Navigation API don't tell which screen it is; the screen begins at its start.
 */
export function useScrollPositions(): void {
  useEffect(() => {
    const { navigation } = globalThis as { navigation?: Navigation }
    if (!navigation) return
    const positions = new Map<string, number>()
    const remember = () => {
      const key = navigation.currentEntry?.key
      if (key !== undefined && !isRestoringScroll()) positions.set(key, window.scrollY)
    }
    const onEntryChange = (event: Event) => {
      stopRestoring?.()
      const { navigationType } = event as Event & { navigationType: string | null }
      const position = positions.get(navigation.currentEntry?.key ?? '')
      if (navigationType === 'traverse' && position !== undefined) restore(position)
    }
    navigation.addEventListener('currententrychange', onEntryChange)
    window.addEventListener('scroll', remember, { passive: true })
    return () => {
      stopRestoring?.()
      navigation.removeEventListener('currententrychange', onEntryChange)
      window.removeEventListener('scroll', remember)
    }
  }, [])
}

const inputEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Scrolls there whenever the height of the page changes, until the person does something or the time is over. */
function restore(position: number): void {
  const scroll = () => {
    if (document.documentElement.scrollHeight - window.innerHeight >= position) window.scrollTo(0, position)
  }
  const resizes = new ResizeObserver(scroll)
  const stop = () => {
    resizes.disconnect()
    clearTimeout(timer)
    for (const name of inputEvents) window.removeEventListener(name, stop, true)
    stopRestoring = undefined
  }
  const timer = setTimeout(stop, maxRestoreMs)
  for (const name of inputEvents) window.addEventListener(name, stop, { capture: true, passive: true })
  stopRestoring = stop
  resizes.observe(document.body)
}
