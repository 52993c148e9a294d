import type { Passage } from '../retrieval/search.ts'

const dayMs = 24 * 3600_000
const leastDaysNewer = 30
/** How many of the best passages are looked at for an edition that replaces another. */
const lookedAt = 12
const leastLikeness = 0.1

/**
 * Leaves out passages of a document that a newer edition of the same document replaces: the titles differ only in a year
 * or a version, the passages speak of the same things, and the question does not ask for the older one by its figure.
 */
export function withoutSuperseded(question: string, passages: readonly Passage[]): Passage[] {
  const best = passages.slice(0, lookedAt)
  const isReplaced = (older: Passage) =>
    !figuresOf(older.document.title).some((figure) => question.includes(figure)) &&
    best.some(
      (newer) =>
        newer.documentKey !== older.documentKey &&
        newer.document.updatedAt.getTime() - older.document.updatedAt.getTime() >= leastDaysNewer * dayMs &&
        isOtherEdition(newer.document.title, older.document.title) &&
        likeness(newer, older) >= leastLikeness,
    )
  const replaced = new Set(best.filter(isReplaced).map((passage) => passage.documentKey))
  return replaced.size === 0
    ? [...passages]
    : passages.filter((passage) => !replaced.has(passage.documentKey))
}

const edition = /\b(?:19|20)\d{2}\b|\bv\.? ?\d+(?:\.\d+)*\b|\bversion \d+(?:\.\d+)*\b/giu

function isOtherEdition(one: string, other: string): boolean {
  const bare = (title: string) =>
    title
      .toLowerCase()
      .replace(edition, '')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  return bare(one) !== '' && bare(one) === bare(other)
}

function figuresOf(title: string): string[] {
  return title.match(/\d+/g) ?? []
}

function likeness(one: Passage, other: Passage): number {
  const terms = new Set(one.terms)
  const others = new Set(other.terms)
  let shared = 0
  for (const term of terms) if (others.has(term)) shared += 1
  return shared / Math.max(1, terms.size + others.size - shared)
}
