/**
 * Decodes the text of a file to import: by its byte order mark, as UTF-8, in the encoding that a page declares, as Japanese,
 * or else as Windows writes Western languages. Only UTF-8 can be recognized for sure, so it comes first.
 */
export function decodeFileText(bytes: Uint8Array): string {
  return decode(bytes, encodingOf(bytes))
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (isMostlyUtf8(bytes)) return 'utf-8'
  const declared = /<meta\s[^>]*charset\s*=\s*["']?([\w-]+)/i.exec(decode(bytes.subarray(0, 2048), 'windows-1252'))?.[1]
  if (declared && isKnown(declared)) return declared
  return ['shift_jis', 'euc-jp'].find((encoding) => isJapanese(bytes, encoding)) ?? 'windows-1252'
}

/** A few damaged bytes don't make it another encoding. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const beyondAscii = decode(bytes, 'utf-8').match(/[^\0-\x7f]/gu) ?? []
  return beyondAscii.filter((letter) => letter === '\ufffd').length * 5 <= beyondAscii.length
}

/** Text in Japanese has kana; the bytes of other text are rarely valid and give none. */
function isJapanese(bytes: Uint8Array, encoding: string): boolean {
  const text = decode(bytes, encoding)
  return !text.includes('\ufffd') && /[\u3041-\u30ff]{2}/.test(text)
}

function isKnown(encoding: string): boolean {
  try {
    return new TextDecoder(encoding).encoding !== 'utf-8'
  } catch {
    return false
  }
}

function decode(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes)
}
