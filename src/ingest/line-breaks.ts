import { clauseNumberSource } from './list-marker.ts'

/** Mail and text editors wrap at 65 columns or later: a word that would have ended before was put into its line on purpose. */
const minWidth = 64

/** Tells whether the line was begun on purpose, not because the one before was full: its first word would have fitted there. */
export function isOwnLine(previous: string, line: string, width = 0): boolean {
  const firstWord = lineStart.exec(line)?.[0]
  const before = previous.trimEnd()
  const end = endOf(before)
  if (boldLabel.test(line) || (isLabelledLine(line) && isLabelledLine(previous))) return true
  if (firstWord === undefined || /(?:[,(]|\s[–-])$/.test(end)) return false
  const lastWord = /(?<![\p{L}'’])[\p{L}'’]+$/u.exec(end)?.[0]
  if (lastWord !== undefined && wordsInside.has(lastWord)) return false
  return before.length + 1 + firstWord.length <= Math.max(minWidth, width)
}

/** "**Attendees:** Ann, Ben" */
const boldLabel = /^(?:\*\*|__)[^*_]{1,40}(?:[:：](?:\*\*|__)|(?:\*\*|__)[:：])/

/** "Present: Ann, Ben", "Phone (nights): 5577", "absent: Tom": beside another such line, or below a sentence that has ended, it was begun on purpose. */
const plainLabel = /^(?:\p{Lu}[\p{L}'’ -]{0,30}(?:\([^():]{1,30}\))?|\p{Ll}{2,20}):\s/u

/** Tells whether the line begins with a label: "Present: Ann, Ben". */
export function isLabelledLine(line: string): boolean {
  return plainLabel.test(line)
}

/** The first word of a line that begins something: a capital letter, a number, an address; or a line in brackets. */
const lineStart = /^(?:["'“‘(*_[+]*[\p{Lu}\d]\S*|(?:https?:\/\/|[\w.+-]+@)\S+|\([^()]*\)$)/u

/** Returns the last characters of a line: patterns that look for an end try every place of a long one. */
function endOf(line: string): string {
  return line.slice(-40)
}

/** Words with which no line ends that was ended on purpose: articles, prepositions and conjunctions. */
const wordsInside = new Set(
  [
    'a an the and or but of in on at by for from to with as into than that which who if between until about',
    'der die das den dem des ein eine einen einem einer und oder aber von im am an auf für mit bei zu zum zur nach aus zwischen bis um ab',
    'le la les un une du de et ou à au aux en pour par sur dans avec entre el los las del y o al por para con',
  ].flatMap((line) => line.split(' ')),
)

/** Returns the lines of a paragraph joined: by `lineBreak` where lines were meant as lines, all of them, else as running text. */
export function joinLines(lines: readonly string[], lineBreak: string): string {
  const starts = lines.slice(1).map((line, index) => {
    const previous = lines[index]!
    const isLabelled = isLabelledLine(line)
    const beginsLabels = isLabelled && isLabelledLine(lines[index + 2] ?? '')
    const isClosed = /[.,!?:;。！？：]["”’)\]*_]*$/.test(endOf(previous.trimEnd()))
    return {
      line,
      isOwn: beginsLabels || isOwnLine(previous, line),
      isClosed,
      isApart: isClosed && (isLabelled || counted.test(line)),
    }
  })
  const areMeant = starts.every(({ isOwn, isClosed }) => isOwn || isClosed)
  return starts.reduce(
    (text, { line, isClosed, isApart }) => `${text}${isApart || (areMeant && !isClosed) ? lineBreak : '\n'}${line}`,
    lines[0] ?? '',
  )
}

/** Paragraphs that are counted: "(1) The working time is", "4.2 The tenant pays", "Step 2: Open the file". */
const counted = new RegExp(
  `^(?:(?:\\(\\d{1,2}\\)|${clauseNumberSource})\\s+\\p{Lu}|(?:[Ss]tep|Schritt|[ÉE]tape|Pas[os]o|Stap) \\d{1,2}\\s?[:.–-]\\s)`,
  'u',
)
