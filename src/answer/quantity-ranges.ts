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

/**
 * Tells whether the text names a range that contains the quantity: "€5,000 to €25,000" and "above €15,000" contain €18,000.
 * The upper bound belongs to a range and the lower one does not, so that the next range takes over.
 */
export function isWithinRange(text: string, { value, unit }: Quantity): boolean {
  return rangesIn(text).some((range) => range.unit === unit && value > range.min && value <= range.max)
}

interface Range {
  min: number
  max: number
  unit: string
}

function rangesIn(text: string): Range[] {
  const ranges: Range[] = []
  for (const { groups = {} } of text.matchAll(closedRangePattern)) {
    const end = readQuantity(groups, 'To')
    const start = readQuantity(groups)
    const unit = end?.unit ?? start?.unit
    const min = readNumber(groups.number)
    const max = readNumber(groups.numberTo)
    if (unit !== undefined && min !== undefined && max !== undefined && min < max) {
      ranges.push({ min: start?.value ?? min, max: end?.value ?? max, unit })
    }
  }
  for (const { groups = {} } of text.matchAll(upperBoundPattern)) {
    const bound = readQuantity(groups)
    if (bound) ranges.push({ min: Number.NEGATIVE_INFINITY, max: bound.value, unit: bound.unit })
  }
  for (const { groups = {} } of text.matchAll(lowerBoundPattern)) {
    const bound = readQuantity(groups)
    if (bound) ranges.push({ min: bound.value, max: Number.POSITIVE_INFINITY, unit: bound.unit })
  }
  return ranges
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

function readNumber(word: string | undefined): number | undefined {
  if (word === undefined) return undefined
  const named = numberWords.indexOf(word.toLowerCase())
  if (named >= 0) return named
  const [, digits = '', factor = ''] = /^([\d.,]+?)(k|m)?$/i.exec(word) ?? []
  const value = Number(digits.replaceAll(',', ''))
  if (digits === '' || Number.isNaN(value)) return undefined
  return value * (factor === '' ? 1 : factor.toLowerCase() === 'k' ? 1000 : 1_000_000)
}

const numberWords = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** Spellings of the units that pages give limits in, by the one that is compared. */
const unitSpellings = new Map(
  [
    ['€', 'euro', 'euros', 'eur'],
    ['$', 'dollar', 'dollars', 'usd'],
    ['£', 'pound', 'pounds', 'gbp'],
    ['¥', 'yen', 'jpy'],
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

const units = [...unitSpellings.keys()]
  .filter((unit) => !/[€$£¥]/.test(unit))
  .sort((a, b) => b.length - a.length)
  .join('|')
const number = (suffix = '') =>
  `(?<currency${suffix}>[€$£¥])?\\s?(?<number${suffix}>(?<!\\d)\\d[\\d,]*(?:\\.\\d+)?(?:k|m)?(?![\\d\\p{L}])|\\b(?:${numberWords.join('|')})\\b)`
const unit = (suffix = '') => `(?:[\\s-]?(?<unit${suffix}>${units})(?!\\p{L}))?`

const quantityPattern = new RegExp(`${number()}${unit()}`, 'giu')
const closedRangePattern = new RegExp(
  `${number()}${unit()}\\s?(?:to|and|until|–|-|—)\\s?${number('To')}${unit('To')}`,
  'giu',
)
const upperBoundPattern = new RegExp(
  `(?:\\b(?:up to|at most|no more than|not more than|maximum of|max|below|under|less than|fewer than|shorter than|within)\\s+${number()}${unit()})`,
  'giu',
)
const lowerBoundPattern = new RegExp(
  `\\b(?:above|over|more than|exceeding|exceeds?|beyond|longer than|greater than|larger than)\\s+${number()}${unit()}`,
  'giu',
)
