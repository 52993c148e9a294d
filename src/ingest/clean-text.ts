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

const suspicious =
  /(?![\t\n])\p{Cc}|[\p{Surrogate}\u00ad\u200b\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u
