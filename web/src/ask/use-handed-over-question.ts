import { useEffect } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'

/**
 * Asks the question that another screen hands over in the history's state, once. Not in the address: a link of someone
 * else must not ask in one's name.
 */
export function useHandedOverQuestion(ask: (question: string) => void): void {
  const handedOver: unknown = useHistoryState<{ question?: unknown } | null>()?.question
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new question is asked
  useEffect(() => {
    const state: { question?: unknown } | null = history.state
    if (typeof handedOver !== 'string' || state?.question !== handedOver) return
    history.replaceState(null, '', location.href)
    ask(handedOver)
  }, [handedOver])
}
