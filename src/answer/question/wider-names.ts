import { monthNumbers } from '../../ingest/calendar-words.ts'
import { plainWords } from '../../ingest/plain-words.ts'

const languages = ['en', 'de', 'fr', 'es']

/** Names of countries of one word, in lower case. */
const countries: ReadonlySet<string> = new Set(languages.flatMap(countryNames))

function countryNames(language: string): string[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return codes.flatMap((code) => names.of(code)?.toLowerCase() ?? []).filter((name) => !name.includes(' '))
}

/** Words of a rule for all or some countries. */
const countryWords = new Set(
  'abroad country countries overseas eu europe european ausland land länder ländern étranger pays extranjero país países'.split(
    ' ',
  ),
)

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

/**
 * Tells whether a text speaks of a name by what it belongs to: "another country of the European Union" of Spain, "24 December" of
 * Christmas. Both in lower case.
 */
export function namesWider(text: string, name: string): boolean {
  if (countries.has(name)) return plainWords(text).some((word) => countryWords.has(word))
  const month = monthOfFeast[name]
  return month !== undefined && plainWords(text).some((word) => monthNumbers.get(word) === month)
}
