import { analyse } from 'chardet'
import { decodeCodePage850, isCodePage850 } from './code-page-850.ts'

/**
 * Decodes text of unknown encoding: by its byte order mark, as UTF-8 if it is valid, else by the letters that its bytes
 * would stand for. `declared` is an encoding that the file names itself; it decides where the bytes allow several.
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  return decodeAs(bytes, detectEncoding(bytes, declared)).replace(/^\uFEFF/, '')
}

/** Tells whether bytes can be text in some encoding: binary data contains zero and control bytes. */
export function isText(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, sampleBytes)
  if (utf16Order(sample) !== undefined) return true
  let controls = 0
  for (const byte of sample) {
    if (byte === 0) return false
    if (byte < 32 && !textControls.has(byte)) controls++
  }
  return controls * 50 <= sample.length
}

/** Decodes a sample of the text, enough to tell formats apart. */
export function decodeStart(bytes: Uint8Array): string {
  return decodeText(bytes.subarray(0, startBytes))
}

const startBytes = 4096
const sampleBytes = 64 * 1024
/** Tab, line feed, vertical tab, form feed, carriage return, and escape, which ISO-2022-JP and terminal logs use. */
const textControls = new Set([9, 10, 11, 12, 13, 27])

/** Returns the encoding that `decodeText` reads text in. */
export function detectEncoding(bytes: Uint8Array, declared: string | undefined): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  const sample = bytes.subarray(0, sampleBytes)
  const order = utf16Order(sample)
  if (order) return order
  const hasEscape = sample.includes(27)
  if (!hasEscape && (isUtf8(bytes) || isDamagedUtf8(bytes))) return 'utf-8'
  if (declared && isKnownEncoding(declared)) return declared
  if (isCyrillicDos(sample)) return 'ibm866'
  if (isCodePage850(sample)) return 'ibm850'
  for (const { name, confidence } of analyse(sample))
    if (confidence > 0 && name !== 'ASCII' && !name.startsWith('UTF-') && isKnownEncoding(name) && fits(name, sample))
      return name
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** The guess for a word with one accent can be Chinese or Japanese, whose bytes beyond ASCII stand side by side. */
function fits(encoding: string, sample: Uint8Array): boolean {
  if (!/^(?:Shift_JIS|Big5|GB|EUC)/.test(encoding)) return true
  return sample.some((byte, index) => byte >= 0x80 && (sample[index + 1] ?? 0) >= 0x80)
}

/** Decodes bytes in an encoding. Throws if it is unknown. */
export function decodeAs(bytes: Uint8Array, encoding: string): string {
  // Node 20 decodes 0x80 to 0x9F of this encoding as control characters. Browsers take both names for it.
  if (/^(?:windows-1252|cp1252|iso-8859-1|latin1|us-ascii|ascii)$/i.test(encoding)) return decodeWindows1252(bytes)
  if (codePage850Names.test(encoding)) return decodeCodePage850(bytes)
  return new TextDecoder(encoding).decode(bytes)
}

/** Not an encoding of the web, so that TextDecoder does not know it. */
const codePage850Names = /^(?:ibm|cp)-?850$/i

function decodeWindows1252(bytes: Uint8Array): string {
  return new TextDecoder('latin1')
    .decode(bytes)
    .replace(/[\u0080-\u009f]/g, (character) => windows1252[character.charCodeAt(0) - 0x80] as string)
}

/** The characters of 0x80 to 0x9F. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const minPairs = 4

/** Finds UTF-16 by its byte order mark or, in text that is mostly Latin, by the zero in every second byte. */
function utf16Order(sample: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le'
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be'
  const pairs = Math.floor(sample.length / 2)
  if (pairs < minPairs) return undefined
  const zeros = [0, 0]
  for (let index = 0; index < pairs * 2; index++) if (sample[index] === 0) zeros[index % 2]!++
  const [first, second] = zeros as [number, number]
  if (second > pairs * 0.7 && first < pairs * 0.02) return 'utf-16le'
  if (first > pairs * 0.7 && second < pairs * 0.02) return 'utf-16be'
  return undefined
}

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    // A cut sample can end within a character.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Tells whether most letters beyond ASCII are UTF-8: a cut log or a mail can have a few bytes that are not. */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  let letters = 0
  let damaged = 0
  for (const [letter] of new TextDecoder('utf-8').decode(bytes).matchAll(/[^\0-\x7f]/gu)) {
    if (letter === '\ufffd') damaged++
    else letters++
  }
  return letters > damaged * 4
}

/** Code page 866, which chardet does not know: lower-case letters lie in 0xA0–0xAF, where other encodings have signs. */
function isCyrillicDos(sample: Uint8Array): boolean {
  let high = 0
  let letters = 0
  let lowerCase = 0
  for (const byte of sample) {
    if (byte < 0x80) continue
    high++
    if (byte < 0xb0 || (byte >= 0xe0 && byte <= 0xf1)) letters++
    if (byte >= 0xa0 && byte < 0xb0) lowerCase++
  }
  return high > sample.length * 0.3 && letters > high * 0.95 && lowerCase > high * 0.25
}

function isKnownEncoding(name: string): boolean {
  if (codePage850Names.test(name)) return true
  try {
    new TextDecoder(name)
    return true
  } catch {
    return false
  }
}
