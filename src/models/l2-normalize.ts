/** Scales the vector in place to length 1. Returns false when it has no direction: all zeros, or a NaN or infinity. */
export function l2Normalize(vector: Float32Array): boolean {
  let squares = 0
  for (const value of vector) squares += value * value
  if (!(squares > 0 && squares < Number.POSITIVE_INFINITY)) return false
  const factor = 1 / Math.sqrt(squares)
  for (let i = 0; i < vector.length; i++) vector[i] = vector[i]! * factor
  return true
}
