import { monthNames, weekdayNames } from '../../ingest/calendar-words.ts'
import { anyNumberWord } from '../../ingest/number-words.ts'
import { hasNamedCells } from './clauses.ts'
import type { EvidenceUnit } from './evidence.ts'
import { type Figure, readFigures } from './figures.ts'

const amount = String.raw`(?<![\p{L}\p{N}.,:])(?:[$€£¥]\s?)?\d[\d.,:]*(?<=\d)(?:\s?%)?(?![\p{L}\p{N}])`
const numberWord = String.raw`\b(?:${anyNumberWord})\b`
/** Values by kind: one can stand in another's place only within its kind. */
const valuePatterns = [
  new RegExp(`${amount}|${numberWord}`, 'giu'),
  new RegExp(String.raw`\b(?:${weekdayNames.join('|')})s?\b`, 'g'),
  new RegExp(String.raw`\b(?:${monthNames.join('|')})\b`, 'g'),
  /\b(?:daily|weekly|monthly|quarterly|annually|yearly)\b/gi,
  /(?<![\p{L}\p{N}])#\p{Ll}[\p{L}\p{N}_-]+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu,
]

/** The opening of a statement that names the case it is about: "For €30,000 you need …". */
const caseOpening = /^(?:above|after|at|below|for|from|if|in|on|over|under|when|with)\s(?:\S+\s){0,5}\S*/i

/**
 * Returns the statement with one of its values replaced by another of the same kind and unit in the evidence, for up to
 * `max` values; those of the units that come first are preferred. A case that the question gave isn't replaced: the
 * evidence says what holds for it, not its value.
 */
export function withRivalValues(
  statement: string,
  units: readonly EvidenceUnit[],
  { question, max }: { question: string; max: number },
): string[] {
  const rivals: string[] = []
  // What introduces a list was said of another sentence: "You can get one in three ways: borrow it for 14 days".
  const introductionEnd = hasNamedCells(statement) ? -1 : statement.indexOf(': ')
  const caseEnd = caseOpening.exec(statement)?.[0].length ?? 0
  const asked = new Set(readFigures(question).map(({ value }) => value))
  const isAskedCase = ({ index, figures }: Value) =>
    index < caseEnd && figures.length > 0 && figures.every(({ value }) => asked.has(value))
  for (const pattern of valuePatterns) {
    const own = readValues(statement, pattern).filter((value) => value.index > introductionEnd && !isAskedCase(value))
    for (const unit of units)
      for (const rival of readValues(unit.text, pattern)) {
        if (own.some((value) => value.text === rival.text || haveSameFigures(value, rival))) continue
        for (const value of own) if (isComparable(value, rival)) rivals.push(replaceValue(statement, value, rival))
      }
  }
  return [...new Set(rivals)].slice(0, max)
}

interface Value {
  text: string
  index: number
  /** '' if it has none. */
  sign: string
  /** With the word after the value as unit; none for values that are no figures. */
  figures: readonly Figure[]
}

function readValues(text: string, pattern: RegExp): Value[] {
  return [...text.matchAll(pattern)].map(({ 0: value, index }) => ({
    text: value,
    index,
    sign: /[$€£¥%]/.exec(value)?.[0] ?? '',
    figures: readFigures(text.slice(index, index + value.length + 40)).slice(0, readFigures(value).length),
  }))
}

function haveSameFigures(a: Value, b: Value): boolean {
  return (
    a.figures.length > 0 && a.figures.map(({ value }) => value).join() === b.figures.map(({ value }) => value).join()
  )
}

function isComparable(a: Value, b: Value): boolean {
  if (a.sign !== b.sign || a.figures.length !== b.figures.length) return false
  const [unit = '', other = ''] = [a.figures.at(-1)?.unit, b.figures.at(-1)?.unit]
  return a.sign !== '' || unit === '' || other === '' || unit === other
}

function replaceValue(statement: string, { text, index }: Value, rival: Value): string {
  return statement.slice(0, index) + rival.text + statement.slice(index + text.length)
}
