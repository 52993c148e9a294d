import type { PassageCandidate, PassageGroup, PassageRef, VectorHit } from './passage-candidate.ts'

// Messages between threads: one typed array is cloned several times as fast as a hundred small objects.

export function packPassageRefs(refs: readonly PassageRef[]): Float64Array {
  const packed = new Float64Array(refs.length * 2)
  for (const [index, { chunkKey, documentKey }] of refs.entries()) {
    packed[index * 2] = chunkKey
    packed[index * 2 + 1] = documentKey
  }
  return packed
}

export function unpackPassageRefs(packed: Float64Array): PassageRef[] {
  return Array.from({ length: packed.length / 2 }, (_, index) => ({
    chunkKey: packed[index * 2] as number,
    documentKey: packed[index * 2 + 1] as number,
  }))
}

export function packVectorHits(hits: readonly VectorHit[]): Float64Array {
  const packed = new Float64Array(hits.length * 3)
  for (const [index, { chunkKey, documentKey, similarity }] of hits.entries())
    packed.set([chunkKey, documentKey, similarity], index * 3)
  return packed
}

export function unpackVectorHits(packed: Float64Array): VectorHit[] {
  return Array.from({ length: packed.length / 3 }, (_, index) => ({
    chunkKey: packed[index * 3] as number,
    documentKey: packed[index * 3 + 1] as number,
    similarity: packed[index * 3 + 2] as number,
  }))
}

/** Packs each group as its document key, its number of passages and their keys. */
export function packPassageGroups(groups: readonly PassageGroup[]): Float64Array {
  return Float64Array.from(
    groups.flatMap(({ documentKey, chunkKeys }) => [documentKey, chunkKeys.length, ...chunkKeys]),
  )
}

export function unpackPassageGroups(packed: Float64Array): PassageGroup[] {
  const groups: PassageGroup[] = []
  for (let at = 0; at < packed.length; ) {
    const end = at + 2 + (packed[at + 1] as number)
    groups.push({
      documentKey: packed[at] as number,
      chunkKeys: Array.from(packed.subarray(at + 2, end)),
    })
    at = end
  }
  return groups
}

export interface PackedCandidates {
  /** Per passage: its key, its document's key, its ordinal and the end of its terms. */
  rows: Float64Array
  terms: Uint32Array
}

const rowSize = 4

export function packCandidates(passages: readonly PassageCandidate[]): PackedCandidates {
  const rows = new Float64Array(passages.length * rowSize)
  const terms = new Uint32Array(passages.reduce((sum, passage) => sum + passage.terms.length, 0))
  let end = 0
  for (const [index, passage] of passages.entries()) {
    terms.set(passage.terms, end)
    end += passage.terms.length
    rows.set([passage.chunkKey, passage.documentKey, passage.ordinal, end], index * rowSize)
  }
  return { rows, terms }
}

export function unpackCandidates({ rows, terms }: PackedCandidates): PassageCandidate[] {
  let start = 0
  return Array.from({ length: rows.length / rowSize }, (_, index) => {
    const [chunkKey, documentKey, ordinal, end] = rows.subarray(index * rowSize, (index + 1) * rowSize) as unknown as [
      number,
      number,
      number,
      number,
    ]
    const passage = { chunkKey, documentKey, ordinal, terms: terms.subarray(start, end) }
    start = end
    return passage
  })
}
