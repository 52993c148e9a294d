import { analyze } from '../../ingest/analyze.ts'
import { monthNames, weekdayNames } from '../../ingest/calendar-words.ts'

/** Languages that capitalize common nouns, or have no capitals. */
const languagesWithoutNameCapitals = new Set(['de', 'zh', 'ja', 'ko', 'th', 'ar', 'hi'])

/**
 * Returns the capitalized words of a statement that name something. The first word of a sentence, of a quotation or after
 * a colon is always capitalized: it counts only if its spelling shows that it is a name (HR, GitHub, P2).
 */
export function readNames(statement: string, language: string): string[] {
  if (languagesWithoutNameCapitals.has(language)) return []
  return [...statement.matchAll(/\p{Lu}[\p{L}\p{M}\p{Nd}]*(?:['’-][\p{L}\p{Nd}]+)*/gu)]
    .filter(({ index, 0: word }) => {
      const before = statement.slice(0, index)
      if (/[\p{L}\p{N}_]$/u.test(before)) return false
      const isOpener = /(?:^|[.!?:;…]|[-–—•])["'(\s]*$|["“(]$/u.test(before)
      return !isOpener || /^.+[\p{Lu}\p{Nd}]/u.test(word)
    })
    .map(([word]) => word.replace(/['’]s$/, ''))
    .filter((word) => word !== 'I' && !/^I['’]/.test(word))
}

/** Tells whether a text contains a name, whatever its case, apostrophes and hyphens, or spells it otherwise. */
export function createNameCheck(text: string, language: string): (name: string) => boolean {
  const known = normalizeName(text)
  const terms = new Set(analyze(text, language))
  return (name) =>
    known.includes(normalizeName(name)) ||
    capitalizedParts(name).every((part) => analyze(part, language).some((term) => terms.has(term))) ||
    hasAcronym(text, name) ||
    hasDateName(text, name)
}

/** Returns the parts of a hyphenated name that have a capital themselves: DD, MM and YYYY; Kobe of "Kobe-based". */
function capitalizedParts(name: string): string[] {
  return name.split('-').filter((part) => /^\p{Lu}/u.test(part))
}

function normalizeName(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[-‐‑–\s]+/g, ' ')
}

/**
 * Tells whether the text has the acronym in the singular, or words with its letters as initials: PRs for a PR, MDM for
 * mobile device management. Two letters fit many pairs of words, so that these must be capitalized: Human Resources.
 */
function hasAcronym(text: string, name: string): boolean {
  const letters = /^(\p{Lu}{2,6})s?$/u.exec(name)?.[1]
  if (letters === undefined) return false
  if (new RegExp(`(?<![\\p{L}\\p{N}])${letters}s?(?![\\p{L}\\p{N}])`, 'u').test(text)) return true
  const gap = String.raw`[\s-]+(?:(?:of|and|for|the)\s+)?`
  const first =
    letters.length === 2 ? (letter: string) => letter : (letter: string) => `[${letter}${letter.toLowerCase()}]`
  const words = [...letters].map((letter) => `${first(letter)}\\p{Ll}+`)
  return new RegExp(`(?<![\\p{L}\\p{N}])${words.join(gap)}(?![\\p{L}\\p{N}])`, 'u').test(text)
}

/** Tells whether the text has the month or weekday in short (Mar, Tues.), or the month in a date (2026-03-31). */
function hasDateName(text: string, name: string): boolean {
  const month = monthNames.indexOf(name)
  if (month < 0 && !weekdayNames.includes(name.replace(/s$/, ''))) return false
  const short = new RegExp(`(?<!\\p{L})${name.slice(0, 3)}(?:t|s|rs?)?(?!\\p{L})`, 'u')
  const date = new RegExp(`(?<!\\d)\\d{4}-${String(month + 1).padStart(2, '0')}(?!\\d)`)
  return short.test(text) || (month >= 0 && date.test(text))
}
