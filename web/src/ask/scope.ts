import type { SearchRequest } from '../../../sdk/src/operations.ts'
import { askText } from '../messages/ask.ts'

/** Where to search for the answer, with the label to show. */
export interface AskScope {
  label: string
  filter: Pick<SearchRequest, 'parentId' | 'assistantId' | 'rootId'>
}

export const unrestrictedScope: AskScope = {
  get label() {
    return askText('everything')
  },
  filter: {},
}
