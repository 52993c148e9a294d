import { listMarkerSource } from './list-marker.ts'

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
    if (/[.!?。！？…]["”’)\]]*$/.test(before) || startsItem.test(before) || startsItem.test(line))
      return `${joined}\n${line}`
    if (before.length > maxBrokenLine || line.length > maxBrokenLine) return `${joined}\n${line}`
    return /[,;:，：]$/.test(before) ? `${joined} ${line}` : `${joined}, ${line}`
  })
}

const startsItem = new RegExp(`^${listMarkerSource}\\s`)

export function tidyPreformatted(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
}

/** Separates a superscript: 10<sup>6</sup> is 10^6, not 106; a footnote mark after a word gets a space. */
export function superscriptSeparator(before: string): string {
  return /\d$/.test(before) ? '^' : /\p{L}{4}$/u.test(before) ? ' ' : ''
}

const cjkCharacters = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uffef'
const cjkLineBreak = new RegExp(`(?<=[${cjkCharacters}])[ \\t]*\\n[ \\t]*(?=[${cjkCharacters}])`, 'gu')
