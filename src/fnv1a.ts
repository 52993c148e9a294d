/** Where a hash begins: FNV-1a with 32 bits (RFC 9923). */
export const hashBasis = 0x811c9dc5 | 0

/** Returns the hash of what was hashed so far and one more byte or UTF-16 unit. */
export function addToHash(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193)
}

/** Returns the hash of what was hashed so far and a text. */
export function addTextToHash(hash: number, text: string): number {
  let sum = hash
  for (let at = 0; at < text.length; at++) sum = addToHash(sum, text.charCodeAt(at))
  return sum
}
