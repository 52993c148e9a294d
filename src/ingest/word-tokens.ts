/**
 * Matches one word, or several joined by hyphens, dots, underscores or apostrophes. Linear by construction: each joiner
 * must be followed by a letter or digit, so no text matches in two ways.
 */
export const wordPattern =
  /[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}]*(?:[-._'’`‐‑,][\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}]*)*(?:\+\+|#(?![\p{L}\p{Nd}]))?/gu

/** Normalizes text for tokenizing: unifies compatibility forms, removes invisible characters. */
export function normalizeForWords(text: string): string {
  if (/^[\n\t\x20-\x7e]*$/.test(text)) return text
  return (
    text
      // 1 000 000 written with the non-breaking spaces that French, Russian and Swiss typography use.
      .replace(/(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))/g, '')
      // The acute accent decomposes into a space, and the modifier letter counts as a letter.
      .replace(/(?<=[\p{L}\p{Nd}])[´ʼ‘‛′](?=[\p{L}\p{Nd}])/gu, "'")
      .normalize('NFKC')
      .replace(/[\u00ad\u0640\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\ufe00-\ufe0f]/g, '')
      .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u0e50-\u0e59]/g, asciiDigit)
  )
}

function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0)
  // The zero of the block that the digit belongs to.
  const zero = code >= 0x0e50 ? 0x0e50 : code >= 0x0966 ? 0x0966 : code >= 0x06f0 ? 0x06f0 : 0x0660
  return String(code - zero)
}

/** Enough for any file name or URL; a line of a million hyphens is not a word. */
const maxParts = 16

export interface WordParts {
  /** The joined form without its joiners: e-mail → email, ABC-123 → abc123. */
  whole: string | undefined
  parts: string[]
}

/**
 * Splits a joined word into its whole form and its parts, both of which are indexed. Numbers keep their value: 1,000 and
 * 1.000 become 1000, 3.14 and 3,14 become 3d14 (a letter for the decimal point, because terms are letters and digits).
 */
export function splitCompound(word: string): WordParts {
  if (/^v?\d+(?:[.,]\d+)+$/.test(word)) return splitNumber(word)
  const parts = word.split(/[-._'‐‑,]/, maxParts)
  const worthJoining = parts.length <= 5 && word.length <= 40
  return {
    whole: worthJoining ? parts.join('') : undefined,
    parts: parts.filter((part) => part.length > 1 || /\d/.test(part)),
  }
}

function splitNumber(word: string): WordParts {
  const number = word.startsWith('v') ? word.slice(1) : word
  const thousands =
    /^(\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/.exec(number) ?? /^(\d{1,3}(?:\.\d{3})+)(?:,(\d+))?$/.exec(number)
  if (thousands) {
    const whole = thousands[1]!.replace(/[.,]/g, '')
    return { whole: thousands[2] === undefined ? whole : `${whole}d${thousands[2]}`, parts: [] }
  }
  const components = number.split(/[.,]/, maxParts)
  if (components.length > 5) return { whole: undefined, parts: components }
  const parts = components.filter((component) => component.length === 4)
  // Version 1.2.3 is also a 1.2; a date 15.01.2026 is also a 2026.
  if (components.length > 2) parts.push(`${components[0]}d${components[1]}`)
  return { whole: components.join('d'), parts }
}

/** Splits an identifier such as parentNoteId into its parts; a brand such as GitHub stays whole. */
export function splitCamelCase(word: string): string[] {
  const isIdentifier = /^[a-z]+[0-9]*(?:[A-Z][a-z0-9]+)+$/.test(word) || /^(?:[A-Z][a-z0-9]+){3,}$/.test(word)
  return isIdentifier ? word.split(/(?=[A-Z])/).map((part) => part.toLowerCase()) : []
}
