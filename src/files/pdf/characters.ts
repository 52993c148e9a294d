/** Spacing accents that old fonts draw over a letter of their own, with the combining character. */
const accents: Record<string, string> = {
  '´': '\u0301',
  '`': '\u0300',
  '¨': '\u0308',
  '^': '\u0302',
  ˆ: '\u0302',
  '˜': '\u0303',
  '¸': '\u0327',
  ˇ: '\u030c',
  '˚': '\u030a',
  '¯': '\u0304',
  '˘': '\u0306',
}

/** Bullets of symbol fonts, which have no place in Unicode. */
const symbolBullets = /[\uf0b7\uf0a7\uf0a8\uf0d8\uf0fc\uf076\uf0e0\uf02d\uf071\uf06e\uf06c]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: fonts without names map glyphs to control characters
const unreadable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ue000-\uf8ff\ufffd\u200b\u200e\u200f\ufeff]/g
const compatibility =
  /[\ufb00-\ufb4f\ufb50-\ufdff\ufe70-\ufefc\uff01-\uff5e\u2f00-\u2fdf\u2e80-\u2eff\u0132\u0133\u01c4-\u01cc]/g

const rightToLeftRun = /[\u0590-\u08ff]{2,}/g

/**
 * Returns what a font says a glyph means, in visual order and without unreadable characters. Ligatures stay until the
 * text is in order.
 */
export function readableText(text: string): string {
  const readable = text
    .replace(symbolBullets, '•')
    .replace(unreadable, '')
    .replace(/\u00a0/g, ' ')
  return readable.length === 1 ? readable : readable.replace(rightToLeftRun, (run) => [...run].reverse().join(''))
}

/**
 * Splits ligatures and presentation forms. Other compatibility characters stay: NFKC would turn 10² into 102 and ½
 * into 1⁄2.
 */
export function normalizeText(text: string): string {
  return text.replace(compatibility, (character) => character.normalize('NFKC')).normalize('NFC')
}

/** Returns the letter with the accent that was drawn over it, or undefined if the pair is no such letter. */
export function composeAccent(accent: string, letter: string): string | undefined {
  const mark = accents[accent]
  if (!mark || !/^\p{L}$/u.test(letter)) return undefined
  const base = letter === 'ı' ? 'i' : letter
  const composed = (base + mark).normalize('NFC')
  return composed.length === 1 ? composed : undefined
}

const rightToLeftCharacter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

export function isRightToLeft(text: string): boolean {
  return rightToLeftCharacter.test(text)
}

/** Says whether text has no spaces between words: Chinese, Japanese. */
export function isSpaceless(text: string): boolean {
  return /[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]/.test(text)
}
