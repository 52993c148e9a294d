import type { Passage } from '../search/retrieval.ts'

const dayMs = 24 * 3600_000
const minDaysNewer = 30
/** How many of the best passages are looked at for an edition that replaces another. */
const maxSupersessionCandidates = 12
const minTermOverlap = 0.1

/**
 * Leaves out passages of a document that a newer edition of the same document replaces: the titles differ only in a year
 * or a version, the passages speak of the same things, and the question does not ask for the older one by its figure.
 */
export function dropSuperseded(question: string, passages: readonly Passage[]): Passage[] {
  const best = passages.slice(0, maxSupersessionCandidates)
  const isReplaced = (older: Passage) =>
    !numbersInTitle(older.document.title).some((figure) => question.includes(figure)) &&
    best.some(
      (newer) =>
        newer.documentKey !== older.documentKey &&
        newer.document.updatedAt.getTime() - older.document.updatedAt.getTime() >= minDaysNewer * dayMs &&
        areEditionsOfSameTitle(newer.document.title, older.document.title) &&
        passageTermOverlap(newer, older) >= minTermOverlap,
    )
  const replaced = new Set(best.filter(isReplaced).map((passage) => passage.documentKey))
  return replaced.size === 0
    ? [...passages]
    : passages.filter((passage) => !replaced.has(passage.documentKey))
}

const editionPattern = /\b(?:19|20)\d{2}\b|\bv\.? ?\d+(?:\.\d+)*\b|\bversion \d+(?:\.\d+)*\b/giu

function areEditionsOfSameTitle(one: string, other: string): boolean {
  const bare = (title: string) =>
    title
      .toLowerCase()
      .replace(editionPattern, '')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  return bare(one) !== '' && bare(one) === bare(other)
}

function numbersInTitle(title: string): string[] {
  return title.match(/\d+/g) ?? []
}

function passageTermOverlap(one: Passage, other: Passage): number {
  const terms = new Set(one.terms)
  const others = new Set(other.terms)
  let shared = 0
  for (const term of terms) if (others.has(term)) shared += 1
  return shared / Math.max(1, terms.size + others.size - shared)
}
