import { plainWords } from '../../ingest/plain-words.ts'
import { stemWord } from '../../ingest/stem.ts'
import { wordTable } from './word-table.ts'
import { workWordTable } from './work-word-table.ts'

/** English by the stems of a word or phrase of another language, joined by spaces. */
export interface Dictionary {
  entries: ReadonlyMap<string, string>
  /** Words in the longest phrase; letters in the longest one of a language without spaces. */
  maxLength: number
}

/** Languages in the order of the table's columns. */
const languages = ['de', 'fr', 'es', 'ja']

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
  const entries = new Map<string, string>()
  const column = 1 + languages.indexOf(language)
  let maxLength = 1
  const add = (key: string, length: number, english: string) => {
    if (!entries.has(key)) entries.set(key, english)
    maxLength = Math.max(maxLength, length)
  }
  const rows = readRows()
  const words = rows.flatMap((cells) =>
    (cells[column] ?? '').split(',').map((phrase) => ({ english: cells[0] ?? '', phrase: phrase.trim() })),
  )
  const phrases = [...words, ...countryNames(language)].filter(({ phrase }) => phrase !== '')
  for (const { english, phrase } of phrases) {
    if (isUnspaced(language)) add(phrase, phrase.length, english)
    else {
      const words = plainWords(phrase)
      add(words.join(' '), words.length, english)
    }
  }
  if (isUnspaced(language)) return { entries, maxLength }
  // Inflections of a word count only where no word is spelt so.
  for (const { english, phrase } of phrases) {
    const words = plainWords(phrase)
    add(stemKey(words, language), words.length, english)
  }
  return { entries, maxLength }
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
