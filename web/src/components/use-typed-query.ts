import { useEffect, useRef, useState } from 'react'
import { useDebounced } from './use-debounced.ts'

const typingDelayMs = 300

/** Returns the typed text; the address follows when typing pauses, and the text follows when the address changes. */
export function useTypedQuery(query: string, onQuery: (query: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(query)
  const known = useRef(query)
  const settled = useDebounced(typed.trim(), typingDelayMs)
  useEffect(() => {
    if (query !== known.current) setTyped(query)
    known.current = query
  }, [query])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing changes the address
  useEffect(() => {
    if (settled === known.current) return
    known.current = settled
    onQuery(settled)
  }, [settled])
  return [typed, setTyped]
}
