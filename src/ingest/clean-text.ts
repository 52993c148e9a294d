/**
 * Returns text that PostgreSQL can store and people can read: without control characters, lone surrogates, and the
 * invisible characters that hide text from people but not from models (tags, bidirectional overrides).
 */
export function cleanText(text: string): string {
  if (!suspicious.test(text)) return text
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu, '')
    .replace(/(?![\t\n])[\p{Cc}\u2028\u2029]/gu, ' ')
}

// Every document is tested and few match, so this is a plain pattern, faster than one with Unicode classes. It also
// matches the surrogates of emoji, which cleaning then leaves alone.
const suspicious =
  /[^\t\n\x20-\x7e\u00a0-\u00ac\u00ae-\u200a\u200c-\u2027\u202f-\u205f\u206a-\ud7ff\ue000-\ufefe\uff00-\uffff]/
