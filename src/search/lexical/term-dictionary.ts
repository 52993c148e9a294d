import { isStem } from '../../ingest/prefix-mark.ts'

/** Maps terms to ids: integers compare and count many times faster than strings. */
export interface TermDictionary {
  /** Returns the term's id, a new one for an unknown term. Ids of prefixes are odd. */
  intern(term: string): number
  find(term: string): number | undefined
  /** Returns the term of a posting list. */
  termAt(list: number): string
  readonly size: number
  /** An estimate. */
  readonly bytes: number
}

export function isStemId(termId: number): boolean {
  return termId % 2 === 0
}

/** Returns the number of the term's posting list: ids without the prefix bit are consecutive. */
export function postingListOf(termId: number): number {
  return termId >>> 1
}

export function createTermDictionary(): TermDictionary {
  const ids = new Map<string, number>()
  const terms: string[] = []
  let characters = 0
  return {
    intern(term) {
      const known = ids.get(term)
      if (known !== undefined) return known
      const id = ids.size * 2 + (isStem(term) ? 0 : 1)
      // A substring keeps the whole text alive; a copy does not.
      const copy = Buffer.from(term).toString()
      ids.set(copy, id)
      terms.push(copy)
      characters += term.length
      return id
    },
    find: (term) => ids.get(term),
    termAt: (list) => terms[list] as string,
    get size() {
      return ids.size
    },
    get bytes() {
      return characters + ids.size * 72
    },
  }
}
