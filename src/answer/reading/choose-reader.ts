import { detectLanguage, hasLanguageEvidence } from '../../ingest/language-detection.ts'
import type { Reader } from '../../models/reader.ts'
import type { Passage } from '../../search/retrieval.ts'
import { estimateLanguageSupport } from '../../search/vector/language-support.ts'

/**
 * Returns the model that knows the languages of the question and of its best passage, or undefined if none does. Keywords
 * such as "Kilometergeld" show no language: they count as being in the passage's. English passages are read with English
 * questions alone: a translation word by word is read better than the question as it was typed (docs/quality.md).
 */
export function chooseReader(
  reader: Reader,
  question: string,
  passages: readonly Passage[],
): Pick<Reader, 'passageBudget' | 'read'> | undefined {
  const ofPassage = passages[0]?.document.language ?? reader.language
  const ofQuestion = hasLanguageEvidence(question) ? detectLanguage(question) : ofPassage
  const { otherLanguages } = reader
  const isKnown = ofQuestion === reader.language || otherLanguages?.languages.includes(ofQuestion)
  if (otherLanguages?.languages.includes(ofPassage) && isKnown) return otherLanguages
  return estimateLanguageSupport(reader, question) < 1 ? undefined : reader
}
