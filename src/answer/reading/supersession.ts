import { dayMs } from '../../durations.ts'
import { plainWords } from '../../ingest/plain-words.ts'
import type { Passage } from '../../search/retrieval.ts'
import { jaccardSimilarity } from '../set-similarity.ts'
import { asksForOld, isTitleMarkedOld, withoutOldMark } from './marked-old.ts'

const minDaysNewer = 30
/** Number of passages, best first, that are compared. */
const maxSupersessionCandidates = 12
const minTermOverlap = 0.1

/**
 * Drops the passages of a document that has a newer edition: the titles differ only in a year, a version or a mark such as
 * "(outdated)", the passages share terms, and the question does not ask for the older edition.
 */
export function dropSuperseded(question: string, passages: readonly Passage[], at: Date): Passage[] {
  const best = passages.slice(0, maxSupersessionCandidates)
  const isSuperseded = (older: Passage) =>
    !namesEdition(question, older.document.title, at) &&
    best.some(
      (newer) =>
        newer.documentKey !== older.documentKey &&
        areEditionsOfSameTitle(newer.document.title, older.document.title) &&
        isNewerEdition(newer, older, at) &&
        jaccardSimilarity(new Set(newer.terms), new Set(older.terms)) >= minTermOverlap,
    )
  const superseded = new Set(best.filter(isSuperseded).map((passage) => passage.documentKey))
  if (superseded.size === 0) return [...passages]
  return passages.flatMap((passage) => replaceSuperseded(passage, superseded))
}

/** Tells whether the question asks for this edition: by its number, or for the one that no longer holds. */
function namesEdition(question: string, title: string, at: Date): boolean {
  return (
    numbersInTitle(title).some((number) => question.includes(number)) ||
    (isTitleMarkedOld(title, at) && asksForOld(question))
  )
}

/** The titles say which edition holds: one that isn't marked as old, then the latest year that has begun. Else the date does. */
function isNewerEdition({ document: newer }: Passage, { document: older }: Passage, at: Date): boolean {
  const [isNewerOld, isOlderOld] = [newer, older].map(({ title }) => isTitleMarkedOld(title, at))
  if (isNewerOld !== isOlderOld) return isOlderOld === true
  const [newerYear, olderYear] = [newer, older].map(({ title }) => yearOfEdition(title))
  if (newerYear !== undefined && olderYear !== undefined && newerYear !== olderYear) {
    const year = at.getUTCFullYear()
    return newerYear <= year && (newerYear > olderYear || olderYear > year)
  }
  return newer.updatedAt.getTime() - older.updatedAt.getTime() >= minDaysNewer * dayMs
}

/** Returns the passage; or its first copy in a document that is not superseded, if there is one. */
function replaceSuperseded(passage: Passage, superseded: ReadonlySet<number>): Passage[] {
  const [first, ...duplicates] = [passage, ...passage.duplicates].filter(
    ({ documentKey }) => !superseded.has(documentKey),
  )
  return first ? [{ ...first, score: passage.score, duplicates }] : []
}

const editionPattern =
  /\b(?:19|20)\d{2}(?:\s?[/–-]\s?(?:\d{2}){1,2})?(?!\d)|\bv\.? ?\d+(?:\.\d+)*\b|\bversion \d+(?:\.\d+)*\b/giu

function areEditionsOfSameTitle(a: string, b: string): boolean {
  const bare = (title: string) => plainWords(withoutOldMark(title).replace(editionPattern, '')).join(' ')
  return bare(a) !== '' && bare(a) === bare(b)
}

/** Returns the year of "Price list 2025"; of "2025/26" the first. */
function yearOfEdition(title: string): number | undefined {
  const [year] = withoutOldMark(title).match(/(?<!\d)(?:19|20)\d{2}(?!\d)/) ?? []
  return year === undefined ? undefined : Number(year)
}

function numbersInTitle(title: string): string[] {
  return title.match(/\d+/g) ?? []
}
