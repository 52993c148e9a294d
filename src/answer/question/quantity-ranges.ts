import { currencySpellings } from '../../ingest/currency-words.ts'
import { isFunctionWord } from '../../ingest/function-words.ts'
import { numberWords } from '../../ingest/number-words.ts'
import { withoutPlural } from './contains-name.ts'

/** A figure with its unit, as a question or a page names it: "€18,000", "14 metres", "three days". */
export interface Quantity {
  value: number
  /** In one spelling: "€", "metre", "day". */
  unit: string
  /** The word with the figure, in lower case, as it was typed. */
  word: string
}

/** Returns the figures that have a unit. */
export function quantitiesIn(text: string): Quantity[] {
  return [...text.matchAll(quantityPattern)].flatMap((match) => readQuantity(match.groups ?? {}) ?? [])
}

/** Returns the figures with any other noun, as a question names them: "12 rooms". Years are none, nor are codes such as "P2". */
export function countsIn(question: string): Quantity[] {
  return [...question.matchAll(quantityPattern)].flatMap((match) => {
    const isCode = /^[^\s]/.test(match[0]) && /[\p{L}\p{N}-]$/u.test(question.slice(0, match.index))
    const isYear = /^(?:19|20)\d\d$/.test(match.groups?.number ?? '')
    return (isCode || isYear ? undefined : readCount(match.groups ?? {})) ?? []
  })
}

/**
 * Tells whether the text names a range that contains the quantity: "€5,000 to €25,000" and "above €15,000" contain €18,000, "1 to
 * 2 years" and "the second year" contain 18 months. The upper bound belongs to a range and the lower one does not, so that the
 * next range takes over.
 */
export function isWithinRange(text: string, quantity: Quantity): boolean {
  const value = measureOf(quantity)
  return rangesIn(text).some(
    ({ min, max, units, includesMin = false }) =>
      units.every((unit) => areComparable(unit, quantity.unit)) &&
      (value > min || (includesMin && value === min)) &&
      value <= max,
  )
}

/** Bounds in the base units of their kind. */
interface Range {
  min: number
  max: number
  /** Of its bounds. */
  units: string[]
  /** It is named by its lower bound alone, or by its two values: "from 5 years", "3 or 4 people". */
  includesMin?: boolean
}

function rangesIn(text: string): Range[] {
  const ranges: Range[] = []
  // Neither bound of "from 6 months to 2 years" is one by itself.
  const rest = text.replace(closedRangePattern, (written, ...args) => {
    const range = readClosedRange(args.at(-1) as Groups)
    if (range) ranges.push(range)
    return range ? '…' : written
  })
  for (const { groups = {} } of rest.matchAll(upperBoundPattern)) {
    const bound = readBound(groups)
    if (bound) ranges.push({ min: Number.NEGATIVE_INFINITY, max: measureOf(bound), units: [bound.unit] })
  }
  for (const { groups = {} } of rest.matchAll(lowerBoundPattern)) {
    const bound = readBound(groups)
    if (bound) ranges.push(rangeFrom(bound, groups.inclusive !== undefined))
  }
  for (const { groups = {} } of rest.matchAll(lowerBoundAfterPattern)) {
    const bound = readBound(groups) ?? withUnitOf(groups.number, readBound({ ...groups, unit: groups.unitTo }))
    if (bound) ranges.push(rangeFrom(bound, true))
  }
  return [...ranges, ...[...text.matchAll(countedPattern)].flatMap(({ groups = {} }) => readCountedRange(groups) ?? [])]
}

function readClosedRange(groups: Groups): Range | undefined {
  const end = readQuantity(groups, 'To') ?? withUnitOf(groups.numberTo, readQuantity(groups)) ?? readCount(groups, 'To')
  const start = readQuantity(groups) ?? withUnitOf(groups.number, end)
  if (!start || !end || measureOf(start) >= measureOf(end)) return undefined
  const includesMin = groups.join?.toLowerCase() === 'or'
  return { min: measureOf(start), max: measureOf(end), units: [start.unit, end.unit], includesMin }
}

function rangeFrom(bound: Quantity, includesMin: boolean): Range {
  return { min: measureOf(bound), max: Number.POSITIVE_INFINITY, units: [bound.unit], includesMin }
}

/** Reads "the first two years", "the second year" and "from the third year on". */
function readCountedRange({ from, ordinal = '', number, unit = '' }: Groups): Range | undefined {
  const count = ordinals.indexOf(ordinal.toLowerCase()) + 1
  const length = readNumber(number)
  const end = readQuantity({ number: String(length ?? count), unit })
  if (!end || (length !== undefined && count > 1)) return undefined
  const min = length === undefined ? measureOf({ ...end, value: count - 1 }) : 0
  return { min, max: from === undefined ? measureOf(end) : Number.POSITIVE_INFINITY, units: [end.unit] }
}

/** Returns the figure in the unit of the other bound: "2" of "2 to 5 years". */
function withUnitOf(word: string | undefined, other: Quantity | undefined): Quantity | undefined {
  const value = readNumber(word)
  return word === undefined || value === undefined || !other ? undefined : { value, unit: other.unit, word }
}

type Groups = Partial<Record<string, string>>

function readQuantity(groups: Groups, suffix = ''): Quantity | undefined {
  const word = groups[`number${suffix}`]
  const value = readNumber(word)
  const written = groups[`currency${suffix}`] ?? groups[`unit${suffix}`]
  const unit = written === undefined ? undefined : unitSpellings.get(written.toLowerCase().replace(/\.$/, ''))
  if (word === undefined || value === undefined || unit === undefined) return undefined
  return { value, unit, word: `${groups[`currency${suffix}`] ?? ''}${word}`.toLowerCase() }
}

/** Reads a figure with a noun that is no unit: "12 rooms". */
function readCount(groups: Groups, suffix = ''): Quantity | undefined {
  const word = groups[`number${suffix}`]
  const noun = groups[`unit${suffix}`]?.toLowerCase()
  const value = readNumber(word)
  if (word === undefined || value === undefined || noun === undefined) return undefined
  if (unitSpellings.has(noun) || isFunctionWord(noun, 'en')) return undefined
  return { value, unit: withoutPlural(noun), word: word.toLowerCase() }
}

function readBound(groups: Groups): Quantity | undefined {
  return readQuantity(groups) ?? readCount(groups)
}

/** Returns the value in the base unit of its kind: days, metres. */
function measureOf({ value, unit }: Quantity): number {
  return value * (measures.get(unit)?.size ?? 1)
}

/** Tells whether people give one limit in either unit: years and months, not years and minutes. */
function areComparable(a: string, b: string): boolean {
  if (a === b) return true
  const [first, second] = [measures.get(a), measures.get(b)]
  if (!first || !second || first.kind !== second.kind) return false
  return Math.max(first.size, second.size) <= maxSizeRatio * Math.min(first.size, second.size)
}

/** Of minutes and hours; and a little more than that of weeks and years. */
const maxSizeRatio = 60

function readNumber(word: string | undefined): number | undefined {
  if (word === undefined) return undefined
  const named = figureWords.get(word.toLowerCase())
  if (named !== undefined) return named
  const [, digits = '', factor = ''] = /^([\d.,]+?)(k|m)?$/i.exec(word) ?? []
  const value = Number(digits.replaceAll(',', ''))
  if (digits === '' || Number.isNaN(value)) return undefined
  return value * (factor === '' ? 1 : factor.toLowerCase() === 'k' ? 1000 : 1_000_000)
}

const figureWords = new Map([...numberWords, ['zero', 0], ['hundred', 100]])
const anyFigureWord = [...figureWords.keys()].join('|')

const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')

/** The signs that stand before a figure. */
const isSign = /[€$£¥]/

/** Spellings of the units that pages give limits in, by the one that is compared. */
const unitSpellings = new Map(
  [
    ...currencySpellings.filter(([sign]) => isSign.test(sign)),
    ['%', 'percent'],
    ['minute', 'minutes', 'min', 'mins'],
    ['hour', 'hours', 'hr', 'hrs', 'h'],
    ['day', 'days'],
    ['week', 'weeks'],
    ['month', 'months'],
    ['year', 'years', 'yr', 'yrs'],
    ['person', 'people', 'persons', 'employees', 'participants', 'attendees', 'guests'],
    ['metre', 'metres', 'meter', 'meters', 'm'],
    ['kilometre', 'kilometres', 'kilometer', 'kilometers', 'km'],
    ['mile', 'miles'],
    ['kilogram', 'kilograms', 'kilo', 'kilos', 'kg'],
    ['degree', 'degrees', '°c'],
    ['megabyte', 'megabytes', 'mb'],
    ['gigabyte', 'gigabytes', 'gb'],
  ].flatMap(([first, ...others]) => [first!, ...others].map((spelling): [string, string] => [spelling, first!])),
)

/** Units of one kind, in its base unit; the lengths of months and years are means, so that a year has twelve months. */
const measures = new Map(
  Object.entries({
    time: { minute: 1 / 1440, hour: 1 / 24, day: 1, week: 7, month: 30.4375, year: 365.25 },
    length: { metre: 1, kilometre: 1000 },
    data: { megabyte: 1, gigabyte: 1000 },
  }).flatMap(([kind, sizes]) =>
    Object.entries(sizes).map(([unit, size]): [string, { kind: string; size: number }] => [unit, { kind, size }]),
  ),
)

const units = [...unitSpellings.keys()]
  .filter((unit) => !isSign.test(unit))
  .sort((a, b) => b.length - a.length)
  .join('|')
const number = (suffix = '') =>
  `(?<currency${suffix}>[€$£¥])?\\s?(?<number${suffix}>(?<!\\d)\\d[\\d,]{0,20}(?:\\.\\d{1,20})?(?:k|m)?(?![\\d\\p{L}])|\\b(?:${anyFigureWord})\\b)`
const unit = (suffix = '') => `(?:[\\s-]?(?<unit${suffix}>${units}|\\p{L}{3,40})(?!\\p{L}))?`

const quantityPattern = new RegExp(`${number()}${unit()}`, 'giu')
const closedRangePattern = new RegExp(
  `${number()}${unit()}\\s?(?<join>to|and|or|until|–|-|—)\\s?${number('To')}${unit('To')}`,
  'giu',
)
const upperBoundPattern = new RegExp(
  `(?:\\b(?:up to|at most|no more than|not more than|maximum of|max\\.?|below|under|less than|fewer than|shorter than|within|until)|[<≤])\\s*${number()}${unit()}`,
  'giu',
)
const lowerBoundPattern = new RegExp(
  `(?:\\b(?:above|over|more than|exceeding|exceeds?|beyond|longer than|greater than|larger than|after)|>|(?<inclusive>\\b(?:at least|from)|≥))\\s*${number()}${unit()}`,
  'giu',
)
const lowerBoundAfterPattern = new RegExp(
  `${number()}${unit()}(?:\\+|\\s(?:or|and) (?:more|over|above|longer|older)(?!\\p{L}))${unit('To')}`,
  'giu',
)
const countedPattern = new RegExp(
  `(?<from>\\b(?:from|as of|since) (?:the )?)?\\b(?<ordinal>${ordinals.join('|')}) (?:(?<number>\\d+|${anyFigureWord}) )?(?<unit>${units})(?!\\p{L})`,
  'giu',
)
