import { weekdayNames } from '../../ingest/calendar-words.ts'
import { anyNumberWord } from '../../ingest/number-words.ts'
import { type Figure, readFigures } from './figures.ts'

/** A value of a statement, and the statement as a question for it: "The form takes how many days?" */
export interface AskedValue {
  value: string
  question: string
  /** Tells whether a short answer to the question is another value of the same kind. */
  contradicts(shortAnswer: string): boolean
}

const amount = String.raw`(?:[$€£¥]\s?)?\d[\d.,:]*(?<=\d)(?:\s?%|[kKmM]\b)?`
// "One" is mostly no figure.
const numberWord = String.raw`\b(?!one\b)(?:${anyNumberWord})\b`
const period = '(?:[- ](?:seconds?|minutes?|hours?|days?|weeks?|months?|quarters?|years?))?'
const valuePattern = new RegExp(
  [
    `(?<figure>(?:${amount}|${numberWord})${period})`,
    String.raw`(?<channel>(?<![\p{L}\p{N}])#\p{Ll}[\p{L}\p{N}_-]+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+)`,
    String.raw`(?<time>\b(?:${weekdayNames.join('|')})s?\b|\b(?:daily|weekly|monthly|quarterly|annually)\b)`,
  ].join('|'),
  'gu',
)
const maxShortAnswerWords = 6

/**
 * Returns the first values of a statement whose place the reader can be asked for: figures, channels, addresses, times. A
 * statement about "it" doesn't say what to look for, and the part before a colon only introduces.
 */
export function askForValues(statement: string, max: number): AskedValue[] {
  if (/^(?:it|its|they|their|he|his|she|her|this|that|these|those)\b/i.test(statement)) return []
  const introduction = statement.lastIndexOf(': ')
  const values = [...statement.matchAll(valuePattern)].filter(({ index }) => index > introduction)
  return values.slice(0, max).map((match) => {
    const [value] = match
    const after = statement.slice(match.index + value.length)
    const kind =
      match.groups?.figure !== undefined ? 'figure' : match.groups?.channel !== undefined ? 'channel' : 'time'
    const word = kind === 'time' ? 'when' : kind === 'figure' && /^[- ]\p{Ll}/u.test(after) ? 'how many' : 'what'
    return {
      value,
      question: `${`${statement.slice(0, match.index)}${word}${after}`.replace(/(?<![.!])[.!]+$/, '')}?`,
      contradicts: (answer) =>
        answer.split(/\s+/).length <= maxShortAnswerWords &&
        (kind === 'figure' ? haveDifferentFigures(value, answer) : haveDifferentWords(value, answer, kind)),
    }
  })
}

function haveDifferentFigures(value: string, answer: string): boolean {
  const own = readFigures(value)
  const other = readFigures(answer)
  const isSame = (figure: Figure) => own.some(({ value: known }) => known === figure.value)
  // "Two offices" is no other value for "six months".
  const isComparable = (figure: Figure) =>
    own.some(({ unit }) => unit === '' || figure.unit === '' || unit === figure.unit)
  return other.length > 0 && !other.some(isSame) && other.some(isComparable)
}

function haveDifferentWords(value: string, answer: string, kind: string): boolean {
  const isSameKind = [...answer.matchAll(valuePattern)].some((match) => match.groups?.[kind] !== undefined)
  const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}@.#_-]+/gu) ?? []
  const own = new Set(words(value).map((word) => word.replace(/s$/, '')))
  return isSameKind && !words(answer).some((word) => own.has(word.replace(/s$/, '')))
}
