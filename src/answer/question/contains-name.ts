import { plainWords } from '../../ingest/plain-words.ts'

/** Tells whether the text contains the name, in the singular or plural, or all words of a longer one in any order. */
export function containsName(text: string, name: string): boolean {
  if (containsPhrase(text, name)) return true
  const words = wordsOf(name).filter((word) => word.length > 1)
  const inText = new Set(wordsOf(text))
  return words.length >= minUnorderedWords && words.every((word) => inText.has(word))
}

/** Shorter names have words that many questions contain. */
const minUnorderedWords = 3

/** Tells whether the text contains the words in their order, in the singular or plural. */
export function containsPhrase(text: string, phrase: string): boolean {
  const words = (part: string) => ` ${wordsOf(part).join(' ')} `
  return words(phrase).trim() !== '' && words(text).includes(words(phrase))
}

function wordsOf(text: string): string[] {
  return plainWords(text).map(withoutPlural)
}

/** Returns an English word without the ending of the plural: "vans" and "van" are one word, as are "boxes" and "box". */
export function withoutPlural(word: string): string {
  if (word.length < 4 || /(?:[su]s|is)$/.test(word)) return word
  return word.replace(/(?<=\p{L})ies$/u, 'y').replace(/(?<=[sxz]|ch|sh)es$|s$/, '')
}
