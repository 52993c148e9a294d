import { countWords } from '../../ingest/count-words.ts'
import { type AnswerUnit, isSamePlace } from './answer-units.ts'

/**
 * Returns the sentences after the question that tells the case they hold in: "Found again? The report is closed." The
 * question is quoted with a colon.
 */
export function withCase(siblings: readonly AnswerUnit[], sentences: readonly AnswerUnit[]): AnswerUnit[] {
  const first = siblings.findIndex((unit) => sentences[0] && isSamePlace(unit, sentences[0]))
  const previous = siblings[first - 1]
  return previous && isCase(previous) ? [previous, ...sentences] : [...sentences]
}

/** Tells whether the unit is a question that tells the case of the sentence after it. */
export function isCase({ kind, text, passage }: AnswerUnit): boolean {
  return kind === 'question' && passage.document.language === 'en' && tellsCase(text)
}

const minWords = 2
const maxWords = 15
const opening = /^(?:and|but|so|or|ok|okay)[, ]+/i
const questionWord = /\b(?:who|whom|whose|what|which|when|where|why|how)\b/i
const auxiliary =
  "(?:do|does|did|can|could|may|might|must|should|shall|will|would|is|are|was|were|am|has|have|had|(?:do|does|did|ca|could|must|should|wo|would|is|are|was|were|has|have|had)n[’']t)"
const asks = new RegExp(
  `, right\\W*$|^${auxiliary}\\b|\\b${auxiliary} (?:I|we|it|there|they|he|she|you|this|that)\\b`,
  'i',
)

/**
 * Tells whether an English question tells a case instead of asking: "Found again within 48 hours?" The sentence after it
 * holds in this case only.
 */
export function tellsCase(question: string): boolean {
  const text = question.trim().replace(opening, '')
  const words = countWords(text)
  if (!/\?["”’)*]*$/.test(text) || words < minWords || words > maxWords || questionWord.test(text)) return false
  return !asks.test(text)
}
