import { monthNumbers } from '../../ingest/calendar-words.ts'
import { currencySpellings } from '../../ingest/currency-words.ts'
import { readFigures } from './figures.ts'

/** A value in a text, in a form in which equal values of one kind are equal. */
interface WrittenValue {
  kind: 'time' | 'date' | 'percent' | 'amount' | 'count'
  text: string
  index: number
  /** What it is, and what else it can be: "5:00" is in the morning, or else in the afternoon. */
  readings: readonly string[]
  /** Of a date: its month and day. */
  monthAndDay?: string
}

/**
 * Returns the statement with its times, dates, percentages and amounts written as in the evidence, where that has the same
 * value in another form: "2 pm" as "14:00", "3 May 2025" as "2025-05-03". A value that it doesn't have stays.
 */
export function alignValues(statement: string, evidence: string, language: string): string {
  const own = readValues(statement, language)
  if (own.length === 0) return statement
  const known = readValues(evidence, language)
  return own.reduceRight((text, value) => {
    const equal = known.filter((other) => areEqual(value, other))
    if (equal.length === 0 || equal.some((other) => other.text === value.text)) return text
    return text.slice(0, value.index) + equal[0]!.text + text.slice(value.index + value.text.length)
  }, statement)
}

/** Tells whether a time or date of the statement is another one than the evidence has with the same figures: 10 pm and 10 am. */
export function hasConflictingValues(statement: string, evidence: string, language: string): boolean {
  const own = readValues(statement, language).filter(({ kind }) => kind === 'time' || kind === 'date')
  if (own.length === 0) return false
  const known = readValues(evidence, language)
  return own.some((value) => {
    const others = known.filter(({ kind }) => kind === value.kind)
    return !others.some((other) => canBeEqual(value, other)) && others.some((other) => haveSameFigures(value, other))
  })
}

function areEqual(value: WrittenValue, other: WrittenValue): boolean {
  if (value.kind !== other.kind) return false
  // A date without its year says less than one with it.
  if (value.kind === 'date' && value.readings.length === 0) return value.monthAndDay === other.monthAndDay
  return value.readings.length > 0 && value.readings[0] === other.readings[0]
}

function canBeEqual(value: WrittenValue, other: WrittenValue): boolean {
  return areEqual(value, other) || value.readings.some((reading) => other.readings.includes(reading))
}

function haveSameFigures(value: WrittenValue, other: WrittenValue): boolean {
  const figures = new Set(readFigures(other.text).map((figure) => figure.value))
  const own = readFigures(value.text)
  return own.length > 0 && own.every((figure) => figures.has(figure.value))
}

function readValues(text: string, language: string): WrittenValue[] {
  const values = [
    ...readDates(text, language),
    ...readTimes(text, language),
    ...readShares(text),
    ...readAmounts(text),
    ...readCounts(text, language),
  ]
  const sorted = values.sort((a, b) => a.index - b.index)
  // "3.5.2025" is no time.
  return sorted.filter((value, at) => at === 0 || value.index >= endOf(sorted[at - 1]!))
}

function endOf({ index, text }: WrittenValue): number {
  return index + text.length
}

/** Number words from two on, by language; English ones are figures anyway. */
const numberWords: Record<string, string> = {
  de: 'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
  fr: 'deux trois quatre cinq six sept huit neuf dix onze douze',
  es: 'dos tres cuatro cinco seis siete ocho nueve diez once doce',
  it: 'due tre quattro cinque sei sette otto nove dieci undici dodici',
  pt: 'dois três quatro cinco seis sete oito nove dez onze doze',
  nl: 'twee drie vier vijf zes zeven acht negen tien elf twaalf',
}

/** Reads what is counted, with the word after the number: "3 Tage" and "drei Tage". */
function readCounts(text: string, language: string): WrittenValue[] {
  const words = numberWords[language]?.split(' ')
  if (!words) return []
  const pattern = new RegExp(`(?<![\\p{L}\\d.,])(?<number>\\d{1,2}|${words.join('|')})\\s(?<thing>\\p{L}{2,40})`, 'giu')
  return [...text.matchAll(pattern)].map((match) => {
    const { number, thing } = match.groups!
    const count = words.indexOf(number!.toLowerCase()) + 2
    const reading = `${count > 1 ? count : Number(number)} ${thing!.toLowerCase()}`
    return { kind: 'count', text: match[0], index: match.index, readings: [reading] }
  })
}

const halfDayTime = /(?<![\d:.,])(?<hour>\d{1,2})(?:[:.](?<minute>[0-5]\d))?\s?(?<half>[ap])(?:m\b|\.\s?m\.)/giu
/** The first time of "2 to 4 pm": the half of the day is that of the second, or the one before. */
const rangeStart =
  /(?<![\d:.,])(?<hour>\d{1,2})(?:[:.](?<minute>[0-5]\d))?(?=(?:\s?[-–—]\s?|\s(?:to|and|until|till)\s)(?<endHour>\d{1,2})(?:[:.](?<endMinute>[0-5]\d))?\s?(?<half>[ap])(?:m\b|\.\s?m\.))/giu
const dayTime =
  /(?<![\d:.,/-])(?:(?<hour>\d{1,2})(?::|h)(?<minute>[0-5]\d)(?![\d:])(?:\s(?:Uhr|uur|h)\b)?|(?<full>\d{1,2})(?:\.(?<past>[0-5]\d))?(?:\s(?:Uhr|uur)|\s?h|\so['’]clock)\b)/giu
const namedTime = /\b(?:(?:12 )?(?<noon>noon|midday)|(?:12 )?midnight)\b/giu

function readTimes(text: string, language: string): WrittenValue[] {
  const time = (match: RegExpExecArray, minutes: readonly number[]): WrittenValue => ({
    kind: 'time',
    text: match[0],
    index: match.index,
    readings: minutes.map((minute) => String(minute % 1440)),
  })
  const withHalf = [...text.matchAll(halfDayTime)].flatMap((match) => {
    const { hour, minute = 0, half } = match.groups!
    if (Number(hour) < 1 || Number(hour) > 12) return []
    const afternoon = half!.toLowerCase() === 'p' ? 720 : 0
    return [time(match, [(Number(hour) % 12) * 60 + Number(minute) + afternoon])]
  })
  const rangeStarts = [...text.matchAll(rangeStart)].flatMap((match) => {
    const { hour, minute = 0, endHour, endMinute = 0, half } = match.groups!
    if ([hour, endHour].some((one) => Number(one) < 1 || Number(one) > 12)) return []
    const [start, end] = [(Number(hour) % 12) * 60 + Number(minute), (Number(endHour) % 12) * 60 + Number(endMinute)]
    return [time(match, [start + ((half!.toLowerCase() === 'p') === start < end ? 720 : 0)])]
  })
  const halfDay = [...rangeStarts, ...withHalf]
  const wholeDay = [...text.matchAll(dayTime)].flatMap((match) => {
    const { hour, minute, full, past } = match.groups!
    const written = hour ?? full!
    // In English, "8h" is how long something takes.
    if (Number(written) > 24 || (language === 'en' && /^\d+\s?h$/i.test(match[0]))) return []
    const minutes = Number(written) * 60 + Number(minute ?? past ?? 0)
    // "09:00" and "14:00" are of a clock with 24 hours.
    const isAmbiguous = !written.startsWith('0') && Number(written) <= 12
    return [time(match, isAmbiguous ? [minutes, (minutes + 720) % 1440] : [minutes])]
  })
  const named = [...text.matchAll(namedTime)].map((match) => time(match, [match.groups?.noon ? 720 : 0]))
  return [...halfDay, ...wholeDay.filter((one) => !halfDay.some(({ index }) => index === one.index)), ...named]
}

const monthName = `(?<month>${[...monthNumbers.keys()].sort((a, b) => b.length - a.length).join('|')})(?!\\p{L})`
const dayNumber = '(?<![\\d.,/-])(?<day>\\d{1,2})'
const datePatterns = [
  `${dayNumber}(?:st|nd|rd|th|er|[.º])?\\s(?:(?:of|de)\\s)?${monthName}\\.?(?:,?\\s(?:de\\s)?(?<year>\\d{4})(?!\\d))?`,
  `(?<!\\p{L})${monthName}\\.?\\s(?<day>\\d{1,2})(?:st|nd|rd|th)?(?![\\d:%]|[.,]\\d)(?:,?\\s(?<year>\\d{4})(?!\\d))?`,
  '(?<![\\d-])(?<year>\\d{4})[-/](?<number>\\d{1,2})[-/](?<day>\\d{1,2})(?![\\d/-])',
  '(?<![\\d.])(?<day>\\d{1,2})\\.\\s?(?<number>\\d{1,2})\\.\\s?(?<year>\\d{4})(?!\\d)',
].map((source) => new RegExp(source, 'giu'))
const slashDate = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\d/])/g

function readDates(text: string, language: string): WrittenValue[] {
  const named = datePatterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const { day, month, number, year } = match.groups!
      // A verb in English: "You may 3 times".
      if (month === 'may' || month === 'march') return []
      return toDate(match, Number(day), monthNumbers.get(month?.toLowerCase() ?? '') ?? Number(number), year)
    }),
  )
  const slashed = [...text.matchAll(slashDate)]
  const isDayFirst = orderOf(slashed, language)
  if (isDayFirst === undefined) return named
  return [
    ...named,
    ...slashed.flatMap((match) => {
      const [, first, second, year] = match
      return isDayFirst
        ? toDate(match, Number(first), Number(second), year)
        : toDate(match, Number(second), Number(first), year)
    }),
  ]
}

/** Tells whether dates such as 05/03/2025 begin with the day; undefined: nothing shows it. */
function orderOf(dates: readonly RegExpExecArray[], language: string): boolean | undefined {
  if (dates.some(([, first]) => Number(first) > 12)) return true
  if (dates.some(([, , second]) => Number(second) > 12)) return false
  return language === 'en' ? undefined : true
}

function toDate(match: RegExpExecArray, day: number, month: number, year: string | undefined): WrittenValue[] {
  if (day < 1 || day > 31 || month < 1 || month > 12) return []
  const monthAndDay = `${month}-${day}`
  const readings = year === undefined ? [] : [`${year}-${monthAndDay}`]
  return [{ kind: 'date', text: match[0], index: match.index, readings, monthAndDay }]
}

// Groups of digits are limited, and a figure is read from its first digit, so that long rows of them take linear time.
const number = "(?<![\\d.,])\\d{1,15}(?:[.,'’ \\u00a0\\u202f]\\d{1,3}){0,6}(?!\\d)"
const numberWord = '(?:\\p{L}{3,9}(?:-\\p{L}{3,5})?)'
const sharePattern = new RegExp(
  `(?:${number}|(?<![\\p{L}-])${numberWord}(?=\\s))\\s?(?:%|(?:per\\s?cent|prozent|pour cent|por ciento|por cento|per cento|procent)(?!\\p{L}))`,
  'giu',
)

function readShares(text: string): WrittenValue[] {
  return [...text.matchAll(sharePattern)].flatMap((match) => readNumber(match, 'percent', ''))
}

/** The signs of currencies, or else their codes, by all of their spellings. */
const currencies = new Map(currencySpellings.flatMap((names) => names.map((name) => [name, names[0]] as const)))
const currency = `(?:${[...currencies.keys()]
  .sort((a, b) => b.length - a.length)
  .map((name) => name.replace('$', '\\$'))
  .join('|')})`
const scale = '(?:k\\b|\\s(?:thousand|million|billion)\\b)?'
const amountPattern = new RegExp(
  `(?<![\\p{L}\\p{N}])(?<before>${currency})\\s?${number}${scale}|${number}${scale}\\s?(?<after>${currency})(?![\\p{L}\\p{N}])`,
  'giu',
)

function readAmounts(text: string): WrittenValue[] {
  return [...text.matchAll(amountPattern)].flatMap((match) => {
    const sign = currencies.get((match.groups?.before ?? match.groups?.after ?? '').toLowerCase()) ?? ''
    return readNumber(match, 'amount', sign)
  })
}

function readNumber(match: RegExpExecArray, kind: WrittenValue['kind'], sign: string): WrittenValue[] {
  const figures = readFigures(match[0])
  const value = Number(figures[0]?.value)
  if (figures.length !== 1 || Number.isNaN(value)) return []
  return [{ kind, text: match[0], index: match.index, readings: [`${sign}${value}`] }]
}
