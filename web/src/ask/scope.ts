import type { ScopeFilter } from '../api/ask.ts'

/** Where to look for the answer, and how that is called. */
export interface AskScope {
  label: string
  filter: ScopeFilter
}

export const unrestrictedScope: AskScope = { label: 'Everything', filter: {} }
