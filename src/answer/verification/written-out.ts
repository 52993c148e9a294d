/** Abbreviations of models, and the words that notes have instead. */
const words = new Map([
  ['ext', ['extension']],
  ['tel', ['telephone', 'phone']],
  ['dept', ['department']],
  ['approx', ['approximately', 'about']],
  ['max', ['maximum', 'at most']],
  ['min', ['minimum', 'at least', 'minutes']],
  ['incl', ['including', 'included']],
  ['excl', ['excluding', 'excluded']],
  ['avg', ['average']],
  ['hrs', ['hours']],
  ['mins', ['minutes']],
  ['yrs', ['years']],
  ['wks', ['weeks']],
  ['q1', ['first quarter']],
  ['q2', ['second quarter']],
  ['q3', ['third quarter']],
  ['q4', ['fourth quarter']],
])
const abbreviation = new RegExp(
  `(?<![\\p{L}\\p{N}])(${[...words.keys()].join('|')})(?:\\.(?=\\s)|(?![\\p{L}.]))`,
  'giu',
)

/** Returns the statement with its abbreviations written out where the evidence has the word and not the abbreviation. */
export function writeOutAbbreviations(statement: string, evidence: string): string {
  return statement.replace(abbreviation, (written, short: string) => {
    const has = (word: string) => new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'iu').test(evidence)
    const word = has(short) ? undefined : words.get(short.toLowerCase())?.find(has)
    return word ?? written
  })
}
