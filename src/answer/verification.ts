import { analyze } from '../ingest/analyze.ts'
import { containsAllLiterals } from './literals.ts'
import type { PromptPassage } from './prompt.ts'
import { countShared } from './set-similarity.ts'

/** Share of a sentence's terms that its citations must contain together, and each of them alone. */
const minCombinedCoverage = 0.6
const minCoveragePerPassage = 0.35

type Evidence = Pick<PromptPassage, 'heading' | 'body'> & { document: { title: string } }

/**
 * Returns the cited passages that support the sentence, or none if together they do not. Words can be inflected
 * differently; numbers, dates, names, addresses and identifiers must be in the passages as they are.
 */
export function findSupportingPassages<P extends Evidence>(
  sentence: string,
  cited: readonly P[],
  {
    language,
    background,
  }: {
    language: string
    /** The text of all passages, to tell a name from a word that only starts a sentence. */
    background: string
  },
): P[] {
  const texts = cited.map((passage) => `${passage.document.title}\n${passage.heading}\n${passage.body}`)
  const words = new Set(analyze(sentence, language))
  if (words.size === 0 || cited.length === 0) return []
  const evidence = texts.map((text) => new Set(analyze(text, language)))
  const together = new Set(evidence.flatMap((terms) => [...terms]))
  if (coveredShare(words, together) < minCombinedCoverage) return []
  const whole = texts.join('\n')
  const figures = normalizedNumbers(sentence)
  const knownFigures = new Set(normalizedNumbers(whole))
  if (!figures.every((figure) => knownFigures.has(figure))) return []
  const names = extractProperNouns(sentence, language, background)
  const isKnown = (name: string) =>
    containsWord(name, whole) || analyze(name, language).every((term) => together.has(term))
  if (!names.every(isKnown)) return []
  if (!extractLinks(sentence).every((address) => whole.includes(address))) return []
  if (!containsAllLiterals(sentence, whole)) return []
  if (hasOppositePolarity(sentence, cited, language)) return []
  return cited.filter((_, index) => {
    const own = new Set(normalizedNumbers(texts[index] as string))
    return (
      coveredShare(words, evidence[index] as Set<string>) >= minCoveragePerPassage ||
      figures.some((figure) => own.has(figure) && coveredShare(words, evidence[index] as Set<string>) > 0.2)
    )
  })
}

function coveredShare(words: ReadonlySet<string>, evidence: ReadonlySet<string>): number {
  return countShared(words, evidence) / words.size
}

/** Returns the numbers in a text as values: `1,000`, `1.000` and `1 000` are equal, `12:30` and `2026-11-01` are split. */
function normalizedNumbers(text: string): string[] {
  const joined = text.normalize('NFKC').replace(/(?<=\d)[ ,.'’\u00a0\u202f](?=\d{3}(?!\d))/g, '')
  return [...joined.matchAll(/\d+(?:[.,]\d+)?/g)].map(([figure]) => figure.replace(',', '.').replace(/^0+(?=\d)/, ''))
}

/** Languages that capitalize common nouns, or have no capitals. */
const languagesWithoutNameCapitals = new Set(['de', 'zh', 'ja', 'ko', 'th', 'ar', 'hi'])

function extractProperNouns(sentence: string, language: string, background: string): string[] {
  if (languagesWithoutNameCapitals.has(language)) return []
  const words = [...sentence.matchAll(/\p{L}[\p{L}\p{M}\p{Nd}'’-]*/gu)]
  return words
    .filter(([word], index) => {
      if (!/^\p{Lu}/u.test(word)) return false
      if (index > 0) return true
      // The first word is always capitalized; it is a name if it never occurs in lower case.
      return !containsWord(word.toLowerCase(), background)
    })
    .map(([word]) => word)
}

function extractLinks(sentence: string): string[] {
  return [...sentence.matchAll(/(?:https?:\/\/|www\.|mailto:)[^\s)\]>"']+|!?\[[^\]]*\]\([^)]*\)|<[a-z][^>]*>/gi)].map(
    ([match]) => match.replace(/[.,;:!?]+$/, ''),
  )
}

const negationPattern =
  /\b(?:not|no|never|none|cannot|without|nicht|kein\p{L}*|nie|ohne|pas|jamais|aucun\p{L}*|sans|nunca|não|nem|sem|non|mai|senza|niet|geen|nooit|değil|không)\b|n['’]t\b|(?<!\p{L})(?:не|нет|никогда|без)(?!\p{L})|(?:不|没|沒|無|ない|ません|않|없|ไม่|नहीं|لا|ليس|لم|لن)/giu

/** Tells whether the most similar sentence of the passages is negated and this one is not, or the other way round. */
function hasOppositePolarity(sentence: string, cited: readonly Evidence[], language: string): boolean {
  const words = new Set(analyze(sentence, language))
  let best = { covered: 0, text: '' }
  for (const passage of cited) {
    for (const text of passage.body.split(/(?<=[.!?。！？])\s+|\n/)) {
      const covered = coveredShare(words, new Set(analyze(text, language)))
      if (covered > best.covered) best = { covered, text }
    }
  }
  if (best.covered < 0.75) return false
  const isNegated = (text: string) => (text.match(negationPattern) ?? []).length % 2 === 1
  return isNegated(sentence) !== isNegated(best.text)
}

/** Tells whether the text contains the whole word in this spelling. */
function containsWord(word: string, text: string): boolean {
  return new RegExp(`(?<!\\p{L})${escapeRegExp(word)}(?!\\p{L})`, 'u').test(text)
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
