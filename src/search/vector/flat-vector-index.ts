import { groupByDocument, setPassages } from '../document-passages.ts'
import type { PassageGroup, VectorHit } from '../passage-candidate.ts'
import type { FrameImport } from '../sync/image-requests.ts'
import { addToTopK, createTopK, topKIds } from '../top-k.ts'
import type { DocumentVectors } from './document-vectors.ts'
import {
  audienceIndex,
  blockOf,
  blockSize,
  createOrganizationVectors,
  createVectorMemory,
  type OrganizationVectors,
  slotsOf,
} from './vector-memory.ts'
import {
  cosineToCentroid,
  cosineToInt12,
  int12SizeBytes,
  quantizeInt8,
  splitInt12,
  vectorNorm,
} from './vector-quantization.ts'
import type { VectorsFrame } from './vectors-frame.ts'
import { documentKeysOf, packFrames, unpackFrame } from './vectors-image.ts'

export interface NearestQuery {
  organizationId: string
  vector: Float32Array
  audienceIds: readonly number[]
  /** Restricts the search to passages of these documents. */
  documentKeys?: readonly number[]
  limit: number
}

export interface NearestResult {
  /** Nearest first. */
  hits: VectorHit[]
  /** Share of all passages in the store that were compared, 0 to 1. */
  visibleShare: number
}

export interface SimilarityQuery {
  organizationId: string
  vector: Float32Array
  groups: readonly PassageGroup[]
}

export interface FlatVectorIndex {
  /** Replaces the document's vectors; without keys it removes the document. Returns whether there was an earlier version. */
  put(document: DocumentVectors): boolean
  /**
   * Yields all passages for an image. The index can change between two frames: a passage is in the image as it is at its
   * turn.
   */
  exportFrames(): Iterator<VectorsFrame>
  /** Fills the empty index with the passages of an image. */
  startImport(): FrameImport<VectorsFrame>
  nearest(query: NearestQuery): NearestResult
  /** Returns the query's cosine to the centroid of each group; NaN where no passage of the group is known. */
  similarities(query: SimilarityQuery): Float32Array
  readonly bytes: number
}

const initialAudienceCapacity = 4096
/** Candidates per requested hit: they are selected by the high bytes and rescored with all bits. */
const rescoreFactor = 1.5

/**
 * An exhaustive (flat) index of 12-bit vectors in one WebAssembly memory: blocks of 256 passages, each of one
 * organization. A query is compared with the high bytes of every visible passage, and the nearest are rescored with all
 * bits. Only quantization costs recall: it keeps 999 of the best 1,000 (see docs/quality.md).
 */
export function createFlatVectorIndex(dimensions: number): FlatVectorIndex {
  const memory = createVectorMemory(dimensions)
  const { kernel, codeLength, codeAt, audiencesOf, scalesOf } = memory
  const codeSize = int12SizeBytes(dimensions)
  const query = memory.reserve(codeLength)
  const out = memory.reserve(blockSize * 8)
  let visible = { start: memory.reserve(initialAudienceCapacity), size: initialAudienceCapacity }
  const organizations = new Map<string, OrganizationVectors>()

  function vectorsOf(organizationId: string): OrganizationVectors {
    const vectors = organizations.get(organizationId) ?? createOrganizationVectors()
    organizations.set(organizationId, vectors)
    return vectors
  }

  function writeVisibleAudiences(vectors: OrganizationVectors, audienceIds: readonly number[]): void {
    const needed = vectors.audiences.size + 1
    if (needed > visible.size) visible = { start: memory.reserve(needed * 2), size: needed * 2 }
    const bytes = new Uint8Array(kernel.memory.buffer, visible.start, needed)
    bytes.fill(0)
    for (const id of audienceIds) {
      const index = vectors.audiences.get(id)
      if (index !== undefined) bytes[index] = 1
    }
  }

  function writeQuery(vector: Float32Array): void {
    new Int8Array(kernel.memory.buffer, query, dimensions).set(quantizeInt8(vector))
  }

  function countVisible(vectors: OrganizationVectors, documentKeys: readonly number[]): number {
    const isVisible = new Uint8Array(kernel.memory.buffer, visible.start, visible.size)
    let count = 0
    for (const key of documentKeys)
      for (const slot of slotsOf(vectors, key))
        count += isVisible[audiencesOf(blockOf(vectors, slot))[slot % blockSize] as number] as number
    return count
  }

  const slotOf = (vectors: OrganizationVectors, documentKey: number, key: number): number | undefined =>
    slotsOf(vectors, documentKey).find((slot) => blockOf(vectors, slot).keys[slot % blockSize] === key)

  function removeDocument(vectors: OrganizationVectors, documentKey: number): boolean {
    for (const slot of slotsOf(vectors, documentKey)) {
      audiencesOf(blockOf(vectors, slot))[slot % blockSize] = 0
      vectors.free.push(slot)
    }
    return vectors.byDocument.delete(documentKey)
  }

  const countPassages = () => {
    let passages = 0
    for (const { blocks, free } of organizations.values()) passages += blocks.length * blockSize - free.length
    return passages
  }

  return {
    put({ organizationId, documentKey, keys, audienceIds, codes }) {
      const vectors = vectorsOf(organizationId)
      const hasRemoved = removeDocument(vectors, documentKey)
      if (keys.length === 0) return hasRemoved
      const bytes = new Int8Array(codes.buffer, codes.byteOffset, codes.byteLength)
      const slots = keys.map((key, index) => {
        if (vectors.free.length === 0) memory.addBlock(vectors)
        const slot = vectors.free.pop() as number
        const block = blockOf(vectors, slot)
        const within = slot % blockSize
        const code = splitInt12(bytes.subarray(index * codeSize, (index + 1) * codeSize), dimensions)
        const target = codeAt(vectors, slot)
        target.high.set(code.high)
        target.low.set(code.low)
        audiencesOf(block)[within] = audienceIndex(vectors, audienceIds[index] as number)
        block.keys[within] = key
        block.documents[within] = documentKey
        scalesOf(block)[within] = 1 / (vectorNorm(code.high) || 1)
        return slot
      })
      setPassages(vectors.byDocument, documentKey, slots)
      return hasRemoved
    },

    *exportFrames() {
      for (const [organizationId, vectors] of organizations)
        yield* packFrames(memory, { organizationId, dimensions }, vectors)
    },

    startImport: () => ({
      add(frame) {
        unpackFrame(memory, vectorsOf(frame.organizationId), frame)
      },
      finish() {
        for (const vectors of organizations.values()) vectors.byDocument = groupByDocument(documentKeysOf(vectors))
      },
    }),

    nearest({ organizationId, vector, audienceIds, documentKeys, limit }) {
      const vectors = organizations.get(organizationId)
      if (!vectors || vector.length !== dimensions || limit <= 0) return { hits: [], visibleShare: 0 }
      writeVisibleAudiences(vectors, audienceIds)
      writeQuery(vector)
      const inScope = documentKeys && new Set(documentKeys)
      const keyAt = (slot: number) => blockOf(vectors, slot).keys[slot % blockSize] as number
      const best = createTopK(Math.ceil(limit * rescoreFactor))
      let minScore = Number.NEGATIVE_INFINITY
      kernel.compared.value = 0
      const slots = new Int32Array(kernel.memory.buffer, out, blockSize * 2)
      const scores = new Float32Array(kernel.memory.buffer, out, blockSize * 2)
      for (let first = 0; first < vectors.blocks.length * blockSize; first += blockSize) {
        const { codes, audiences, scales, keys, documents } = blockOf(vectors, first)
        const end = kernel.scan(codes, audiences, scales, blockSize, visible.start, query, codeLength, minScore, out)
        for (let at = 0; at < (end - out) / 4; at += 2) {
          const slot = slots[at] as number
          const score = scores[at + 1] as number
          if (score < minScore || (inScope && !inScope.has(documents[slot] as number))) continue
          const scoreToBeat = addToTopK(best, first + slot, score, keys[slot] as number)
          if (best.count === best.ids.length) minScore = scoreToBeat
        }
      }
      const hits = topKIds(best)
        .map((slot) => ({
          chunkKey: keyAt(slot),
          documentKey: blockOf(vectors, slot).documents[slot % blockSize] as number,
          similarity: cosineToInt12(vector, codeAt(vectors, slot)),
        }))
        .sort((a, b) => b.similarity - a.similarity || a.chunkKey - b.chunkKey)
        .slice(0, limit)
      const compared = documentKeys ? countVisible(vectors, documentKeys) : kernel.compared.value
      return { hits, visibleShare: compared / countPassages() }
    },

    similarities({ organizationId, vector, groups }) {
      const vectors = organizations.get(organizationId)
      return Float32Array.from(groups, ({ documentKey, chunkKeys }) => {
        const codes = chunkKeys.flatMap((key) => {
          const slot = vectors && slotOf(vectors, documentKey, key)
          return slot === undefined ? [] : codeAt(vectors as OrganizationVectors, slot)
        })
        return cosineToCentroid(vector, codes)
      })
    },

    get bytes() {
      return memory.bytes
    },
  }
}
