import type { AskedScope } from '../api/ask.ts'

/** Where to look for the answer, and how that is called. */
export interface Scope {
  label: string
  asked: AskedScope
}

export const everything: Scope = { label: 'Everything', asked: {} }
