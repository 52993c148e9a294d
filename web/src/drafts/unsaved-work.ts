import { useEffect } from 'react'

const checks = new Set<() => boolean>()

/** Registers a check for typed text that leaving the page now would interrupt. */
export function useUnsavedWork(hasUnsavedWork: () => boolean): void {
  useEffect(() => {
    checks.add(hasUnsavedWork)
    return () => {
      checks.delete(hasUnsavedWork)
    }
  }, [hasUnsavedWork])
}

export function hasUnsavedWork(): boolean {
  return [...checks].some((check) => check())
}
