import { currencySpellings } from '../../ingest/currency-words.ts'
import { readFigures, writeOutScales } from './figures.ts'

/**
 * Tells whether the evidence contains every literal of the sentence: e-mail addresses, host and file names, paths,
 * versions, identifiers, telephone numbers and amounts. A literal that differs in one character names something else, so
 * similar words don't support it.
 */
export function containsAllLiterals(sentence: string, evidence: string): boolean {
  const known = normalize(evidence)
  const knownDigits = [...known.matchAll(/\d[\d ()/.,'’-]*/g)].map(([run]) => run.replace(/\D/g, ''))
  const text = normalize(sentence)
  return (
    literalPatterns.every((pattern) => (text.match(pattern) ?? []).every((literal) => hasLiteral(known, literal))) &&
    telephoneNumbers(text).every((digits) => knownDigits.some((run) => run.includes(digits))) &&
    hasAllAmounts(text, known)
  )
}

/** Latin letters and digits: literals stand within words of unspaced scripts, too. */
const character = 'a-z\\u00df-\\u024f\\d'
const name = `[${character}_-]{1,255}`
const literalPatterns = [
  // E-mail addresses.
  `(?<![${character}._%+-])[${character}._%+-]+@[${character}-]+(?:\\.[${character}-]+)*`,
  // Host names, file names, versions and IP addresses; not abbreviations (e.g.), dates or decimal numbers (3.5km).
  [
    `(?<![${character}.])`,
    `(?!(?:[a-z]\\.)+[a-z]?(?![${character}]))`,
    `(?!\\d{1,4}\\.\\d{1,2}\\.\\d{2,4}(?![${character}]|\\.\\d))`,
    `(?!\\d+\\.\\d+[a-z]{0,4}(?![${character}]|\\.\\d))`,
    `${name}(?:\\.${name})+`,
  ].join(''),
  // Paths.
  `(?<![${character}/])(?:~|\\.{1,2}|[a-z]:)?[/\\\\][${character}._-]+(?:[/\\\\][${character}._-]+)+`,
  // Identifiers: letters followed by digits, or words joined by underscores.
  `(?<![${character}_])[a-z\\u00df-\\u024f]+\\d[${character}]*(?![${character}_])`,
  `(?<![${character}])[${character}]+(?:_[${character}]+)+`,
].map((pattern) => new RegExp(pattern, 'gu'))
const isCharacter = new RegExp(`[${character}]`, 'u')

/** Removes differences of case, width and emphasis. */
function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[*`]|\\(?=[^\s\w])/g, '')
}

/** Tells whether the text contains the literal, not as a part of a longer one. */
function hasLiteral(text: string, literal: string): boolean {
  const bare = literal.replace(/(?<![._-])[._-]+$/, '')
  for (let at = text.indexOf(bare); at >= 0; at = text.indexOf(bare, at + 1)) {
    if (!isCharacter.test(text[at - 1] ?? ' ') && !isCharacter.test(text[at + bare.length] ?? ' ')) return true
  }
  return false
}

/** Returns the digits of telephone-like numbers: seven or more, with separators, and not a date. */
function telephoneNumbers(text: string): string[] {
  return [...text.matchAll(/\+?\d[\d ()/.-]{5,}\d/g)]
    .map(([run]) => run)
    .filter((run) => /\D/.test(run) && !/^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}$/.test(run))
    .map((run) => run.replace(/\D/g, ''))
    .filter((digits) => digits.length >= 7)
}

/**
 * Tells whether the evidence has every number with a currency or percent sign. It can have a sum without its currency if it
 * names that elsewhere: "All prices in euros. Deposit: 300".
 */
function hasAllAmounts(sentence: string, evidence: string): boolean {
  const own = readAmounts(sentence)
  if (own.length === 0) return true
  const known = readAmounts(evidence)
  const bare = new Set(readFigures(evidence).map(({ value }) => value))
  return own.every(
    ({ sign, number }) =>
      known.some((amount) => amount.sign === sign && amount.number === number) ||
      (bare.has(number) && known.every((amount) => amount.number !== number) && namesCurrency(evidence, sign)),
  )
}

const signs = '[$€£¥₹₩₽%‰]'
/** Words that are written for a sign; in German and French, too. */
const signWords = [
  ...currencySpellings
    .filter(([sign]) => new RegExp(signs).test(sign))
    .map(([sign, ...names]) => ({ sign, words: names.filter((name) => /^\p{L}+$/u.test(name)).join('|') })),
  { sign: '%', words: 'percent|per cent|prozent|pour cent' },
]
/** "Two pounds of flour" is a weight. */
const ofThing = '(?<=pounds?) of'

/** Returns numbers with a currency or percent sign: `5 €`, `€5` and `5 euros` are equal. */
function readAmounts(text: string): { sign: string; number: string }[] {
  const number = "(?<!\\d)\\d+(?:[.,'’ ]\\d+){0,6}"
  const signed = signWords.reduce(
    (written, { sign, words }) =>
      written
        .replace(
          new RegExp(`(${number}) ?(?:${words})(?!${ofThing}|[${character}])`, 'gu'),
          (_, digits) => digits + sign,
        )
        .replace(new RegExp(`(?<![${character}])(?:${words}) ?(?=\\d)`, 'gu'), () => sign),
    writeOutScales(text),
  )
  return [...signed.matchAll(new RegExp(`(${signs}) ?(${number})|(${number}) ?(${signs})`, 'gu'))].map(
    ([, before = '', after = '', first = '', last = '']) => ({
      sign: before + last,
      number: readFigures(after + first)[0]?.value ?? '',
    }),
  )
}

function namesCurrency(text: string, sign: string): boolean {
  if (/[%‰]/.test(sign)) return false
  const words = signWords.find((one) => one.sign === sign)?.words
  return (
    text.includes(sign) ||
    (words !== undefined && new RegExp(`(?<![${character}])(?:${words})(?!${ofThing}|[${character}])`, 'u').test(text))
  )
}
