import { analyze } from '../ingest/analyze.ts'
import type { PromptPassage } from './prompt.ts'

/** Most of what a sentence says must stand in what it cites, and one citation must carry a part of it to be kept. */
const minCombinedCoverage = 0.6
const minCoveragePerPassage = 0.35

/** What a sentence is checked against. */
type Evidence = Pick<PromptPassage, 'heading' | 'body'> & { document: { title: string } }

/**
 * Of the cited passages, those that support the sentence; none when together they do not. Words may be inflected
 * otherwise; figures, dates, names and addresses must stand in the passages as they are.
 */
export function findSupportingPassages<P extends Evidence>(
  sentence: string,
  cited: readonly P[],
  {
    language,
    background,
  }: {
    language: string /** All that was read, to tell a name from a word that only begins a sentence. */
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
  if (hasOppositePolarity(sentence, cited, language)) return []
  return cited.filter((_, index) => {
    const own = new Set(normalizedNumbers(texts[index] as string))
    return (
      coveredShare(words, evidence[index] as Set<string>) >= minCoveragePerPassage ||
      figures.some((figure) => own.has(figure) && coveredShare(words, evidence[index] as Set<string>) > 0.2)
    )
  })
}

function coveredShare(wanted: ReadonlySet<string>, has: ReadonlySet<string>): number {
  let found = 0
  for (const word of wanted) if (has.has(word)) found += 1
  return found / wanted.size
}

/** Numbers as values: `1,000`, `1.000` and `1 000` are one figure, `12:30` and `2026-11-01` are taken apart. */
function normalizedNumbers(text: string): string[] {
  const joined = text.normalize('NFKC').replace(/(?<=\d)[ ,.'’\u00a0\u202f](?=\d{3}(?!\d))/g, '')
  return [...joined.matchAll(/\d+(?:[.,]\d+)?/g)].map(([figure]) =>
    figure.replace(',', '.').replace(/^0+(?=\d)/, ''),
  )
}

/** Languages that write common nouns with a capital, or have none: there a capital tells nothing. */
const languagesWithoutNameCapitals = new Set(['de', 'zh', 'ja', 'ko', 'th', 'ar', 'hi'])

function extractProperNouns(sentence: string, language: string, background: string): string[] {
  if (languagesWithoutNameCapitals.has(language)) return []
  const words = [...sentence.matchAll(/\p{L}[\p{L}\p{M}\p{Nd}'’-]*/gu)]
  return words
    .filter(([word], index) => {
      if (!/^\p{Lu}/u.test(word)) return false
      if (index > 0) return true
      // The first word has its capital from its place, unless it is never written without one.
      return !containsWord(word.toLowerCase(), background)
    })
    .map(([word]) => word)
}

function extractLinks(sentence: string): string[] {
  return [
    ...sentence.matchAll(/(?:https?:\/\/|www\.|mailto:)[^\s)\]>"']+|!?\[[^\]]*\]\([^)]*\)|<[a-z][^>]*>/gi),
  ].map(([match]) => match.replace(/[.,;:!?]+$/, ''))
}

const negationPattern =
  /\b(?:not|no|never|none|cannot|without|nicht|kein\p{L}*|nie|ohne|pas|jamais|aucun\p{L}*|sans|nunca|não|nem|sem|non|mai|senza|niet|geen|nooit|değil|không)\b|n['’]t\b|(?<!\p{L})(?:не|нет|никогда|без)(?!\p{L})|(?:不|没|沒|無|ない|ません|않|없|ไม่|नहीं|لا|ليس|لم|لن)/giu

/** The passage sentence that says most of the same, but one of the two denies it. */
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
  const isDenied = (text: string) => (text.match(negationPattern) ?? []).length % 2 === 1
  return isDenied(sentence) !== isDenied(best.text)
}

/** As a word of its own, written like this. */
function containsWord(word: string, text: string): boolean {
  return new RegExp(`(?<!\\p{L})${escapeRegExp(word)}(?!\\p{L})`, 'u').test(text)
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
