/** Terms as numbers, which are compared and counted many times as fast as their letters. */
export interface TermDictionary {
  /** A number of its own for each; those of short forms are odd. */
  intern(term: string): number
  /** Undefined for one that was never seen. */
  find(term: string): number | undefined
  readonly size: number
  /** Roughly. */
  readonly bytes: number
}

/** The analyzer also gives the first letters of a word, marked. */
const prefixMark = 'ǀ'

/** Phrases and coverage look at whole stems. */
export function isStem(term: string): boolean {
  return !term.endsWith(prefixMark)
}

/** The same by its number. */
export function isStemId(number: number): boolean {
  return number % 2 === 0
}

export function createTermDictionary(): TermDictionary {
  const numbers = new Map<string, number>()
  let letters = 0
  return {
    intern(term) {
      const known = numbers.get(term)
      if (known !== undefined) return known
      const number = numbers.size * 2 + (isStem(term) ? 0 : 1)
      // A piece of a text keeps all of it: a copy does not.
      numbers.set(Buffer.from(term).toString(), number)
      letters += term.length
      return number
    },
    find: (term) => numbers.get(term),
    get size() {
      return numbers.size
    },
    get bytes() {
      return letters + numbers.size * 64
    },
  }
}
