import { isStem } from '../../ingest/prefix-mark.ts'
import { restoreTerms } from './restored-terms.ts'

/** Maps terms to ids: integers compare and count many times faster than strings. */
export interface TermDictionary {
  /** Returns the term's id, a new one for an unknown term. Ids of prefixes are odd. */
  intern(term: string): number
  find(term: string): number | undefined
  /** Returns the term of a posting list. */
  termAt(list: number): string
  /** Fills the empty dictionary with the terms of an image, as `encodeTerms` has them; it keeps the array. */
  restore(terms: Uint8Array): void
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
  let restored = restoreTerms(new Uint8Array())
  /** The added terms, and those of the restored ones that have been interned since. */
  const ids = new Map<string, number>()
  const added: string[] = []
  let characters = 0

  const findRestored = (term: string): number | undefined => {
    const list = restored.size === 0 ? undefined : restored.find(term)
    return list === undefined ? undefined : idOf(list, term)
  }
  return {
    intern(term) {
      const known = ids.get(term)
      if (known !== undefined) return known
      // A substring keeps the whole text alive; a copy does not.
      const copy = Buffer.from(term).toString()
      const id = findRestored(term) ?? idOf(restored.size + added.push(copy) - 1, term)
      ids.set(copy, id)
      characters += term.length
      return id
    },
    find: (term) => ids.get(term) ?? findRestored(term),
    termAt: (list) => (list < restored.size ? restored.termAt(list) : (added[list - restored.size] as string)),
    restore(terms) {
      restored = restoreTerms(terms)
    },
    get size() {
      return restored.size + added.length
    },
    get bytes() {
      return restored.bytes + characters + ids.size * 72
    },
  }
}

function idOf(list: number, term: string): number {
  return list * 2 + (isStem(term) ? 0 : 1)
}
