import { functionWords } from './function-words.ts'
import { labelWords } from './label-words.ts'

export interface LanguageScore {
  language: string
  /** Weighted share of evidence per word; comparable between languages of one text only. */
  score: number
}

/**
 * Returns the ISO 639-1 code of the language of a text. The script decides where it can; among languages in Latin
 * letters, function words and characteristic letters do. Without evidence it is English, which also suits a bare name or
 * an error code.
 */
export function detectLanguage(text: string): string {
  return rankLanguages(text)[0]?.language ?? 'en'
}

/** Returns whether the text shows its language, as opposed to English for lack of evidence. */
export function hasLanguageEvidence(text: string): boolean {
  const [first, second] = rankLanguages(text)
  return first !== undefined && first.score >= 1.5 && first.score >= 1.5 * (second?.score ?? 0)
}

/** Returns every language with some evidence, the likeliest first. */
function rankLanguages(text: string): LanguageScore[] {
  const sample = text.length > 2 * sampleLength ? sampleText(text) : text
  const byScript = languageByScript(sample)
  return byScript === undefined ? rankLatinLanguages(sample) : [{ language: byScript, score: 100 }]
}

const sampleLength = 2_000

/** Samples the middle as well as the start, where a title page or notice can be in another language. */
function sampleText(text: string): string {
  const middle = Math.floor(text.length / 2)
  return `${text.slice(0, sampleLength)}\n${text.slice(middle, middle + sampleLength)}`
}

/** Languages with a script of their own, or nearly. The one with the highest weighted count of letters wins. */
const scripts: [language: string, letters: RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['bn', /\p{Script=Bengali}/gu],
  ['ta', /\p{Script=Tamil}/gu],
  ['te', /\p{Script=Telugu}/gu],
  ['gu', /\p{Script=Gujarati}/gu],
  ['pa', /\p{Script=Gurmukhi}/gu],
  ['kn', /\p{Script=Kannada}/gu],
  ['ml', /\p{Script=Malayalam}/gu],
  ['si', /\p{Script=Sinhala}/gu],
  ['lo', /\p{Script=Lao}/gu],
  ['km', /\p{Script=Khmer}/gu],
  ['my', /\p{Script=Myanmar}/gu],
  ['ka', /\p{Script=Georgian}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['am', /\p{Script=Ethiopic}/gu],
]

function languageByScript(text: string): string | undefined {
  if (!/[\u0370-\u1dff\u2e80-\uffff]/.test(text)) return undefined
  const latin = countMatches(text, /\p{Script=Latin}/gu)
  let best: string | undefined
  let bestCount = 0
  for (const [language, letters] of scripts) {
    const found = countMatches(text, letters)
    // An ideograph or syllable carries as much as about three Latin letters.
    const weighted = language === 'zh' || language === 'ja' || language === 'ko' ? found * 3 : found
    if (weighted > bestCount) {
      best = language
      bestCount = weighted
    }
  }
  if (best === undefined || bestCount * 2 < latin) return undefined
  // Japanese mixes kana into Han; Chinese has none.
  if (best === 'zh' && countMatches(text, scripts[0]![1]) * 20 > bestCount) return 'ja'
  if (best === 'ru') return cyrillicLanguage(text)
  if (best === 'ar') return arabicScriptLanguage(text)
  return best
}

function cyrillicLanguage(text: string): string {
  if (/[їєґі]/i.test(text)) return 'uk'
  if (/[ђћџљњ]/i.test(text)) return 'sr'
  return countMatches(text, /ъ/g) * 60 > text.length && !/[ыэё]/i.test(text) ? 'bg' : 'ru'
}

function arabicScriptLanguage(text: string): string {
  if (/[ٹڈڑے]/.test(text)) return 'ur'
  return countMatches(text, /[پچژگیک]/g) * 50 > text.length ? 'fa' : 'ar'
}

/** Function words of other languages that are too common in English to show anything. */
const commonEnglishWords = new Set(['go', 'one'])

/** The languages of each function word; a word that many share is weak evidence for each. */
const functionWordEvidence = (() => {
  const evidence = new Map<string, { languages: string[]; weight: number }>()
  for (const [language, words] of functionWords) {
    for (const word of words) {
      if (commonEnglishWords.has(word)) continue
      const entry = evidence.get(word) ?? { languages: [], weight: 0 }
      entry.languages.push(language)
      // One-letter words are often something else: list labels, variables, initials.
      entry.weight = (word.length === 1 ? 0.4 : 1) / entry.languages.length
      evidence.set(word, entry)
    }
  }
  return evidence
})()

/** Function words of other languages that English has as ordinary words: one alone, as in "door code", shows nothing. */
const englishHomographs = new Set(
  'ale bin car come den die dies door dove hat hay hoe jest man men node non pas plus pod pour sea sin son state sue tan ten toe ton tout want war'.split(
    ' ',
  ),
)

const characteristicLetters: [letters: RegExp, languages: string[]][] = [
  [/ß/g, ['de']],
  [/[äöü]/g, ['de', 'tr', 'sv', 'fi', 'hu']],
  [/[ñ¿¡]/g, ['es']],
  [/[ãõ]/g, ['pt']],
  [/[êâô]/g, ['fr', 'pt', 'vi']],
  [/[îûëïœ]/g, ['fr']],
  [/ç/g, ['fr', 'pt', 'tr']],
  [/[ğış]/g, ['tr']],
  [/[àèìòù]/g, ['it', 'fr']],
  [/[ơưđ]/g, ['vi']],
  [/[\u1ea0-\u1ef9]/g, ['vi']],
  [/å/g, ['sv', 'da', 'no']],
  [/[æø]/g, ['da', 'no']],
  [/[őű]/g, ['hu']],
  [/[ąęłńśźż]/g, ['pl']],
  [/[ěřůčšž]/g, ['cs']],
  [/[țșăţ]/g, ['ro']],
]

/** A word between spaces or punctuation; parts of URLs, paths and identifiers do not count. */
const standaloneWord =
  /(?<![\p{L}\p{M}\p{N}./:@=&?#%_-])[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)?(?![\p{N}/:@=&#%_-]|\.[\p{L}\p{N}])/gu

function rankLatinLanguages(text: string): LanguageScore[] {
  const lower = text.replace(/[’‘]/g, "'").replace(/İ/g, 'i').toLowerCase()
  const words = lower.match(standaloneWord) ?? []
  const scores = new Map<string, number>()
  const homographScores = new Map<string, number>()
  const add = (language: string, weight: number) => scores.set(language, (scores.get(language) ?? 0) + weight)
  // "node" and "state" are Italian too: one word that a page repeats must not decide.
  const repeats = new Map<string, number>()
  const maxRepeats = 3 + words.length / 100
  const countWord = (word: string) => {
    if (!functionWordEvidence.has(word)) return false
    repeats.set(word, (repeats.get(word) ?? 0) + 1)
    return true
  }
  for (const word of words) if (!countWord(word) && word.includes("'")) word.split("'").forEach(countWord)
  const isEvidence = evidenceFilter([...repeats.keys()])
  for (const [word, count] of repeats) {
    const { languages, weight } = functionWordEvidence.get(word)!
    const found = weight * Math.min(count, Math.floor(maxRepeats))
    for (const language of languages) {
      if (!isEvidence(word, language)) continue
      add(language, found)
      if (englishHomographs.has(word)) homographScores.set(language, (homographScores.get(language) ?? 0) + found)
    }
  }
  for (const [letters, languages] of characteristicLetters) {
    const found = Math.min(countMatches(lower, letters), Math.ceil(words.length / 2))
    for (const language of languages) if (found > 0) add(language, (found * 0.6) / languages.length)
  }
  // A longer text of a language has words that English has not.
  if (words.length >= minTextWords)
    for (const [language, found] of homographScores)
      if ((scores.get(language) ?? 0) - found < minOwnScore) add(language, -found)
  addLabels(lower, add)
  // English wins ties and near-ties: most short text without evidence is English. Prose is full of function words; a
  // language with one in twenty is a coincidence among names and codes.
  if (scores.size > 0) add('en', 0.3)
  return [...scores]
    .map(([language, score]) => ({
      language,
      score: language === 'en' || score >= words.length * 0.06 ? score : 0,
    }))
    .sort((a, b) => b.score - a.score || a.language.localeCompare(b.language))
}

const minTextWords = 12
const minOwnScore = 0.5

const labelEvidence = languagesByWord(labelWords)
/** A word before a colon, a separator or a blank. */
const labelWord = /(?<![\p{L}\p{M}\p{N}./@=&?#%_-])\p{L}+(?=[:;,|]?\s|[:;,]?$)/gu
const labelWeight = 0.5
const maxLabelRepeats = 3

/** Adds the evidence of labels, which tables have instead of function words. */
function addLabels(text: string, add: (language: string, weight: number) => void): void {
  const repeats = new Map<string, number>()
  for (const word of text.match(labelWord) ?? []) {
    const languages = labelEvidence.get(word)
    const count = (repeats.get(word) ?? 0) + 1
    repeats.set(word, count)
    if (languages === undefined || count > maxLabelRepeats) continue
    for (const language of languages) add(language, labelWeight / languages.length)
  }
}

function languagesByWord(words: typeof labelWords): ReadonlyMap<string, string[]> {
  const languages = new Map<string, string[]>()
  for (const [language, list] of words)
    for (const word of list) languages.set(word, [...(languages.get(word) ?? []), language])
  return languages
}

/**
 * Returns which function words are evidence of which language. Where English has all of them, as in "come to work", those that
 * it has as ordinary words show another language only if that has all of them, too.
 */
function evidenceFilter(found: readonly string[]): (word: string, language: string) => boolean {
  const isOf = (word: string, language: string) => functionWords.get(language)?.has(word) ?? false
  const [only] = found
  if (found.length === 1 && englishHomographs.has(only as string)) return () => false
  if (!found.every((word) => englishHomographs.has(word) || isOf(word, 'en'))) return () => true
  const complete = new Set([...functionWords.keys()].filter((language) => found.every((word) => isOf(word, language))))
  return (word, language) => complete.has(language) || !englishHomographs.has(word)
}

function countMatches(text: string, pattern: RegExp): number {
  pattern.lastIndex = 0
  let found = 0
  while (pattern.test(text)) found++
  return found
}
