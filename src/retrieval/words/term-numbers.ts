/** Terms as numbers, which are compared and counted many times as fast as their letters. */
export interface TermNumbers {
  /** A number of its own for each; those of short forms are odd. */
  of(term: string): number
  /** Undefined for one that was never seen. */
  known(term: string): number | undefined
  readonly size: number
  /** Roughly. */
  readonly bytes: number
}

/** The analyzer also gives the first letters of a word, marked. */
const shortMark = 'ǀ'

/** Phrases and coverage look at whole stems. */
export function isStem(term: string): boolean {
  return !term.endsWith(shortMark)
}

/** The same by its number. */
export function isStemNumber(number: number): boolean {
  return number % 2 === 0
}

export function createTermNumbers(): TermNumbers {
  const numbers = new Map<string, number>()
  let letters = 0
  return {
    of(term) {
      const known = numbers.get(term)
      if (known !== undefined) return known
      const number = numbers.size * 2 + (isStem(term) ? 0 : 1)
      // A piece of a text keeps all of it: a copy does not.
      numbers.set(Buffer.from(term).toString(), number)
      letters += term.length
      return number
    },
    known: (term) => numbers.get(term),
    get size() {
      return numbers.size
    },
    get bytes() {
      return letters + numbers.size * 64
    },
  }
}
