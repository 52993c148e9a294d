import { monthNumbers, weekdayNames } from '../../ingest/calendar-words.ts'
import { plainWords } from '../../ingest/plain-words.ts'

const languages = ['en', 'de', 'fr', 'es']

/** Names of countries of one word, in lower case, with the codes of the countries. */
const countries: ReadonlyMap<string, string> = new Map(languages.flatMap(countryNames))

function countryNames(language: string): [name: string, code: string][] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return codes
    .map((code): [string, string] => [names.of(code)?.toLowerCase() ?? ' ', code])
    .filter(([name]) => !name.includes(' '))
}

/** Words of a rule for all or some countries. */
const countryWords = new Set(
  [
    'abroad country countries overseas worldwide international globally',
    'ausland land länder ländern étranger pays extranjero país países',
  ].flatMap((line) => line.split(' ')),
)
const membersOfEu = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)
const outsideOfEu =
  /(?:(?:outside|out)(?: of)?|beyond|außerhalb|hors|fuera de)(?: \p{L}{1,5})? (?:eu|european union|eea|ue)(?!\p{L})|non-eu\b/gu
const withinEu = /(?<!\p{L})(?:eu|european union|europe|european|eea|ue)(?!\p{L})/u

/** The month of a feast that has a fixed date. */
const monthOfFeast: Readonly<Record<string, number>> = {
  christmas: 12,
  xmas: 12,
  weihnachten: 12,
  silvester: 12,
  noël: 12,
  navidad: 12,
  halloween: 10,
  epiphany: 1,
}

/** Weekdays by name and short form, Monday first; in lower case. */
const weekdayNumbers: ReadonlyMap<string, number> = new Map(
  weekdayNames.flatMap((name, index): [string, number][] =>
    [name, `${name}s`, name.slice(0, 3)].map((form) => [form.toLowerCase(), index + 1]),
  ),
)
const everyDay = /\b(?:daily|every day|seven days|day and night|around the clock)\b/
const weekend = /\bweekends?\b/
const workday = /\b(?:weekdays?|work(?:ing )?days?|business days?)\b/
const saturday = 6

/**
 * Tells whether a text speaks of a name by what it belongs to: "another country of the European Union" of Spain, "24 December" of
 * Christmas, "weekends" or "Friday to Sunday" of Saturday. Both in lower case.
 */
export function namesWider(text: string, name: string): boolean {
  const country = countries.get(name)
  if (country !== undefined) return speaksOfCountry(text, country)
  const weekday = weekdayNumbers.get(name)
  if (weekday !== undefined)
    return (
      everyDay.test(text) ||
      (weekday < saturday ? workday : weekend).test(text) ||
      isInPeriod(text, name, weekdayNumbers)
    )
  if (isInPeriod(text, name, monthNumbers)) return true
  const month = monthOfFeast[name]
  return month !== undefined && plainWords(text).some((word) => monthNumbers.get(word) === month)
}

/** Tells whether a text speaks of all countries, or of those on the country's side of the border of the European Union. */
function speaksOfCountry(text: string, code: string): boolean {
  const inside = text.replace(outsideOfEu, ' ')
  const speaksOfOutside = inside !== text
  const speaksOfInside = withinEu.test(inside)
  if (speaksOfOutside || speaksOfInside) return membersOfEu.has(code) ? speaksOfInside : speaksOfOutside
  return plainWords(text).some((word) => countryWords.has(word))
}

const periodPattern = /(\p{L}{3,10})\.? ?(?:to|through|until|till|–|—|-|bis|à|al?) ?(\p{L}{3,10})/gu

/** Tells whether a text names a period of days or months that contains the one of this name; "Friday to Monday" contains Sunday. */
function isInPeriod(text: string, name: string, numbers: ReadonlyMap<string, number>): boolean {
  const asked = numbers.get(name)
  if (asked === undefined) return false
  return [...text.matchAll(periodPattern)].some(([, first = '', last = '']) => {
    const [from, to] = [numbers.get(first), numbers.get(last)]
    if (from === undefined || to === undefined) return false
    return from <= to ? asked >= from && asked <= to : asked >= from || asked <= to
  })
}

/** Words of a line for all that have no line of their own. */
const rest = /(?<!\p{L})(?:elsewhere|anywhere|everywhere|(?:all|any|the) (?:others?|rest))(?!\p{L})/iu
/** Words that name a country only if they begin with a capital letter. */
const commonWords = new Set('chad china georgia guinea jersey jordan turkey'.split(' '))

/**
 * Tells whether a sentence is about another country than the question: Portugal instead of Spain. Not if its passage names the
 * one that is asked for, in any language, or speaks of all others.
 */
export function isAboutOtherCountry(question: string, sentence: string, passage: string): boolean {
  const asked = countriesIn(question)
  if (asked.size === 0 || rest.test(passage)) return false
  const words = question.split(/[^\p{L}]+/u).map((word) => word.toLowerCase())
  const inPassage = countriesIn(passage)
  const isThere =
    [...asked].some((code) => inPassage.has(code)) || words.some((word) => namesWider(passage.toLowerCase(), word))
  return !isThere && countriesIn(sentence).size > 0
}

/** Returns the codes of the countries that a text names. */
function countriesIn(text: string): Set<string> {
  const words = text.match(/\p{L}+/gu) ?? []
  return new Set(
    words.flatMap((word) => {
      const lower = word.toLowerCase()
      return word === lower && commonWords.has(lower) ? [] : (countries.get(lower) ?? [])
    }),
  )
}
