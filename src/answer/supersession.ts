import { dayMs } from '../durations.ts'
import type { Passage } from '../search/retrieval.ts'
import { jaccardSimilarity } from './set-similarity.ts'

const minDaysNewer = 30
/** Number of passages, best first, that are compared. */
const maxSupersessionCandidates = 12
const minTermOverlap = 0.1

/**
 * Drops the passages of a document that has a newer edition: the titles differ only in a year or version, the passages
 * share terms, and the question does not name the older edition's number.
 */
export function dropSuperseded(question: string, passages: readonly Passage[]): Passage[] {
  const best = passages.slice(0, maxSupersessionCandidates)
  const isSuperseded = (older: Passage) =>
    !numbersInTitle(older.document.title).some((number) => question.includes(number)) &&
    best.some(
      (newer) =>
        newer.documentKey !== older.documentKey &&
        newer.document.updatedAt.getTime() - older.document.updatedAt.getTime() >= minDaysNewer * dayMs &&
        areEditionsOfSameTitle(newer.document.title, older.document.title) &&
        jaccardSimilarity(new Set(newer.terms), new Set(older.terms)) >= minTermOverlap,
    )
  const superseded = new Set(best.filter(isSuperseded).map((passage) => passage.documentKey))
  if (superseded.size === 0) return [...passages]
  return passages.flatMap((passage) => replaceSuperseded(passage, superseded))
}

/** Returns the passage; or its first copy in a document that is not superseded, if there is one. */
function replaceSuperseded(passage: Passage, superseded: ReadonlySet<number>): Passage[] {
  const [first, ...duplicates] = [passage, ...passage.duplicates].filter(
    ({ documentKey }) => !superseded.has(documentKey),
  )
  return first ? [{ ...first, score: passage.score, duplicates }] : []
}

const editionPattern = /\b(?:19|20)\d{2}\b|\bv\.? ?\d+(?:\.\d+)*\b|\bversion \d+(?:\.\d+)*\b/giu

function areEditionsOfSameTitle(a: string, b: string): boolean {
  const bare = (title: string) =>
    title
      .toLowerCase()
      .replace(editionPattern, '')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  return bare(a) !== '' && bare(a) === bare(b)
}

function numbersInTitle(title: string): string[] {
  return title.match(/\d+/g) ?? []
}
