/** A vector with eight bits a number. Only its direction is kept, which is all that a cosine looks at. */
export function quantizeInt8(vector: Float32Array): Int8Array {
  const scale = 127 / (maxAbs(vector) || 1)
  return Int8Array.from(vector, (value) => Math.round(value * scale))
}

/** How many bytes a fine code has, */
export function int12SizeBytes(dimensions: number): number {
  return dimensions + lowBitsSizeBytes(dimensions)
}

/** and how many of them are the last bits. */
export function lowBitsSizeBytes(dimensions: number): number {
  return Math.ceil(dimensions / 2)
}

/** How many numbers are coded in so many bytes. */
export function int12Dimensions(size: number): number {
  return Math.floor((size * 2) / 3)
}

/**
 * A vector with twelve bits a number: the first eight of all numbers, then the last four, two to a byte. The first ones
 * are enough to find what may be near, all of them tell what is nearer.
 */
export function quantizeInt12(vector: Float32Array): Int8Array {
  const code = new Int8Array(int12SizeBytes(vector.length))
  const half = lowBitsSizeBytes(vector.length)
  const scale = (127 * 16) / (maxAbs(vector) || 1)
  for (let i = 0; i < vector.length; i++) {
    const number = Math.round((vector[i] as number) * scale)
    const first = Math.round(number / 16)
    code[i] = first
    const rest = number - 16 * first
    const at = vector.length + (i % half)
    code[at] = (code[at] as number) | (i < half ? rest & 15 : rest << 4)
  }
  return code
}

/** A fine code in its two parts. */
export interface Int12Vector {
  high: Int8Array
  low: Int8Array
}

/** What was written before there were fine codes has the first part alone. */
export function splitInt12(code: Int8Array, dimensions: number): Int12Vector {
  const low =
    code.length > dimensions ? code.subarray(dimensions) : new Int8Array(lowBitsSizeBytes(dimensions))
  return { high: code.subarray(0, dimensions), low }
}

function decodeInt12({ high, low }: Int12Vector): Int16Array {
  const half = low.length
  return Int16Array.from(
    high,
    (value, i) => (value << 4) + (i < half ? lowNibble(low[i]) : highNibble(low[i - half])),
  )
}

function lowNibble(pair: number | undefined): number {
  return ((pair as number) << 28) >> 28
}

function highNibble(pair: number | undefined): number {
  return (pair as number) >> 4
}

/** Of a unit-length vector with a finely coded one. */
export function cosineToInt12(vector: Float32Array, { high, low }: Int12Vector): number {
  const half = low.length
  let product = 0
  let squares = 0
  // Without a list of the numbers in between, which would take twice as long as the rest.
  for (let i = 0; i < half; i++) {
    const pair = low[i]
    const one = ((high[i] as number) << 4) + lowNibble(pair)
    product += one * (vector[i] as number)
    squares += one * one
    if (i + half === high.length) break
    const other = ((high[i + half] as number) << 4) + highNibble(pair)
    product += other * (vector[i + half] as number)
    squares += other * other
  }
  return squares === 0 ? 0 : product / Math.sqrt(squares)
}

/** Of a unit-length vector with a coded one, or with one of any length. */
export function cosineTo(vector: Float32Array, code: Int8Array | Float32Array, start = 0): number {
  let product = 0
  let squares = 0
  for (let i = 0; i < vector.length; i++) {
    const value = code[start + i] as number
    product += value * (vector[i] as number)
    squares += value * value
  }
  return squares === 0 ? 0 : product / Math.sqrt(squares)
}

/** Of a unit-length vector with the middle of several coded ones; of none it is not a number. */
export function cosineToCentroid(vector: Float32Array, codes: readonly Int12Vector[]): number {
  const [first] = codes
  if (!first) return Number.NaN
  if (codes.length === 1) return cosineToInt12(vector, first)
  const middle = new Float32Array(vector.length)
  for (const code of codes) {
    const numbers = decodeInt12(code)
    const length = vectorNorm(numbers) || 1
    for (let i = 0; i < middle.length; i++)
      middle[i] = (middle[i] as number) + (numbers[i] as number) / length
  }
  return cosineTo(vector, middle)
}

export function vectorNorm(code: Int8Array | Int16Array): number {
  let squares = 0
  // Counted through by hand: an iterator takes ten times as long, here and above.
  for (let i = 0; i < code.length; i++) squares += (code[i] as number) ** 2
  return Math.sqrt(squares)
}

export function maxAbs(vector: Float32Array): number {
  let most = 0
  for (const value of vector) most = Math.max(most, Math.abs(value))
  return most
}

/**
 * The form in which pgvector takes a vector from the wire; the client sends it as it is. As text, reading its numbers cost
 * the embedded database more than everything else that a passage's vector costs.
 */
export function encodePgvector(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(4 + 4 * vector.length)
  bytes.writeUInt16BE(vector.length, 0)
  for (let i = 0; i < vector.length; i++) bytes.writeFloatBE(vector[i] as number, 4 + 4 * i)
  return bytes
}
