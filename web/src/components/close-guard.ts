import { createContext, useContext, useEffect } from 'react'

/** The checks of a dialog's content: one that returns true makes the dialog ask before it closes. */
export const CloseGuards = createContext<Set<() => boolean> | undefined>(undefined)

/** Registers a check with the dialog around the component, if there is one. */
export function useCloseGuard(shouldAsk: () => boolean): void {
  const guards = useContext(CloseGuards)
  useEffect(() => {
    guards?.add(shouldAsk)
    return () => {
      guards?.delete(shouldAsk)
    }
  }, [guards, shouldAsk])
}
