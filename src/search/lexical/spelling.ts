import { countMissingLetters, distancesToPrefixes, letterMask } from './edit-distance.ts'

/** A word of the question whose stem occurs in no passage that the caller can see. */
export interface Misspelling {
  /** In lower case. */
  word: string
  stem: string
}

/** A stem that the misspelt word can stand for. */
export interface NearTerm {
  term: string
  /** How likely the word stands for it and not for another, 0 to 1. */
  confidence: number
}

/** Near terms beyond these add noise. */
const maxNearTerms = 3
const minShare = 0.1
/** Less likely spellings, as two edits in eight letters, are often other words. */
const fullConfidenceLikelihood = 0.1

/** Returns the best near terms, best first; prefers frequent ones. Ties by spelling, which depends on no passage. */
export function rankNearTerms(
  candidates: readonly { term: string; likelihood: number; frequency: number }[],
): NearTerm[] {
  const scored = candidates
    .map(({ term, likelihood, frequency }) => ({ term, likelihood, score: likelihood * Math.sqrt(frequency) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1))
    .slice(0, maxNearTerms)
  const total = scored.reduce((sum, { score }) => sum + score, 0)
  return scored
    .filter(({ score }) => score >= minShare * total)
    .map(({ term, likelihood, score }) => ({
      term,
      confidence: (score / total) * Math.min(1, likelihood / fullConfidenceLikelihood),
    }))
}

/** Letters of an ending that the stemmer did not recognize, because they are misspelt. */
const maxEnding = 4
const minStemBeforeEnding = 5
const endingLikelihood = 0.3
/** Few people misspell the first letter. */
const firstLetterLikelihood = 0.3

export interface SpellingMatcher {
  /** Returns false for most stems that are too far from the word, given their letters, length and first two letters. */
  canMatch(letters: number, length: number, first: number, second: number): boolean
  /** Returns how likely the word stands for a stem, 0 to 1; 0 if it is too far from it. */
  likelihood(knownStem: string): number
}

/**
 * Compares a misspelt word with known stems: at most one edit, or two in a word of eight letters and more. The edits are
 * in the stem, or in the ending, which then belongs to the word's own stem: "onboardnig".
 */
export function createSpellingMatcher({ word, stem }: Misspelling): SpellingMatcher {
  const maxDistance = word.length >= 8 ? 2 : 1
  const letters = letterMask(word)
  const first = word.charCodeAt(0)
  const second = word.charCodeAt(1)
  const minLength = Math.min(stem.length - maxDistance, Math.max(minStemBeforeEnding, word.length - maxEnding - 1))
  const maxLength = word.length + maxDistance
  return {
    canMatch(knownLetters, length, knownFirst, knownSecond) {
      if (length < minLength || length > maxLength) return false
      // The first letter can be replaced, swapped, dropped or added.
      if (knownFirst !== first && knownSecond !== second && knownSecond !== first && knownFirst !== second) return false
      if (countMissingLetters(knownLetters, letters) > maxDistance) return false
      return countMissingLetters(letters, knownLetters) <= maxDistance + Math.max(0, word.length - length + maxDistance)
    },
    likelihood(known) {
      const distances = distancesToPrefixes(known, word, maxDistance)
      if (!distances) return 0
      let distance = distances[word.length] as number
      if (word.startsWith(stem)) distance = Math.min(distance, distances[stem.length] as number)
      let likelihood = known.charCodeAt(0) === word.charCodeAt(0) ? 1 : firstLetterLikelihood
      if (distance > maxDistance && known.length >= minStemBeforeEnding) {
        for (let length = word.length - maxEnding; length < word.length; length++)
          distance = Math.min(distance, distances[length] as number)
        if (distance > 1) return 0
        likelihood *= endingLikelihood
      }
      if (distance > maxDistance) return 0
      // An edit of a short word leaves less of it. "y" equals "i", so a distance of 0 can be an edit, too.
      return likelihood * (1 - Math.max(1, distance) / known.length) ** 8
    },
  }
}
