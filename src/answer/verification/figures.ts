import { numberWords } from '../../ingest/number-words.ts'
import { stripListMarker } from '../list-marker.ts'

/** A number in a text, with the word after it: "30 days" is the value 30 of days. */
export interface Figure {
  /** `1,000`, `1.000` and `1 000` are equal, and so are `2.00`, `two` and `2`; `12:30` and `2026-11-01` are several figures. */
  value: string
  /** The word that follows, in lower case and singular; '' if there is none. */
  unit: string
  /** Written as a word: "one" and "two" can also be pronouns. */
  isWord: boolean
}

/** The words that stand for a figure. */
const figureWords = new Map([...numberWords, ['hundred', 100], ['once', 1], ['twice', 2]])
const scales = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
  ['k', 1000],
])
const anyFigureWord = [...figureWords.keys()].join('|')
const figurePattern = new RegExp(
  // "Two-week" counts weeks; "one-on-one" counts nothing.
  String.raw`(?<number>\d+(?:[.,]\d+)?)|(?<![\p{L}\p{N}-])(?<word>${anyFigureWord})(?![\p{L}\p{N}])(?!(?<=one|once|twice)-)`,
  'giu',
)
const scaledPattern = new RegExp(
  // "One billion" is a word that can stand for no figure, as "one" is.
  String.raw`(?<![\p{L}\p{N}.,-])(?<factor>\d+(?:[.,]\d{1,2})?|(?!one|once|twice|hundred)(?:${anyFigureWord}))(?:(?<=\d)(?<thousands>k)|[\s-]+(?<scale>hundred|thousand|million|billion))(?![\p{L}\p{N}])`,
  'giu',
)
const unitPattern = /^(?:[-–\s]|\.\d+)*(?:of\s+|(?:the|a|an|full|working|business|calendar|paid)\s+)*(%|[\p{L}]+)/u

export function isNumberWord(word: string): boolean {
  return figureWords.has(word)
}

/** Writes scaled numbers in digits: `10 million` and `10,000,000` are equal, and so are `$25k` and `$25,000`. */
export function writeOutScales(text: string): string {
  return joinThousands(text).replace(scaledPattern, (...match) => {
    const { factor = '', thousands, scale } = match.at(-1) as Record<string, string | undefined>
    const number = figureWords.get(factor.toLowerCase()) ?? Number(factor.replace(',', '.'))
    // Twelve digits, so that 1.1 million isn't 1100000.0000000001.
    return String(Number((number * scales.get((thousands ?? scale)!.toLowerCase())!).toPrecision(12)))
  })
}

function joinThousands(text: string): string {
  return text.normalize('NFKC').replace(/(?<=\d)[ ,.'’\u00a0\u202f](?=\d{3}(?!\d))/g, '')
}

/** Returns the figures of a text in their order; the number of a list item is none. */
export function readFigures(text: string): Figure[] {
  const joined = writeOutScales(stripListMarker(text))
  return [...joined.matchAll(figurePattern)].map((match) => {
    const after = joined.slice(match.index + match[0].length, match.index + match[0].length + 40)
    return {
      value:
        match.groups?.number === undefined
          ? String(figureWords.get(match[0].toLowerCase()))
          : match[0].replace(',', '.').replace(/^0+(?=\d)|\.0+$/g, ''),
      unit: (unitPattern.exec(after)?.[1] ?? '').toLowerCase().replace(/(?<=\p{L}{2})s$/u, ''),
      isWord: match.groups?.word !== undefined,
    }
  })
}
