import snowball, { type Stemmer } from 'snowball-stemmers'
import { stemArabic } from './stem-arabic.ts'
import { stemHindi } from './stem-hindi.ts'

/**
 * Returns the stem of a lower-case word. The language matters for Latin letters only; elsewhere the script decides, so
 * that a short question and a long passage always use the same stemmer.
 */
export function stemWord(word: string, language: string): string {
  const first = word.charCodeAt(0)
  if (first < 0x250 || (first >= 0x1e00 && first <= 0x1eff)) return stemLatin(word, language)
  if (first >= 0x370 && first <= 0x3ff) return foldAccents(word).replaceAll('ς', 'σ')
  if (first >= 0x400 && first <= 0x52f) return stemmerFor('russian').stem(word.replaceAll('ё', 'е'))
  if (first >= 0x600 && first <= 0x6ff) return stemArabic(word)
  if (first >= 0x900 && first <= 0x97f) return stemHindi(word)
  return word
}

/** Languages in Latin letters with a stemmer. Vietnamese does not inflect; Snowball has none for Polish. */
const latinStemmers: Record<string, string> = {
  en: 'english',
  de: 'german',
  fr: 'french',
  es: 'spanish',
  pt: 'portuguese',
  it: 'italian',
  nl: 'dutch',
  tr: 'turkish',
  sv: 'swedish',
  da: 'danish',
  no: 'norwegian',
  fi: 'finnish',
  hu: 'hungarian',
  cs: 'czech',
  ro: 'romanian',
}

function stemLatin(word: string, language: string): string {
  if (language === 'vi') return word
  if (language === 'pl') return foldAccents(word)
  // Latin words in, say, Russian text are mostly product names: English. Accents in English (résumé) are optional.
  const algorithm = latinStemmers[language] ?? 'english'
  return algorithm === 'english'
    ? stemmerFor(algorithm).stem(foldAccents(word))
    : foldAccents(stemmerFor(algorithm).stem(word))
}

const stemmers = new Map<string, Stemmer>()

function stemmerFor(algorithm: string): Stemmer {
  let found = stemmers.get(algorithm)
  if (found === undefined) {
    found = snowball.newStemmer(algorithm)
    stemmers.set(algorithm, found)
  }
  return found
}

const letterFolds: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Removes accents from Latin and Greek letters. Call it after stemming: stemmers need the accents. */
export function foldAccents(word: string): string {
  if (/^[\x20-\x7e]*$/.test(word)) return word
  return word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => letterFolds[letter] ?? letter)
}
