import { countWords } from './count-words.ts'
import { clauseNumberSource, listMarkerSource } from './list-marker.ts'

/** Collapses whitespace to single spaces, or to nothing at a line break between ideographs. */
export function collapseWhitespace(piece: string): string {
  if (!/[\t\n\r\f]| {2}/.test(piece)) return piece
  const joined = /[\u3000-\u9fff]/.test(piece) && piece.includes('\n') ? piece.replace(cjkLineBreak, '') : piece
  return joined.replace(/[ \t\n\r\f]+/g, ' ')
}

export function tidyText(text: string): string {
  if (!/[\u00a0\n]| {2}/.test(text)) return text.trim()
  return text
    .replace(/\u00a0/g, ' ')
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim()
}

const maxBrokenLine = 60

/**
 * Joins lines that were broken for display: the lines of an address or of a signature become one, with commas. A line
 * break stays after a sentence, around list items and around long lines.
 */
export function joinBrokenLines(text: string): string {
  if (!text.includes('\n')) return text
  const lines = text.split('\n')
  return lines.reduce((joined, line, index) => {
    const before = lines[index - 1] as string
    const isWrapped = before.length >= minWrappedLine && /^\p{Ll}/u.test(line) && !isAddress.test(line)
    if (isWrapped && !endsSentence.test(before)) return `${joined} ${line}`
    if (endsSentence.test(before) || isSentence(line) || startsItem.test(before) || startsItem.test(line))
      return `${joined}\n${line}`
    if (ownLine.test(before) || ownLine.test(line)) return `${joined}\n${line}`
    if (before.length > maxBrokenLine || line.length > maxBrokenLine) return `${joined}\n${line}`
    return /[,;:，：]$/.test(before) ? `${joined} ${line}` : `${joined}, ${line}`
  })
}

/** Shorter lines that go on in lower case are rather the words of a list. */
const minWrappedLine = 30
const endsSentence = /[.!?。！？…]["”’)\]]*$/
/** Lines that say something by themselves: "Petra Lang | Office manager", "Bank details → payroll", "Parking? Ask Petra". */
const ownLine = /\S (?:\||→|->|=>) \S|[!?]\s+\p{Lu}/u
const isAddress = /^\S*[@/]/

/** Tells whether a line is a sentence, not a name that ends with an abbreviation. */
function isSentence(line: string): boolean {
  return /^\p{Lu}/u.test(line) && endsSentence.test(line) && countWords(line) >= 4
}

/** An item of a list, or a numbered clause: "4.2 The tenant pays". */
const startsItem = new RegExp(`^(?:${listMarkerSource}|${clauseNumberSource})\\s`)

/** Replaces the letter that Word shows as a bullet by its font, such as the "o" of a second level. */
export function readWordBullet(text: string): string {
  return text.replace(/^\s*([o§Øvqü\uf020-\uf0ff])(?=\s)/u, (_, sign: string) => (sign === 'o' ? '◦' : '•'))
}

export function tidyPreformatted(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
}

/** Separates a superscript: 10<sup>6</sup> is 10^6, not 106; a footnote mark after a word gets a space. */
export function superscriptSeparator(before: string): string {
  return /\d$/.test(before) ? '^' : /\p{L}{4}$/u.test(before) ? ' ' : ''
}

const cjkCharacters = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uffef'
const cjkLineBreak = new RegExp(`(?<=[${cjkCharacters}])[ \\t]*\\n[ \\t]*(?=[${cjkCharacters}])`, 'gu')
