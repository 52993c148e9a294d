import { loadKernel } from '../load-kernel.ts'
import type { PassageGroup, VectorHit } from '../passage-candidate.ts'
import { createAudienceIdLookup } from '../sync/audience-ids.ts'
import { addToTopK, createTopK, topKIds } from '../top-k.ts'
import type { DocumentVectors } from './document-vectors.ts'
import { dotKernel } from './kernel/dot-kernel.ts'
import {
  cosineToCentroid,
  cosineToInt12,
  type Int12Vector,
  int12SizeBytes,
  lowBitsSizeBytes,
  quantizeInt8,
  splitInt12,
  vectorNorm,
} from './vector-quantization.ts'
import { packVectorsFrames, type VectorsFrame } from './vectors-frame.ts'

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
  /** Yields all documents for an image; the index can change between two frames. */
  exportFrames(): Iterator<VectorsFrame>
  nearest(query: NearestQuery): NearestResult
  /** Returns the query's cosine to the centroid of each group; NaN where no passage of the group is known. */
  similarities(query: SimilarityQuery): Float32Array
  readonly bytes: number
}

const blockSize = 256
const pageSize = 65_536
const initialAudienceCapacity = 4096
/** Candidates per requested hit: they are selected by the high bytes and rescored with all bits. */
const rescoreFactor = 1.5

/**
 * An exhaustive (flat) index of 12-bit vectors in one WebAssembly memory: blocks of 256 passages, each of one
 * organization. A query is compared with the high bytes of every visible passage, and the nearest are rescored with all
 * bits. Only quantization costs recall: it keeps 999 of the best 1,000 (see docs/quality.md).
 */
export function createFlatVectorIndex(dimensions: number): FlatVectorIndex {
  const length = Math.ceil(dimensions / 64) * 64
  const codeSize = int12SizeBytes(dimensions)
  const lowSize = lowBitsSizeBytes(dimensions)
  const kernel = loadKernel<DotKernel>(dotKernel)
  let end = 0
  const reserve = (bytes: number): number => {
    const start = end
    end += Math.ceil(bytes / 16) * 16
    const missing = end - kernel.memory.buffer.byteLength
    if (missing > 0) kernel.memory.grow(Math.max(Math.ceil(missing / pageSize), 16))
    return start
  }
  const query = reserve(length)
  const out = reserve(blockSize * 8)
  let visible = { start: reserve(initialAudienceCapacity), size: initialAudienceCapacity }
  const organizations = new Map<string, OrganizationVectors>()

  function addBlock(vectors: OrganizationVectors): void {
    const start = reserve(blockSize * (length + 8 + lowSize))
    vectors.blocks.push({
      codes: start,
      audiences: start + blockSize * length,
      scales: start + blockSize * (length + 4),
      lowBits: start + blockSize * (length + 8),
      keys: new Float64Array(blockSize),
      documents: new Float64Array(blockSize),
    })
    const first = (vectors.blocks.length - 1) * blockSize
    for (let slot = blockSize - 1; slot >= 0; slot--) vectors.free.push(first + slot)
  }

  function writeVisibleAudiences(vectors: OrganizationVectors, audienceIds: readonly number[]): void {
    const needed = vectors.audiences.size + 1
    if (needed > visible.size) visible = { start: reserve(needed * 2), size: needed * 2 }
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

  const codeAt = (vectors: OrganizationVectors, slot: number): Int12Vector => {
    const { codes, lowBits } = blockOf(vectors, slot)
    const within = slot % blockSize
    const { buffer } = kernel.memory
    return {
      high: new Int8Array(buffer, codes + within * length, dimensions),
      low: new Int8Array(buffer, lowBits + within * lowSize, lowSize),
    }
  }
  const audiencesOf = ({ audiences }: VectorBlock) => new Int32Array(kernel.memory.buffer, audiences, blockSize)

  function countVisible(vectors: OrganizationVectors, documentKeys: readonly number[]): number {
    const isVisible = new Uint8Array(kernel.memory.buffer, visible.start, visible.size)
    let count = 0
    for (const key of documentKeys)
      for (const slot of vectors.byDocument.get(key) ?? [])
        count += isVisible[audiencesOf(blockOf(vectors, slot))[slot % blockSize] as number] as number
    return count
  }

  const slotOf = (vectors: OrganizationVectors, documentKey: number, key: number): number | undefined =>
    vectors.byDocument.get(documentKey)?.find((slot) => blockOf(vectors, slot).keys[slot % blockSize] === key)

  function removeDocument(vectors: OrganizationVectors, documentKey: number): boolean {
    for (const slot of vectors.byDocument.get(documentKey) ?? []) {
      audiencesOf(blockOf(vectors, slot))[slot % blockSize] = 0
      vectors.free.push(slot)
    }
    return vectors.byDocument.delete(documentKey)
  }

  function readDocument(
    vectors: OrganizationVectors,
    documentKey: number,
    audienceIdOf: (audienceIndex: number) => number,
  ): Omit<DocumentVectors, 'organizationId'> {
    const slots = vectors.byDocument.get(documentKey) ?? new Int32Array()
    const codes = new Uint8Array(slots.length * codeSize)
    slots.forEach((slot, at) => {
      const { high, low } = codeAt(vectors, slot)
      codes.set(new Uint8Array(high.buffer, high.byteOffset, high.length), at * codeSize)
      codes.set(new Uint8Array(low.buffer, low.byteOffset, low.length), at * codeSize + dimensions)
    })
    const audienceIndexAt = (slot: number) => audiencesOf(blockOf(vectors, slot))[slot % blockSize] as number
    return {
      documentKey,
      keys: Array.from(slots, (slot) => blockOf(vectors, slot).keys[slot % blockSize] as number),
      audienceIds: Array.from(slots, (slot) => audienceIdOf(audienceIndexAt(slot))),
      codes,
    }
  }

  function* documentsOf(organizationId: string, vectors: OrganizationVectors): Generator<DocumentVectors> {
    const audienceIdOf = createAudienceIdLookup(vectors.audiences)
    for (const documentKey of vectors.byDocument.keys())
      yield { organizationId, ...readDocument(vectors, documentKey, audienceIdOf) }
  }

  const countPassages = () => {
    let passages = 0
    for (const { blocks, free } of organizations.values()) passages += blocks.length * blockSize - free.length
    return passages
  }

  return {
    put({ organizationId, documentKey, keys, audienceIds, codes }) {
      const vectors = organizations.get(organizationId) ?? createOrganizationVectors()
      organizations.set(organizationId, vectors)
      const hasRemoved = removeDocument(vectors, documentKey)
      if (keys.length === 0) return hasRemoved
      const bytes = new Int8Array(codes.buffer, codes.byteOffset, codes.byteLength)
      const slots = keys.map((key, index) => {
        if (vectors.free.length === 0) addBlock(vectors)
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
        new Float32Array(kernel.memory.buffer, block.scales, blockSize)[within] = 1 / (vectorNorm(code.high) || 1)
        return slot
      })
      vectors.byDocument.set(documentKey, Int32Array.from(slots))
      return hasRemoved
    },

    *exportFrames() {
      for (const [organizationId, vectors] of organizations)
        yield* packVectorsFrames({ organizationId, dimensions }, documentsOf(organizationId, vectors))
    },

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
        const end = kernel.scan(codes, audiences, scales, blockSize, visible.start, query, length, minScore, out)
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
      return kernel.memory.buffer.byteLength
    },
  }
}

interface DotKernel {
  memory: { buffer: ArrayBuffer; grow(pages: number): void }
  compared: { value: number }
  scan(
    codes: number,
    audiences: number,
    scales: number,
    count: number,
    visible: number,
    query: number,
    length: number,
    minScore: number,
    out: number,
  ): number
}

/** Addresses of a block in the WebAssembly memory, and its columns outside of it. */
interface VectorBlock {
  codes: number
  audiences: number
  /** The inverse norm of each code. */
  scales: number
  lowBits: number
  keys: Float64Array
  documents: Float64Array
}

interface OrganizationVectors {
  blocks: VectorBlock[]
  free: number[]
  byDocument: Map<number, Int32Array>
  /** Audience id → index; index 0 marks a free slot, which nobody can see. */
  audiences: Map<number, number>
}

function createOrganizationVectors(): OrganizationVectors {
  return { blocks: [], free: [], byDocument: new Map(), audiences: new Map() }
}

function blockOf({ blocks }: OrganizationVectors, slot: number): VectorBlock {
  return blocks[Math.floor(slot / blockSize)] as VectorBlock
}

function audienceIndex(vectors: OrganizationVectors, audienceId: number): number {
  const index = vectors.audiences.get(audienceId) ?? vectors.audiences.size + 1
  vectors.audiences.set(audienceId, index)
  return index
}
