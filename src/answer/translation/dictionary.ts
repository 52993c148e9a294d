import { plainWords } from '../../ingest/plain-words.ts'
import { stemWord } from '../../ingest/stem.ts'
import { wordTable } from './word-table.ts'
import { workWordTable } from './work-word-table.ts'

export interface Dictionary {
  /** English by the words of another language as they are spelt, phrases joined by spaces. */
  entries: ReadonlyMap<string, string>
  /** The same by their stems (`stemKey`), for other inflections. Made by the first call, which takes a tenth of a second. */
  inflected(): ReadonlyMap<string, string>
  /** Words in the longest phrase; letters in the longest one of a language without spaces. */
  maxLength: number
}

/** Languages in the order of the table's columns. */
const languages = ['de', 'fr', 'es', 'ja']
/** Those with spaces between words. */
export const spacedLanguages: readonly string[] = languages.filter((language) => !isUnspaced(language))

const dictionaries = new Map<string, Dictionary>()

/** Returns the dictionary from a language into English, if there is one. */
export function findDictionary(language: string): Dictionary | undefined {
  if (!languages.includes(language)) return undefined
  let found = dictionaries.get(language)
  if (!found) {
    found = buildDictionary(language)
    dictionaries.set(language, found)
  }
  return found
}

function buildDictionary(language: string): Dictionary {
  const column = 1 + languages.indexOf(language)
  const words = readRows().flatMap((cells) =>
    (cells[column] ?? '').split(',').map((phrase) => ({ english: cells[0] ?? '', phrase: phrase.trim() })),
  )
  const phrases = [...words, ...countryNames(language)]
    .filter(({ phrase }) => phrase !== '')
    .map(({ english, phrase }) => ({ english, words: isUnspaced(language) ? [phrase] : plainWords(phrase) }))
  const lengthOf = (words: readonly string[]) => (isUnspaced(language) ? words[0]!.length : words.length)
  let inflected: ReadonlyMap<string, string> | undefined
  return {
    entries: firstOfEach(phrases.map(({ english, words }) => [words.join(' '), english])),
    inflected() {
      inflected ??= firstOfEach(phrases.map(({ english, words }) => [stemKey(words, language), english]))
      return inflected
    },
    maxLength: Math.max(1, ...phrases.map(({ words }) => lengthOf(words))),
  }
}

function firstOfEach(entries: readonly (readonly [string, string])[]): Map<string, string> {
  return new Map(entries.toReversed())
}

function readRows(): string[][] {
  return [wordTable, workWordTable]
    .flatMap((table) => table.trim().split('\n'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
}

let english: ReadonlySet<string> | undefined

/** Returns the words of the English column in lower case. */
export function englishWords(): ReadonlySet<string> {
  english ??= new Set(readRows().flatMap(([phrase = '']) => plainWords(phrase)))
  return english
}

/** Returns the names of countries in a language and in English, as the Unicode data of Node has them. */
function countryNames(language: string): { english: string; phrase: string }[] {
  const options = { type: 'region', fallback: 'none' } as const
  const [own, english] = [new Intl.DisplayNames(language, options), new Intl.DisplayNames('en', options)]
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((code) => {
      const phrase = own.of(code)
      const name = english.of(code)
      return phrase && name ? { english: name, phrase } : []
    })
}

/** Returns the key of words in any inflection. The mark keeps stems apart from words that are spelt like them. */
export function stemKey(words: readonly string[], language: string): string {
  return words.map((word) => `${stemWord(word, language)}~`).join(' ')
}

/** Tells whether the language is written without spaces between words. */
export function isUnspaced(language: string): boolean {
  return language === 'ja'
}
