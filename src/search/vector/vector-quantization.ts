/** Quantizes to eight bits per dimension. Keeps only the direction, which is all that a cosine uses. */
export function quantizeInt8(vector: Float32Array): Int8Array {
  const scale = 127 / (maxAbs(vector) || 1)
  return Int8Array.from(vector, (value) => Math.round(value * scale))
}

/** Returns the size of a 12-bit code. */
export function int12SizeBytes(dimensions: number): number {
  return dimensions + lowBitsSizeBytes(dimensions)
}

/** Returns the size of its low bits. */
export function lowBitsSizeBytes(dimensions: number): number {
  return Math.ceil(dimensions / 2)
}

/** Returns the number of dimensions of a 12-bit code. */
export function int12Dimensions(sizeBytes: number): number {
  return Math.floor((sizeBytes * 2) / 3)
}

/**
 * Quantizes to twelve bits per dimension: the high byte of every dimension, then the low four bits, two dimensions per
 * byte. The high bytes are enough to select candidates, all bits rank them.
 */
export function quantizeInt12(vector: Float32Array): Int8Array {
  const code = new Int8Array(int12SizeBytes(vector.length))
  const half = lowBitsSizeBytes(vector.length)
  const scale = (127 * 16) / (maxAbs(vector) || 1)
  for (let i = 0; i < vector.length; i++) {
    const value = Math.round((vector[i] as number) * scale)
    const high = Math.round(value / 16)
    code[i] = high
    const low = value - 16 * high
    const at = vector.length + (i % half)
    code[at] = (code[at] as number) | (i < half ? low & 15 : low << 4)
  }
  return code
}

/** A 12-bit code in its two parts. */
export interface Int12Vector {
  high: Int8Array
  low: Int8Array
}

/** Codes written before 12-bit quantization have high bytes only. */
export function splitInt12(code: Int8Array, dimensions: number): Int12Vector {
  const low = code.length > dimensions ? code.subarray(dimensions) : new Int8Array(lowBitsSizeBytes(dimensions))
  return { high: code.subarray(0, dimensions), low }
}

function decodeInt12({ high, low }: Int12Vector): Int16Array {
  const half = low.length
  return Int16Array.from(high, (value, i) => (value << 4) + (i < half ? lowNibble(low[i]) : highNibble(low[i - half])))
}

function lowNibble(pair: number | undefined): number {
  return ((pair as number) << 28) >> 28
}

function highNibble(pair: number | undefined): number {
  return (pair as number) >> 4
}

/** Returns the cosine of a unit-length vector and a 12-bit code. */
export function cosineToInt12(vector: Float32Array, { high, low }: Int12Vector): number {
  const half = low.length
  let product = 0
  let squares = 0
  // Without decoding into an array first, which would take twice as long as the rest.
  for (let i = 0; i < half; i++) {
    const pair = low[i]
    const first = ((high[i] as number) << 4) + lowNibble(pair)
    product += first * (vector[i] as number)
    squares += first * first
    if (i + half === high.length) break
    const second = ((high[i + half] as number) << 4) + highNibble(pair)
    product += second * (vector[i + half] as number)
    squares += second * second
  }
  return squares === 0 ? 0 : product / Math.sqrt(squares)
}

/** Returns the cosine of a unit-length vector and an 8-bit code or a vector of any length. */
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

/** Returns the cosine of a unit-length vector and the centroid of 12-bit codes; NaN without codes. */
export function cosineToCentroid(vector: Float32Array, codes: readonly Int12Vector[]): number {
  const [first] = codes
  if (!first) return Number.NaN
  if (codes.length === 1) return cosineToInt12(vector, first)
  const centroid = new Float32Array(vector.length)
  for (const code of codes) {
    const values = decodeInt12(code)
    const norm = vectorNorm(values) || 1
    for (let i = 0; i < centroid.length; i++) centroid[i] = (centroid[i] as number) + (values[i] as number) / norm
  }
  return cosineTo(vector, centroid)
}

export function vectorNorm(code: Int8Array | Int16Array): number {
  let squares = 0
  // Indexed loops: an iterator takes ten times as long, here and above.
  for (let i = 0; i < code.length; i++) squares += (code[i] as number) ** 2
  return Math.sqrt(squares)
}

function maxAbs(vector: Float32Array): number {
  let max = 0
  for (const value of vector) max = Math.max(max, Math.abs(value))
  return max
}

/**
 * Encodes a vector in pgvector's binary wire format. Parsing the text format costs the embedded database more than all
 * other work on a passage's vector.
 */
export function encodePgvector(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(4 + 4 * vector.length)
  bytes.writeUInt16BE(vector.length, 0)
  for (let i = 0; i < vector.length; i++) bytes.writeFloatBE(vector[i] as number, 4 + 4 * i)
  return bytes
}
