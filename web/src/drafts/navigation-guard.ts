import { useEffect } from 'react'

/** Typed text that is lost when the person opens another screen. */
interface TypedText {
  isThere(): boolean
  discard(): void
}

const typedTexts = new Set<TypedText>()

/** Registers typed text to ask about. The object must stay the same. */
export function useNavigationGuard(text: TypedText): void {
  useEffect(() => {
    typedTexts.add(text)
    return () => {
      typedTexts.delete(text)
    }
  }, [text])
}

/** What the guard needs of an event of the Navigation API. */
interface NavigationAttempt {
  cancelable: boolean
  destination: { url: string; sameDocument: boolean }
  preventDefault(): void
}

/**
 * Asks before a link or the back button opens another screen while typed text would be lost; the browser asks before it
 * leaves the app (`beforeunload`). Browsers without the Navigation API don't ask.
 */
export function guardNavigation(confirm: () => boolean): void {
  const navigation = (globalThis as { navigation?: EventTarget }).navigation
  navigation?.addEventListener('navigate', (event) =>
    stopUnlessConfirmed(event as unknown as NavigationAttempt, location.pathname, confirm),
  )
}

function stopUnlessConfirmed(attempt: NavigationAttempt, path: string, confirm: () => boolean): void {
  const { cancelable, destination } = attempt
  const isOtherScreen = destination.sameDocument && new URL(destination.url).pathname !== path
  const typed = cancelable && isOtherScreen ? [...typedTexts].filter((text) => text.isThere()) : []
  if (typed.length === 0) return
  if (!confirm()) attempt.preventDefault()
  // The form can outlast the navigation while the other screen loads.
  else for (const text of typed) text.discard()
}
