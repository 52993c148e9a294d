/** A line break in the source is a space, but not between ideographs, which are written without. */
export function collapse(piece: string): string {
  if (!/[\t\n\r\f]| {2}/.test(piece)) return piece
  const joined = /[\u3000-\u9fff]/.test(piece) && piece.includes('\n') ? piece.replace(brokenLine, '') : piece
  return joined.replace(/[ \t\n\r\f]+/g, ' ')
}

export function tidy(text: string): string {
  if (!/[\u00a0\n]| {2}/.test(text)) return text.trim()
  return text
    .replace(/\u00a0/g, ' ')
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim()
}

export function tidyPreformatted(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
}

/** 10<sup>6</sup> is 10^6, not 106; a note mark after a word stands apart from it. */
export function superscriptMark(before: string): string {
  return /\d$/.test(before) ? '^' : /\p{L}{4}$/u.test(before) ? ' ' : ''
}

const han = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uffef'
const brokenLine = new RegExp(`(?<=[${han}])[ \\t]*\\n[ \\t]*(?=[${han}])`, 'gu')
