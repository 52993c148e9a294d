/** A vector with eight bits a number. Only its direction is kept, which is all that a cosine looks at. */
export function vectorCode(vector: Float32Array): Int8Array {
  const scale = 127 / (largest(vector) || 1)
  return Int8Array.from(vector, (value) => Math.round(value * scale))
}

/** Of a unit-length vector with a coded one. */
export function similarityTo(vector: Float32Array, code: Int8Array, start = 0): number {
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
export function similarityToMiddle(vector: Float32Array, codes: readonly Int8Array[]): number {
  const [first] = codes
  if (!first) return Number.NaN
  if (codes.length === 1) return similarityTo(vector, first)
  const middle = new Float32Array(vector.length)
  for (const code of codes) {
    const length = lengthOf(code) || 1
    for (let i = 0; i < middle.length; i++) middle[i] = (middle[i] as number) + (code[i] as number) / length
  }
  let product = 0
  let squares = 0
  for (let i = 0; i < middle.length; i++) {
    const value = middle[i] as number
    product += value * (vector[i] as number)
    squares += value * value
  }
  return squares === 0 ? 0 : product / Math.sqrt(squares)
}

export function lengthOf(code: Int8Array): number {
  let squares = 0
  // Counted through by hand: an iterator takes ten times as long, here and above.
  for (let i = 0; i < code.length; i++) squares += (code[i] as number) ** 2
  return Math.sqrt(squares)
}

export function largest(vector: Float32Array): number {
  let most = 0
  for (const value of vector) most = Math.max(most, Math.abs(value))
  return most
}

/**
 * The form in which pgvector takes a vector from the wire; the client sends it as it is. As text, reading its numbers cost
 * the embedded database more than everything else that a passage's vector costs.
 */
export function vectorBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(4 + 4 * vector.length)
  bytes.writeUInt16BE(vector.length, 0)
  for (let i = 0; i < vector.length; i++) bytes.writeFloatBE(vector[i] as number, 4 + 4 * i)
  return bytes
}
