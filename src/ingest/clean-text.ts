/**
 * Text that PostgreSQL stores and a person can read: no control characters, no lone surrogates, and none of the
 * invisible characters that hide text from people and show it to models (tags, bidirectional overrides).
 */
export function cleanText(text: string): string {
  if (!suspicious.test(text)) return text
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu, '')
    .replace(/(?![\t\n])[\p{Cc}\u2028\u2029]/gu, ' ')
}

// Every document is tested and few fail, so this is a plain pattern, faster than one that knows Unicode's classes. It
// takes the surrogates of emoji for suspects too; cleaning then leaves them alone.
const suspicious =
  /[^\t\n\x20-\x7e\u00a0-\u00ac\u00ae-\u200a\u200c-\u2027\u202f-\u205f\u206a-\ud7ff\ue000-\ufefe\uff00-\uffff]/
