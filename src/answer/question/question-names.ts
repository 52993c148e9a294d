import { analyze } from '../../ingest/analyze.ts'
import { detectLanguage } from '../../ingest/language-detection.ts'
import { countsIn, isWithinRange, type Quantity, quantitiesIn } from './quantity-ranges.ts'
import { namesWider } from './wider-names.ts'

/** Returns the names, figures and codes in a question, in lower case: "Kobe", "P2", "€18,000". */
export function questionNames(question: string): string[] {
  return typedNames(question).map((name) => name.toLowerCase())
}

function typedNames(question: string): string[] {
  const words = question.match(/\S+/g) ?? []
  const isCapitalizedName = detectLanguage(question) === 'de' ? isGermanName : () => true
  return words
    .map((word, index) => ({
      bare: word
        .replace(leadingPunctuation, '')
        .replace(trailingPunctuation, '')
        .replace(/['’]s$/, ''),
      previous: words[index - 1] ?? '',
      startsSentence: index === 0 || /[.?!]["”’)]*$/.test(words[index - 1]!),
    }))
    .filter(
      ({ bare, previous, startsSentence }) =>
        /\p{N}/u.test(bare) || (!startsSentence && /^\p{Lu}\p{L}/u.test(bare) && isCapitalizedName(bare, previous)),
    )
    .map(({ bare }) => bare)
}

/**
 * Tells whether a capitalized German word is a name: every noun is capitalized. Names have further capitals or digits, or
 * stand after a word for a place or person, without an article: "in Leipzig", "Frau Brandt".
 */
function isGermanName(word: string, previous: string): boolean {
  if (/\p{L}.*\p{Lu}/u.test(word)) return true
  return /^(?:in|nach|aus|herrn?|frau|firma|standort|filiale|werk)$/i.test(previous) && !germanNoun.test(word)
}

/** Nouns that stand after these words without an article, too: "in Teilzeit", "nach Feierabend". */
const germanNoun =
  /(?:ung|heit|keit|schaft|zeit|tion|abend|urlaub|arbeit|tage?|tagen|wochen?|monaten?|jahren?|rente|karenz|haus(?:e|es)?|fällen|versehen)$/i

/** Returns the names of the question that the text contains as they were typed: "Customers" is a team, "customers" are not. */
export function namesIn(question: string, text: string): string[] {
  return typedNames(question).filter((name) => containsWord(text, name))
}

const leadingPunctuation = /^[^\p{L}\p{N}€$£]+/u
const trailingPunctuation = /(?<![^\p{L}\p{N}%])[^\p{L}\p{N}%]+$/u

/**
 * Returns the share of the names that the text contains as whole words, 0 to 1; 0 without names. A quantity is there as well
 * if a range of the text contains it, and a country or a day if the text speaks of what it belongs to.
 */
export function nameCoverage(names: readonly string[], text: string, quantities: readonly Quantity[] = []): number {
  if (names.length === 0) return 0
  const lower = text.toLowerCase()
  const ofRanges = new Set(quantities.filter((quantity) => isWithinRange(text, quantity)).map(({ word }) => word))
  const isThere = (name: string) => containsWord(lower, name) || ofRanges.has(name) || namesWider(lower, name)
  return names.filter(isThere).length / names.length
}

/**
 * Returns the share of the question's names, years and codes that the passage lacks, 0 to 1. Quantities aren't counted: "18
 * months" tells the asker's case and is seldom in the rule that answers.
 */
export function missingNameShare(
  question: string,
  { text, terms }: { text: string; terms: ReadonlySet<string> },
): number {
  const quantities = new Set(quantitiesIn(question).map(({ word }) => word))
  const names = questionNames(question).filter((name) => !quantities.has(name))
  if (names.length === 0) return 0
  const lower = text.toLowerCase()
  const counted = new Set(countsIn(question).flatMap((count) => (isWithinRange(text, count) ? [count.word] : [])))
  const isThere = (name: string) =>
    containsWord(lower, name) ||
    counted.has(name) ||
    analyze(name).some((term) => terms.has(term)) ||
    namesWider(lower, name)
  return names.filter((name) => !isThere(name)).length / names.length
}

function containsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const isEdge = (character: string | undefined) => character === undefined || !/[\p{L}\p{N}]/u.test(character)
    if (isEdge(text[at - 1]) && isEdge(text[at + word.length])) return true
  }
  return false
}
