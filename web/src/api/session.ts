import { useSyncExternalStore } from 'react'
import { hasUnsavedWork } from '../drafts/unsaved-work.ts'

const listeners = new Set<() => void>()
let hasEnded = false

/** Opens the sign-in page when the session has ended; while someone is typing, only says so. */
export function reportSessionEnd(): void {
  if (hasUnsavedWork()) setHasEnded(true)
  else location.assign(signInPath())
}

export function reportActiveSession(): void {
  setHasEnded(false)
}

function setHasEnded(value: boolean): void {
  hasEnded = value
  for (const listener of listeners) listener()
}

export function useHasSessionEnded(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => hasEnded,
  )
}

/** Returns the address of the sign-in page, which returns to the current page afterwards. */
export function signInPath(): string {
  const path = location.pathname + location.search
  return `/sign-in${path === '/' ? '' : `?return=${encodeURIComponent(path)}`}`
}

/** Tells the tabs of this browser who is signed in; undefined after signing out. */
const channel = new BroadcastChannel('lorewell.session')

export function announceSignIn(owner: string): void {
  channel.postMessage(owner)
}

export function announceSignOut(): void {
  channel.postMessage(undefined)
}

export function onSessionChange(callback: (owner: string | undefined) => void): () => void {
  const listener = (event: MessageEvent<string | undefined>) => callback(event.data)
  channel.addEventListener('message', listener)
  return () => channel.removeEventListener('message', listener)
}
