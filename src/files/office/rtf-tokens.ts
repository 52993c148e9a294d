/** Receives the tokens of an RTF file. */
export interface RtfVisitor {
  openGroup(): void
  closeGroup(): void
  /** A control word, such as \fs24, or a control symbol, such as \~; `parameter` is undefined if there is none. */
  control(word: string, parameter: number | undefined): void
  /** A byte of text in the code page of the font. */
  byte(value: number): void
}

const [openBrace, closeBrace, backslash, hyphen, space, quote] = [0x7b, 0x7d, 0x5c, 0x2d, 0x20, 0x27]

/** Visits the tokens of an RTF file in order. Line breaks of the file itself mean nothing. */
export function walkRtf(bytes: Uint8Array, visitor: RtfVisitor): void {
  let at = 0
  while (at < bytes.length) {
    const byte = bytes[at++] as number
    if (byte === openBrace) visitor.openGroup()
    else if (byte === closeBrace) visitor.closeGroup()
    else if (byte === backslash) at = readControl(bytes, at, visitor)
    else if (byte !== 0x0a && byte !== 0x0d && byte !== 0) visitor.byte(byte)
  }
}

/** Reads a control word or symbol from behind its backslash. Returns the position behind it. */
function readControl(bytes: Uint8Array, start: number, visitor: RtfVisitor): number {
  if (!isLetter(bytes[start])) return readSymbol(bytes, start, visitor)
  let at = start
  while (isLetter(bytes[at]) && at - start < maxWordLength) at++
  const word = String.fromCharCode(...bytes.subarray(start, at))
  const numberStart = at
  if (bytes[at] === hyphen) at++
  while (isDigit(bytes[at]) && at - numberStart < maxNumberLength) at++
  const digits = String.fromCharCode(...bytes.subarray(numberStart, at))
  const parameter = /\d/.test(digits) ? Number(digits) : undefined
  if (bytes[at] === space) at++
  // Binary data follows as it is.
  if (word === 'bin') return at + Math.max(parameter ?? 0, 0)
  visitor.control(word, parameter)
  return at
}

function readSymbol(bytes: Uint8Array, at: number, visitor: RtfVisitor): number {
  const symbol = bytes[at]
  if (symbol === undefined) return at
  if (symbol === quote) {
    const value = Number.parseInt(String.fromCharCode(...bytes.subarray(at + 1, at + 3)), 16)
    if (!Number.isNaN(value)) visitor.byte(value)
    return at + 3
  }
  if (symbol === openBrace || symbol === closeBrace || symbol === backslash) visitor.byte(symbol)
  // A line break behind a backslash ends a paragraph.
  else if (symbol === 0x0a || symbol === 0x0d) visitor.control('par', undefined)
  else visitor.control(String.fromCharCode(symbol), undefined)
  return at + 1
}

const maxWordLength = 32
const maxNumberLength = 11

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a))
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}
