/**
 * Returns text that PostgreSQL can store and people can read: without control characters, lone surrogates, and the
 * invisible characters that hide text from people but not from models (tags, variation selectors, bidirectional
 * overrides, fillers).
 */
export function cleanText(text: string): string {
  if (!suspicious.test(text)) return text
  return replaceControls(text).replace(invisible, '')
}

/** Replaces control characters and lone surrogates. Enough for a piece of text that `cleanText` sees as a whole later. */
export function replaceControls(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/(?![\t\n])[\p{Cc}\u2028\u2029]/gu, ' ')
}

/** Scripts without a use for joiners. */
const unjoinedScripts = ['Latin', 'Greek', 'Cyrillic', 'Han', 'Hiragana', 'Katakana', 'Hangul']
  .map((script) => `\\p{Script=${script}}`)
  .join('')
const rightToLeft = ['Arabic', 'Hebrew', 'Syriac', 'Thaana', 'Nko'].map((script) => `\\p{Script=${script}}`).join('')
const directionMarks = '\\u200e\\u200f\\u061c'

/** Invisible characters that change what people see: one after the characters they apply to. */
const meaningful = [
  // Joiners within words of joining scripts, and within emoji.
  `(?<=(?![${unjoinedScripts}])[\\p{L}\\p{M}])[\\u200c\\u200d]`,
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  // Presentation of emoji and keycaps.
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]|(?<=[\\d#*])\\ufe0f(?=\\u20e3)',
  '(?<=\\p{Script=Mongolian})[\\u180b-\\u180d\\u180f]',
  // Direction marks beside text from right to left.
  `(?<=[${rightToLeft}][^\\p{L}${directionMarks}]{0,8})[${directionMarks}]`,
  `(?<![${directionMarks}])[${directionMarks}](?=[^\\p{L}${directionMarks}]{0,8}[${rightToLeft}])`,
].join('|')

// The class comes first, because the other part is tested at few positions then.
const invisible = new RegExp(`(?=[\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb])(?!${meaningful}).`, 'gu')

// Every document is tested and few match, so this is a plain pattern, faster than one with Unicode classes. It also
// matches the surrogates of emoji, which cleaning then leaves alone.
const suspicious =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: the marks are the ends of ranges
  /[^\t\n\x20-\x7e\u00a0-\u00ac\u00ae-\u034e\u0350-\u061b\u061d-\u115e\u1161-\u17b3\u17b6-\u180a\u1810-\u200a\u2010-\u2027\u202f-\u205f\u2070-\u3163\u3165-\ud7ff\ue000-\ufdff\ufe10-\ufefe\uff00-\uff9f\uffa1-\uffef\ufffc-\uffff]/
