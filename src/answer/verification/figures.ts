import { stripListMarker } from '../list-marker.ts'

/** A number in a text, with the word after it: "30 days" is the value 30 of days. */
export interface Figure {
  /** `1,000`, `1.000` and `1 000` are equal, and so are `two` and `2`; `12:30` and `2026-11-01` are several figures. */
  value: string
  /** The word that follows, in lower case and singular; '' if there is none. */
  unit: string
  /** Written as a word: "one" and "two" can also be pronouns. */
  isWord: boolean
}

const numberWords = new Map(
  Object.entries({
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
    fifteen: 15,
    twenty: 20,
    thirty: 30,
    forty: 40,
    fifty: 50,
    sixty: 60,
    ninety: 90,
    hundred: 100,
    once: 1,
    twice: 2,
  }).map(([word, value]) => [word, String(value)]),
)
const figurePattern = new RegExp(
  String.raw`(?<number>\d+(?:[.,]\d+)?)|(?<![\p{L}\p{N}-])(?<word>${[...numberWords.keys()].join('|')})(?![\p{L}\p{N}-])`,
  'giu',
)
const unitPattern = /^(?:[-–\s]|\.\d+)*(?:of\s+|(?:the|a|an|full|working|business|calendar|paid)\s+)*(%|[\p{L}]+)/u

/** Returns the figures of a text in their order; the number of a list item is none. */
export function readFigures(text: string): Figure[] {
  const joined = stripListMarker(text)
    .normalize('NFKC')
    .replace(/(?<=\d)[ ,.'’\u00a0\u202f](?=\d{3}(?!\d))/g, '')
  return [...joined.matchAll(figurePattern)].map((match) => {
    const after = joined.slice(match.index + match[0].length, match.index + match[0].length + 40)
    return {
      value:
        match.groups?.number === undefined
          ? numberWords.get(match[0].toLowerCase())!
          : match[0].replace(',', '.').replace(/^0+(?=\d)/, ''),
      unit: (unitPattern.exec(after)?.[1] ?? '').toLowerCase().replace(/(?<=\p{L}{2})s$/u, ''),
      isWord: match.groups?.word !== undefined,
    }
  })
}
