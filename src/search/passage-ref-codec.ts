import type { PassageGroup, PassageRef, VectorHit } from './passage-candidate.ts'

/** Places for the way between threads: one array of numbers travels many times as fast as hundreds of small objects. */
export function packPassageRefs(places: readonly PassageRef[]): Float64Array {
  const numbers = new Float64Array(places.length * 2)
  for (const [index, { chunkKey, documentKey }] of places.entries()) {
    numbers[index * 2] = chunkKey
    numbers[index * 2 + 1] = documentKey
  }
  return numbers
}

export function unpackPassageRefs(numbers: Float64Array): PassageRef[] {
  return Array.from({ length: numbers.length / 2 }, (_, index) => ({
    chunkKey: numbers[index * 2] as number,
    documentKey: numbers[index * 2 + 1] as number,
  }))
}

export function packVectorHits(places: readonly VectorHit[]): Float64Array {
  const numbers = new Float64Array(places.length * 3)
  for (const [index, { chunkKey, documentKey, similarity }] of places.entries())
    numbers.set([chunkKey, documentKey, similarity], index * 3)
  return numbers
}

export function unpackVectorHits(numbers: Float64Array): VectorHit[] {
  return Array.from({ length: numbers.length / 3 }, (_, index) => ({
    chunkKey: numbers[index * 3] as number,
    documentKey: numbers[index * 3 + 1] as number,
    similarity: numbers[index * 3 + 2] as number,
  }))
}

/** Of each group its document, how many passages it has, and these. */
export function packPassageGroups(groups: readonly PassageGroup[]): Float64Array {
  return Float64Array.from(
    groups.flatMap(({ documentKey, chunkKeys }) => [documentKey, chunkKeys.length, ...chunkKeys]),
  )
}

export function unpackPassageGroups(numbers: Float64Array): PassageGroup[] {
  const groups: PassageGroup[] = []
  for (let at = 0; at < numbers.length; ) {
    const end = at + 2 + (numbers[at + 1] as number)
    groups.push({
      documentKey: numbers[at] as number,
      chunkKeys: Array.from(numbers.subarray(at + 2, end)),
    })
    at = end
  }
  return groups
}
