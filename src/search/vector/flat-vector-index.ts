import { type DocumentPassages, groupByDocument, passagesOf, setPassages } from '../document-passages.ts'
import { loadKernel } from '../load-kernel.ts'
import type { PassageGroup, VectorHit } from '../passage-candidate.ts'
import { createAudienceIdLookup } from '../sync/audience-ids.ts'
import type { FrameImport } from '../sync/image-requests.ts'
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
import { createVectorsFrame, type VectorsFrame } from './vectors-frame.ts'

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

const blockSize = 256
/** Exporting a frame takes some milliseconds, in which no search runs. A multiple of the size of a block. */
const passagesPerFrame = 8 * blockSize
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

  /** Adds a block whose first slots are in use. */
  function addBlock(vectors: OrganizationVectors, usedCount = 0): VectorBlock {
    const start = reserve(blockSize * (length + 8 + lowSize))
    const block = {
      codes: start,
      audiences: start + blockSize * length,
      scales: start + blockSize * (length + 4),
      lowBits: start + blockSize * (length + 8),
      keys: new Float64Array(blockSize),
      documents: new Float64Array(blockSize),
    }
    const first = vectors.blocks.push(block) * blockSize - blockSize
    for (let slot = blockSize - 1; slot >= usedCount; slot--) vectors.free.push(first + slot)
    return block
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
  const scalesOf = ({ scales }: VectorBlock) => new Float32Array(kernel.memory.buffer, scales, blockSize)
  const audienceIndexAt = (vectors: OrganizationVectors, slot: number) =>
    audiencesOf(blockOf(vectors, slot))[slot % blockSize] as number

  function countVisible(vectors: OrganizationVectors, documentKeys: readonly number[]): number {
    const isVisible = new Uint8Array(kernel.memory.buffer, visible.start, visible.size)
    let count = 0
    for (const key of documentKeys)
      for (const slot of slotsOf(vectors, key)) count += isVisible[audienceIndexAt(vectors, slot)] as number
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

  function packFrame(organizationId: string, vectors: OrganizationVectors, slots: readonly number[]): VectorsFrame {
    const frame = createVectorsFrame(
      { organizationId, dimensions },
      { count: slots.length, codeLength: length, lowSize },
    )
    const audienceIdOf = createAudienceIdLookup(vectors.audiences)
    for (const [at, slot] of slots.entries()) {
      const block = blockOf(vectors, slot)
      const within = slot % blockSize
      const { high, low } = codeAt(vectors, slot)
      frame.keys[at] = block.keys[within] as number
      frame.documentKeys[at] = block.documents[within] as number
      frame.audienceIds[at] = audienceIdOf(audienceIndexAt(vectors, slot))
      frame.scales[at] = scalesOf(block)[within] as number
      frame.codes.set(high, at * length)
      frame.lowBits.set(low, at * lowSize)
    }
    return frame
  }

  function* packFrames(organizationId: string, vectors: OrganizationVectors): Generator<VectorsFrame> {
    let slots: number[] = []
    for (let slot = 0; slot < vectors.blocks.length * blockSize; slot++) {
      if (audienceIndexAt(vectors, slot) !== 0) slots.push(slot)
      if (slots.length < passagesPerFrame) continue
      yield packFrame(organizationId, vectors, slots)
      slots = []
    }
    if (slots.length > 0) yield packFrame(organizationId, vectors, slots)
  }

  /** Only the last frame of an organization has fewer passages than its blocks have slots. */
  function unpackFrame(vectors: OrganizationVectors, frame: VectorsFrame): void {
    for (let from = 0; from < frame.keys.length; from += blockSize) {
      const end = Math.min(from + blockSize, frame.keys.length)
      const block = addBlock(vectors, end - from)
      const { buffer } = kernel.memory
      block.keys.set(frame.keys.subarray(from, end))
      block.documents.set(frame.documentKeys.subarray(from, end))
      scalesOf(block).set(frame.scales.subarray(from, end))
      new Int8Array(buffer, block.codes).set(frame.codes.subarray(from * length, end * length))
      new Int8Array(buffer, block.lowBits).set(frame.lowBits.subarray(from * lowSize, end * lowSize))
      const audiences = audiencesOf(block)
      for (let at = from; at < end; at++) audiences[at - from] = audienceIndex(vectors, frame.audienceIds[at] as number)
    }
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
        scalesOf(block)[within] = 1 / (vectorNorm(code.high) || 1)
        return slot
      })
      setPassages(vectors.byDocument, documentKey, slots)
      return hasRemoved
    },

    *exportFrames() {
      for (const [organizationId, vectors] of organizations) yield* packFrames(organizationId, vectors)
    },

    startImport: () => ({
      add(frame) {
        const vectors = organizations.get(frame.organizationId) ?? createOrganizationVectors()
        organizations.set(frame.organizationId, vectors)
        unpackFrame(vectors, frame)
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
  /** Slots. */
  byDocument: DocumentPassages
  /** Audience id → index; index 0 marks a free slot, which nobody can see. */
  audiences: Map<number, number>
}

function createOrganizationVectors(): OrganizationVectors {
  return { blocks: [], free: [], byDocument: new Map(), audiences: new Map() }
}

function blockOf({ blocks }: OrganizationVectors, slot: number): VectorBlock {
  return blocks[Math.floor(slot / blockSize)] as VectorBlock
}

function slotsOf({ byDocument }: OrganizationVectors, documentKey: number): number[] {
  return Array.from(passagesOf(byDocument, documentKey))
}

/** Returns the document of every slot in use, where only the last slots are free. */
function documentKeysOf({ blocks, free }: OrganizationVectors): Float64Array {
  const keys = new Float64Array(blocks.length * blockSize)
  for (const [at, { documents }] of blocks.entries()) keys.set(documents, at * blockSize)
  return keys.subarray(0, keys.length - free.length)
}

function audienceIndex(vectors: OrganizationVectors, audienceId: number): number {
  const index = vectors.audiences.get(audienceId) ?? vectors.audiences.size + 1
  vectors.audiences.set(audienceId, index)
  return index
}
