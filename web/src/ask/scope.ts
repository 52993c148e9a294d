import type { SearchRequest } from '../../../sdk/src/operations.ts'

/** Where to look for the answer, and how that is called. */
export interface AskScope {
  label: string
  filter: Pick<SearchRequest, 'parentId' | 'assistantId' | 'rootId'>
}

export const unrestrictedScope: AskScope = { label: 'Everything', filter: {} }
