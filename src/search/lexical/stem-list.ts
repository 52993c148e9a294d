import { isStem } from '../../ingest/prefix-mark.ts'
import { letterMask, maxComparedLength } from './edit-distance.ts'
import { createGrowableArray } from './growable-array.ts'
import { createSpellingMatcher, type Misspelling } from './spelling.ts'

/** A growing list of terms. */
export interface TermList {
  readonly size: number
  termAt(index: number): string
}

/** Finds the stems among terms that a misspelt word can stand for. */
export interface StemList {
  forEachNear(misspelling: Misspelling, callback: (index: number, term: string, likelihood: number) => void): void
  readonly bytes: number
}

const minStemLength = 3

/**
 * Compares a word with every stem: a list of 100,000 takes a few milliseconds, because most are left out by their length,
 * their first letters and the set of their letters. These columns are filled when the first misspelling is looked up.
 */
export function createStemList(terms: TermList): StemList {
  const letters = createGrowableArray(Uint32Array)
  /** First and second letter; 0 for a term that no word stands for. */
  const beginnings = createGrowableArray(Uint32Array)
  const lengths = createGrowableArray(Uint32Array)
  let size = 0

  function readNewTerms(): void {
    for (const column of [letters, beginnings, lengths]) column.reserve(terms.size)
    for (; size < terms.size; size++) {
      const term = terms.termAt(size)
      if (!isComparable(term)) continue
      letters.values[size] = letterMask(term)
      beginnings.values[size] = term.charCodeAt(0) * 0x10000 + term.charCodeAt(1)
      lengths.values[size] = term.length
    }
  }

  return {
    forEachNear(misspelling, callback) {
      readNewTerms()
      const { canMatch, likelihood: likelihoodOf } = createSpellingMatcher(misspelling)
      const columns = { letters: letters.values, beginnings: beginnings.values, lengths: lengths.values }
      for (let index = 0; index < size; index++) {
        const beginning = columns.beginnings[index] as number
        if (beginning === 0) continue
        const length = columns.lengths[index] as number
        if (!canMatch(columns.letters[index] as number, length, beginning >>> 16, beginning & 0xffff)) continue
        const term = terms.termAt(index)
        const likelihood = likelihoodOf(term)
        if (likelihood > 0) callback(index, term, likelihood)
      }
    },
    get bytes() {
      return letters.values.byteLength + beginnings.values.byteLength + lengths.values.byteLength
    },
  }
}

/** Prefixes and codes stand for themselves. */
function isComparable(term: string): boolean {
  return (
    term.length >= minStemLength && term.length <= maxComparedLength && isStem(term) && /^[\p{L}\p{M}]+$/u.test(term)
  )
}
