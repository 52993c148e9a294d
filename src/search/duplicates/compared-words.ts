import { isFunctionWord } from '../../ingest/function-words.ts'
import { splitSentences } from '../../ingest/sentences.ts'
import { containsUnspacedScript } from '../../ingest/unspaced-terms.ts'
import { normalizeForWords } from '../../ingest/word-tokens.ts'

/**
 * What a difference in this word means: a `figure` or a `negation` states something else; a `name` stands for anything
 * written with a capital, in a script without capitals, or as a date or record number; `function` words are grammatical.
 */
export type WordKind = 'figure' | 'negation' | 'name' | 'ordinary' | 'function'

export interface ComparedWord {
  /** Equal for words that count as the same: in lower case, in one typography. */
  key: string
  kind: WordKind
  /** Position of its sentence in the text. */
  sentence: number
}

/** Splits a text into words to compare it with another, each with its sentence. */
export function comparedWords(text: string, language: string): ComparedWord[] {
  return splitSentences(text, language).flatMap((sentence, position) =>
    sentenceWords(sentence.text, language, position),
  )
}

/** Splits one sentence, or a title, into words. */
export function sentenceWords(text: string, language: string, position = 0): ComparedWord[] {
  const tokens = tokenize(text)
  return tokens.map((token, index) => ({
    key: tokenKey(token),
    kind: tokenKind(tokens, index, language),
    sentence: position,
  }))
}

export function tokenize(text: string): string[] {
  return (normalizeForWords(text).match(tokenPattern) ?? []).flatMap(splitUnspaced)
}

/** Returns the same for tokens that differ only in case and typography. */
export function tokenKey(token: string): string {
  return token.toLowerCase().replaceAll('’', "'").replace(/'s$/, '')
}

/** Tells what kind of word the token at an index is; its neighbours tell whether it belongs to a date. */
export function tokenKind(tokens: readonly string[], index: number, language: string): WordKind {
  const token = tokens[index] ?? ''
  const lower = token.toLowerCase().replaceAll('’', "'")
  if (!/\p{L}/u.test(token)) {
    const isDate = datePattern.test(token) || (/^[\d:.]+$/.test(token) && isBesideDate(tokens, index, language))
    return isDate ? 'name' : 'figure'
  }
  if (/\p{Nd}/u.test(token)) return 'name'
  if (negations.has(lower) || lower.endsWith("n't")) return 'negation'
  if (isFunctionWord(lower, language)) return 'function'
  const hasCase = token.toLowerCase() !== token.toUpperCase()
  return !hasCase || token[0] !== lower[0] ? 'name' : 'ordinary'
}

/** Words with their joiners (3.5, 10:42, T-100, ada@acme.test), and signs that are part of a figure. */
const tokenPattern =
  /[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}]*(?:[-.,:/@_'’‐‑][\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}]*)*|[\p{Sc}%‰°<>≤≥]/gu
/** 2026-05-01, 1.5.2026, 5/1/26, and a year. */
const datePattern = /^(?:\d{4}-\d{1,2}(?:-\d{1,2}.*)?|\d{1,2}([./-])\d{1,2}\1(?:\d{2}|\d{4})|(?:19|20)\d{2})$/

function splitUnspaced(token: string): string[] {
  return containsUnspacedScript(token) ? (token.match(/\d+(?:[.,]\d+)*|\P{M}\p{M}*/gu) ?? []) : [token]
}

function isBesideDate(tokens: readonly string[], index: number, language: string): boolean {
  const isMonth = monthTest(language)
  return [tokens[index - 1], tokens[index + 1]].some(
    (neighbour) => neighbour !== undefined && (isMonth(neighbour) || datePattern.test(neighbour)),
  )
}

const negations: ReadonlySet<string> = new Set(
  `no not never none nothing nobody without except unless only cannot neither nor
  nicht kein keine keinen keinem keiner keines nie niemals nichts niemand ohne außer nur weder
  ne pas jamais aucun aucune rien personne sans sauf seulement ni non
  nunca nada nadie ningún ninguna ninguno sin salvo excepto solo sólo
  não nem nenhum nenhuma sem exceto apenas só mai niente nessuno nessuna senza tranne soltanto
  niet geen nooit zonder behalve alleen не ни нет никогда без кроме только`.split(/\s+/),
)

const monthTests = new Map<string, (word: string) => boolean>()

/** Returns a test for the names of months in a language, and in English. */
function monthTest(language: string): (word: string) => boolean {
  const known = monthTests.get(language)
  if (known) return known
  const names = new Set(
    [language, 'en'].flatMap((locale) =>
      (['long', 'short'] as const).flatMap((style) => {
        const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: style, timeZone: 'UTC' })
        return Array.from({ length: 12 }, (_, month) => {
          const parts = format.formatToParts(new Date(Date.UTC(2026, month, 1)))
          return (parts.find(({ type }) => type === 'month')?.value ?? '').toLowerCase().replace(/\.$/, '')
        })
      }),
    ),
  )
  const test = (word: string) => names.has(word.toLowerCase().replace(/\.$/, '')) && !/^\d/.test(word)
  monthTests.set(language, test)
  return test
}
