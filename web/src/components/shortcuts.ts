import { useEffect, useRef, useSyncExternalStore } from 'react'

const storageKey = 'lorewell.single-keys'
const maxSequenceMs = 1500
const listeners = new Set<() => void>()

/** The label of the key that, with K, opens the palette. */
export const commandKey = /Mac|iP(?:hone|ad|od)/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

/** What keys do: `k` with Ctrl or ⌘, single keys, and those pressed after `g`. */
export interface Shortcuts {
  onPalette: () => void
  keys: Readonly<Record<string, () => void>>
  keysAfterG: Readonly<Record<string, () => void>>
}

/**
 * Listens for shortcuts. Single keys do nothing in a field, in a tree or list that finds by letters, while a dialog is
 * open, or when they are switched off (WCAG 2.1.4).
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts)
  useEffect(() => {
    current.current = shortcuts
  })
  useEffect(() => {
    let pressedGAt: number | undefined
    const onKeyDown = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      const isAfterG = pressedGAt !== undefined && event.timeStamp - pressedGAt < maxSequenceMs
      pressedGAt = undefined
      if (isCommand && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        event.stopPropagation()
        if (!event.repeat && !hasOpenDialog()) current.current.onPalette()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return
      if (!areSingleKeysOn() || hasOpenDialog() || takesLetters(event.composedPath()[0])) return
      const { keys, keysAfterG } = current.current
      const action = isAfterG ? keysAfterG[event.key] : keys[event.key]
      if (action) {
        event.preventDefault()
        action()
      } else if (event.key === 'g') pressedGAt = event.timeStamp
    }
    // Before the editor, which has keys of its own.
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [])
}

/** Tells whether single keys are shortcuts, and switches them on or off for this browser. */
export function useSingleKeys(): [isOn: boolean, setIsOn: (isOn: boolean) => void] {
  const isOn = useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, areSingleKeysOn)
  return [isOn, setSingleKeys]
}

function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // Without storage they stay on.
  }
  for (const listener of listeners) listener()
}

function hasOpenDialog(): boolean {
  return document.querySelector('dialog[open]') !== null
}

function takesLetters(target: EventTarget | undefined): boolean {
  if (!(target instanceof HTMLElement)) return false
  const letterTakers = 'input, textarea, select, [role=tree], [role=listbox], [role=menu], [role=combobox]'
  return target.isContentEditable || target.closest(letterTakers) !== null
}
