import { loadKernel } from '../load-kernel.ts'
import type { PassageGroup, VectorHit } from '../passage-candidate.ts'
import { addToTopK, createTopK, topKIds } from '../top-k.ts'
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

/** The coded vectors of a document's passages: `keys[i]` is seen by `audienceIds[i]` and has the i-th fine code. */
export interface DocumentVectors {
  organizationId: string
  documentKey: number
  keys: readonly number[]
  audienceIds: readonly number[]
  codes: Uint8Array
}

export interface NearestQuery {
  organizationId: string
  vector: Float32Array
  audienceIds: readonly number[]
  /** Only passages of these documents. */
  documentKeys?: readonly number[]
  limit: number
}

export interface NearestResult {
  /** Nearest first. */
  hits: VectorHit[]
  /** How many of all the store's passages were in question: 0 to 1. */
  visibleShare: number
}

export interface SimilarityQuery {
  organizationId: string
  vector: Float32Array
  groups: readonly PassageGroup[]
}

export interface FlatVectorIndex {
  /** In place of what was held of the document; without keys it is forgotten. */
  put(vectors: DocumentVectors): void
  nearest(query: NearestQuery): NearestResult
  /** How near the middle of each group is to the question; not a number where nothing of it is held. */
  similarities(query: SimilarityQuery): Float32Array
  readonly bytes: number
}

const blockSize = 256
const pageSize = 65_536
const initialAudienceCapacity = 4096
/** The nearest are looked for by rough codes of both sides; among so many times as many as are wanted all bits count. */
const rescoreFactor = 1.5

/**
 * All vectors of a store, twelve bits a number, in one WebAssembly memory: blocks of 256 passages, each of one
 * organization. A question is compared with every passage that its asker may see, by the first eight bits, and with the
 * nearest of them by all twelve: exact but for the coding, which keeps 999 of the best 1,000 (see docs/quality.md).
 */
export function createFlatVectorIndex(dimensions: number): FlatVectorIndex {
  const length = Math.ceil(dimensions / 64) * 64
  const size = int12SizeBytes(dimensions)
  const last = lowBitsSizeBytes(dimensions)
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

  function addBlock(held: OrganizationVectors): void {
    const start = reserve(blockSize * (length + 8 + last))
    held.blocks.push({
      codes: start,
      audiences: start + blockSize * length,
      scales: start + blockSize * (length + 4),
      lowBits: start + blockSize * (length + 8),
      keys: new Float64Array(blockSize),
      documents: new Float64Array(blockSize),
    })
    const first = (held.blocks.length - 1) * blockSize
    for (let slot = blockSize - 1; slot >= 0; slot--) held.free.push(first + slot)
  }

  function showAudiences(held: OrganizationVectors, audienceIds: readonly number[]): void {
    const needed = held.audiences.size + 1
    if (needed > visible.size) visible = { start: reserve(needed * 2), size: needed * 2 }
    const bytes = new Uint8Array(kernel.memory.buffer, visible.start, needed)
    bytes.fill(0)
    for (const id of audienceIds) {
      const index = held.audiences.get(id)
      if (index !== undefined) bytes[index] = 1
    }
  }

  function showQuery(vector: Float32Array): void {
    new Int8Array(kernel.memory.buffer, query, dimensions).set(quantizeInt8(vector))
  }

  const codeAt = (held: OrganizationVectors, slot: number): Int12Vector => {
    const { codes, lowBits } = blockOf(held, slot)
    const within = slot % blockSize
    const { buffer } = kernel.memory
    return {
      high: new Int8Array(buffer, codes + within * length, dimensions),
      low: new Int8Array(buffer, lowBits + within * last, last),
    }
  }
  const audiencesOf = ({ audiences }: VectorBlock) =>
    new Int32Array(kernel.memory.buffer, audiences, blockSize)

  function countSeen(held: OrganizationVectors, documentKeys: readonly number[]): number {
    const seen = new Uint8Array(kernel.memory.buffer, visible.start, visible.size)
    let count = 0
    for (const key of documentKeys)
      for (const slot of held.byDocument.get(key) ?? [])
        count += seen[audiencesOf(blockOf(held, slot))[slot % blockSize] as number] as number
    return count
  }

  const slotOf = (held: OrganizationVectors, documentKey: number, key: number): number | undefined =>
    held.byDocument.get(documentKey)?.find((slot) => blockOf(held, slot).keys[slot % blockSize] === key)

  function forget(held: OrganizationVectors, documentKey: number): void {
    for (const slot of held.byDocument.get(documentKey) ?? []) {
      audiencesOf(blockOf(held, slot))[slot % blockSize] = 0
      held.free.push(slot)
    }
    held.byDocument.delete(documentKey)
  }

  const heldInAll = () => {
    let passages = 0
    for (const { blocks, free } of organizations.values()) passages += blocks.length * blockSize - free.length
    return passages
  }

  return {
    put({ organizationId, documentKey, keys, audienceIds, codes }) {
      const held = organizations.get(organizationId) ?? createOrganizationVectors()
      organizations.set(organizationId, held)
      forget(held, documentKey)
      if (keys.length === 0) return
      const numbers = new Int8Array(codes.buffer, codes.byteOffset, codes.byteLength)
      const slots = keys.map((key, index) => {
        if (held.free.length === 0) addBlock(held)
        const slot = held.free.pop() as number
        const block = blockOf(held, slot)
        const within = slot % blockSize
        const code = splitInt12(numbers.subarray(index * size, (index + 1) * size), dimensions)
        const place = codeAt(held, slot)
        place.high.set(code.high)
        place.low.set(code.low)
        audiencesOf(block)[within] = audienceIndex(held, audienceIds[index] as number)
        block.keys[within] = key
        block.documents[within] = documentKey
        new Float32Array(kernel.memory.buffer, block.scales, blockSize)[within] =
          1 / (vectorNorm(code.high) || 1)
        return slot
      })
      held.byDocument.set(documentKey, Int32Array.from(slots))
    },

    nearest({ organizationId, vector, audienceIds, documentKeys, limit }) {
      const held = organizations.get(organizationId)
      if (!held || vector.length !== dimensions || limit <= 0) return { hits: [], visibleShare: 0 }
      showAudiences(held, audienceIds)
      showQuery(vector)
      const within = documentKeys && new Set(documentKeys)
      const keyAt = (slot: number) => blockOf(held, slot).keys[slot % blockSize] as number
      const best = createTopK(Math.ceil(limit * rescoreFactor))
      let least = Number.NEGATIVE_INFINITY
      kernel.compared.value = 0
      const slots = new Int32Array(kernel.memory.buffer, out, blockSize * 2)
      const scores = new Float32Array(kernel.memory.buffer, out, blockSize * 2)
      for (let first = 0; first < held.blocks.length * blockSize; first += blockSize) {
        const { codes, audiences, scales, keys, documents } = blockOf(held, first)
        const end = kernel.scan(codes, audiences, scales, blockSize, visible.start, query, length, least, out)
        for (let at = 0; at < (end - out) / 4; at += 2) {
          const slot = slots[at] as number
          const score = scores[at + 1] as number
          if (score < least || (within && !within.has(documents[slot] as number))) continue
          const needed = addToTopK(best, first + slot, score, keys[slot] as number)
          if (best.count === best.ids.length) least = needed
        }
      }
      const hits = topKIds(best)
        .map((slot) => ({
          chunkKey: keyAt(slot),
          documentKey: blockOf(held, slot).documents[slot % blockSize] as number,
          similarity: cosineToInt12(vector, codeAt(held, slot)),
        }))
        .sort((one, other) => other.similarity - one.similarity || one.chunkKey - other.chunkKey)
        .slice(0, limit)
      const compared = documentKeys ? countSeen(held, documentKeys) : kernel.compared.value
      return { hits, visibleShare: compared / heldInAll() }
    },

    similarities({ organizationId, vector, groups }) {
      const held = organizations.get(organizationId)
      return Float32Array.from(groups, ({ documentKey, chunkKeys }) => {
        const codes = chunkKeys.flatMap((key) => {
          const slot = held && slotOf(held, documentKey, key)
          return slot === undefined ? [] : codeAt(held as OrganizationVectors, slot)
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
    least: number,
    out: number,
  ): number
}

/** Where a block lies in the memory, and what is not needed there. */
interface VectorBlock {
  codes: number
  audiences: number
  /** One divided by each code's length. */
  scales: number
  lowBits: number
  keys: Float64Array
  documents: Float64Array
}

interface OrganizationVectors {
  blocks: VectorBlock[]
  free: number[]
  byDocument: Map<number, Int32Array>
  /** Audiences by their small numbers; 0 stands for none, and is never seen. */
  audiences: Map<number, number>
}

function createOrganizationVectors(): OrganizationVectors {
  return { blocks: [], free: [], byDocument: new Map(), audiences: new Map() }
}

function blockOf({ blocks }: OrganizationVectors, slot: number): VectorBlock {
  return blocks[Math.floor(slot / blockSize)] as VectorBlock
}

function audienceIndex(held: OrganizationVectors, audienceId: number): number {
  const index = held.audiences.get(audienceId) ?? held.audiences.size + 1
  held.audiences.set(audienceId, index)
  return index
}
