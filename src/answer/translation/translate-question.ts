import { isFunctionWord } from '../../ingest/function-words.ts'
import { plainWords } from '../../ingest/plain-words.ts'
import { type Dictionary, findDictionary, isUnspaced, stemKey } from './dictionary.ts'
import { germanInfinitives, translateCompound } from './german-words.ts'

/**
 * Translates a question into English word by word, so that English notes can be searched and read for it. Names and words
 * that the dictionary lacks stay as they are. Returns undefined for a language without a dictionary and where no word of
 * substance is known.
 */
export function translateQuestion(question: string, language: string): string | undefined {
  const dictionary = question.length > maxQuestionLength ? undefined : findDictionary(language)
  if (!dictionary) return undefined
  const pieces = isUnspaced(language)
    ? translateUnspaced(question, dictionary)
    : translateWords(question, language, dictionary)
  if (!pieces.some(({ isTranslated, english }) => isTranslated && english.length > 3)) return undefined
  const text = pieces
    .map(({ english }) => english)
    .filter(Boolean)
    .join(' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}?`
}

/** Longer texts are rarely questions, and the reader would cut them. */
const maxQuestionLength = 600

interface Piece {
  english: string
  isTranslated: boolean
}

function translateWords(question: string, language: string, dictionary: Dictionary): Piece[] {
  const typed = question.match(/[\p{L}\p{M}\p{N}]+(?:[.,:/@-][\p{L}\p{M}\p{N}]+)*/gu) ?? []
  const words = typed.flatMap((text) => (/[\d@/.:]/.test(text) ? [text] : (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])))
  const pieces: Piece[] = []
  for (let start = 0; start < words.length; ) {
    const { english, length } = longestPhrase(words, start, language, dictionary)
    const verb = pieces.at(-1)
    if (language === 'de' && words[start] === 'ich' && verb?.isTranslated && isFirstPersonVerb(words[start - 1]!)) {
      verb.english = `do I ${verb.english}`
      start += length
      continue
    }
    pieces.push({ english: english ?? words[start]!, isTranslated: english !== undefined })
    start += length
  }
  return pieces
}

/** Tells whether a German word before "ich" is its verb, which English puts after a "do": "Wo finde ich". */
function isFirstPersonVerb(word: string): boolean {
  return /^\p{Ll}{3,}e$/u.test(word) && !isFunctionWord(word, 'de') && !auxiliaries.has(word)
}

const auxiliaries = new Set(['könnte', 'dürfte', 'müsste', 'sollte', 'möchte', 'würde', 'werde', 'habe'])

function longestPhrase(words: readonly string[], start: number, language: string, dictionary: Dictionary) {
  const { entries, inflected, maxLength } = dictionary
  for (let length = Math.min(maxLength, words.length - start); length > 0; length--) {
    const phrase = plainWords(words.slice(start, start + length).join(' '))
    const english = entries.get(phrase.join(' ')) ?? inflected().get(stemKey(phrase, language))
    if (english !== undefined) return { english, length }
  }
  const english = language === 'de' ? translateGerman(words[start]!.toLowerCase(), dictionary) : undefined
  return { english, length: 1 }
}

/** Tells whether the dictionary has a word in lower case as it is spelt, or the parts of a German compound. */
export function hasWord(word: string, language: string): boolean {
  const entries = findDictionary(language)?.entries
  if (!entries) return false
  const isKnown = (part: string) => (isFunctionWord(part, language) ? undefined : entries.get(part))
  return entries.has(word) || (language === 'de' && translateCompound(word, isKnown) !== undefined)
}

/** Returns the English of a German word that the dictionary has only in another form, or the parts of. */
function translateGerman(word: string, { entries, inflected }: Dictionary): string | undefined {
  const known = (part: string) =>
    isFunctionWord(part, 'de') ? undefined : (entries.get(part) ?? inflected().get(stemKey([part], 'de')))
  const infinitive = germanInfinitives(word).find((form) => entries.get(form))
  return infinitive === undefined ? translateCompound(word, known) : entries.get(infinitive)
}

/** Takes the longest known word at each place; keeps Latin letters, digits and katakana, drops other letters. */
function translateUnspaced(question: string, { entries, maxLength }: Dictionary): Piece[] {
  const pieces: Piece[] = []
  const text = question.normalize('NFKC')
  for (let start = 0; start < text.length; ) {
    const kept = /^(?:[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}@.:/-]*)/u.exec(text.slice(start, start + 60))?.[0]
    if (kept) {
      pieces.push({ english: kept, isTranslated: false })
      start += kept.length
      continue
    }
    let length = Math.min(maxLength, text.length - start)
    while (length > 0 && !entries.has(text.slice(start, start + length))) length--
    const english = entries.get(text.slice(start, start + length))
    if (english) pieces.push({ english, isTranslated: true })
    start += Math.max(length, 1)
  }
  return pieces
}
