import { type SearchableIndex, visibleAudiences, visibleFrequency, visibleTotals } from './max-score-search.ts'
import { type Misspelling, type NearTerm, rankNearTerms } from './spelling.ts'
import type { StemList } from './stem-list.ts'
import { postingListOf } from './term-dictionary.ts'

export interface KnownTermsQuery {
  organizationId: string
  audienceIds: readonly number[]
  terms: readonly string[]
}

export interface NearTermsQuery {
  organizationId: string
  audienceIds: readonly number[]
  misspellings: readonly Misspelling[]
}

/** Returns those of the terms that occur in a passage that the audiences can see. */
export function findKnownTerms(index: SearchableIndex, { audienceIds, terms }: KnownTermsQuery): string[] {
  const visible = visibleAudiences(index, audienceIds)
  const { count } = visibleTotals(index, audienceIds)
  return [...new Set(terms)].filter((term) => {
    const termId = index.dictionary.find(term)
    return termId !== undefined && visibleFrequency(index, postingListOf(termId), visible, count, 1) > 0
  })
}

/**
 * Returns the nearest stems of each misspelling that occur in a passage that the audiences can see. All stems of the
 * organization are compared, so the time tells nothing of a single hidden one.
 */
export function findNearTerms(
  index: SearchableIndex,
  stems: StemList,
  { audienceIds, misspellings }: NearTermsQuery,
): NearTerm[][] {
  const visible = visibleAudiences(index, audienceIds)
  const { count } = visibleTotals(index, audienceIds)
  return misspellings.map((misspelling) => {
    const candidates: { term: string; likelihood: number; frequency: number }[] = []
    stems.forEachNear(misspelling, (list, term, likelihood) =>
      candidates.push({ term, likelihood, frequency: visibleFrequency(index, list, visible, count) }),
    )
    return rankNearTerms(candidates)
  })
}
