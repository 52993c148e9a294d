import { claimTerms } from './claim-terms.ts'
import type { EvidenceUnit } from './evidence.ts'
import { isNumberWord, readFigures } from './figures.ts'

/** What holds and what doesn't, or no longer: "4 hours instead of 8", "from 8 to 4 hours", "the JSON import, not XML". */
interface Contrast {
  former: readonly string[]
  latter: readonly string[]
}

/**
 * Tells whether the statement says of two things the other way round which holds, which was before or which replaces which:
 * "8 hours instead of 4" for "4 hours instead of 8". Only contrasts that both name in such words are compared.
 */
export function hasReversedChanges(statement: string, units: readonly EvidenceUnit[], language: string): boolean {
  // The words are English.
  if (language !== 'en') return false
  const own = readContrasts(statement)
  if (own.length === 0) return false
  const known = units.flatMap(({ text }) => readContrasts(text))
  return own.some((one) => known.some((other) => isReversed(one, other)))
}

/** Words that hold in both, such as what is counted, tell nothing. */
function isReversed(one: Contrast, other: Contrast): boolean {
  const hasMoved = (from: readonly string[], to: readonly string[], stayed: readonly string[]) =>
    from.some((key) => to.includes(key) && !stayed.includes(key))
  return (
    hasMoved(one.former, other.latter, other.former) &&
    hasMoved(one.latter, other.former, other.latter) &&
    !one.former.some((key) => other.former.includes(key) && !one.latter.includes(key))
  )
}

const word = String.raw`[\p{L}\p{N}€$£%.,:/_@#-]{1,40}`
const words = String.raw`${word}(?:\s${word}){0,3}`
const fewWords = String.raw`${word}(?:\s${word}){0,3}?`
/** Of `one` and `other` the other is what holds, unless the pattern is reversed. */
const patterns = [
  { pattern: String.raw`\bfrom (?<one>${fewWords}) to (?<other>${words})` },
  {
    pattern: String.raw`(?<one>${words}) (?:instead of|rather than|(?:and|but) not),? (?<other>${words})`,
    isReversed: true,
  },
  {
    pattern: String.raw`(?<one>${words})(?<=,)\s(?:and |but )?not (?!just|only|once|necessarily)(?<other>${words})`,
    isReversed: true,
  },
  {
    pattern: String.raw`(?<one>${words}),? (?:is|are|was|were|has been|have been|being|will be) replaced (?:by|with) (?<other>${words})`,
  },
  {
    pattern: String.raw`(?<one>${words})(?<!\b(?:is|are|was|were|been|be|being)) (?:replaces|replaced|supersedes|replacing) (?!by\b|with\b)(?<other>${words})`,
    isReversed: true,
  },
  {
    // "Before" alone also tells an order in time: "reviewed before it is sent".
    pattern: String.raw`(?<one>${fewWords})(?:[,;(]\s?before|[,;(]?\s?(?:previously|formerly|up from|down from|until then))(?: it was)? (?<other>${words})`,
    isReversed: true,
  },
].map(({ pattern, isReversed = false }) => ({ pattern: new RegExp(pattern, 'giu'), isReversed }))

function readContrasts(text: string): Contrast[] {
  return patterns.flatMap(({ pattern, isReversed }) =>
    [...text.matchAll(pattern)].flatMap(({ groups }) => {
      const [one, other] = [readKeys(groups!.one!), readKeys(groups!.other!)]
      if (one.length === 0 || other.length === 0) return []
      return isReversed ? { former: other, latter: one } : { former: one, latter: other }
    }),
  )
}

function readKeys(text: string): string[] {
  const terms = [...claimTerms(text, 'en')].filter((term) => !isNumberWord(term))
  return [...terms, ...readFigures(text).map(({ value }) => `=${value}`)]
}
