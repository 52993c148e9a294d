import { type DocumentPassages, passagesOf } from '../document-passages.ts'
import { loadKernel } from '../load-kernel.ts'
import { dotKernel } from './kernel/dot-kernel.ts'
import { type Int12Vector, lowBitsSizeBytes } from './vector-quantization.ts'

/** Passages per block. A slot is the number of a passage's place: block times this, plus the place within the block. */
export const blockSize = 256
const pageSize = 65_536

export interface OrganizationVectors {
  blocks: VectorBlock[]
  /** Slots without a passage. */
  free: number[]
  /** Slots. */
  byDocument: DocumentPassages
  /** Audience id → index; index 0 marks a free slot, which nobody can see. */
  audiences: Map<number, number>
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

export type VectorMemory = ReturnType<typeof createVectorMemory>

/**
 * Creates one WebAssembly memory for the vectors of all organizations. It only grows. Views on it are good until the next
 * `reserve` or `addBlock`, which can replace its buffer.
 */
export function createVectorMemory(dimensions: number) {
  /** Of the high bytes of a code; the kernel reads 64 at a time. */
  const codeLength = Math.ceil(dimensions / 64) * 64
  const lowSize = lowBitsSizeBytes(dimensions)
  const kernel = loadKernel<DotKernel>(dotKernel)
  const { memory } = kernel
  let end = 0

  /** Returns the address of that many bytes. */
  function reserve(bytes: number): number {
    const start = end
    end += Math.ceil(bytes / 16) * 16
    const missing = end - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.max(Math.ceil(missing / pageSize), 16))
    return start
  }

  return {
    kernel,
    codeLength,
    lowSize,
    reserve,
    /** Adds a block whose first slots are in use. */
    addBlock(vectors: OrganizationVectors, usedCount = 0): VectorBlock {
      const start = reserve(blockSize * (codeLength + 8 + lowSize))
      const block = {
        codes: start,
        audiences: start + blockSize * codeLength,
        scales: start + blockSize * (codeLength + 4),
        lowBits: start + blockSize * (codeLength + 8),
        keys: new Float64Array(blockSize),
        documents: new Float64Array(blockSize),
      }
      const first = vectors.blocks.push(block) * blockSize - blockSize
      for (let slot = blockSize - 1; slot >= usedCount; slot--) vectors.free.push(first + slot)
      return block
    },
    codeAt(vectors: OrganizationVectors, slot: number): Int12Vector {
      const { codes, lowBits } = blockOf(vectors, slot)
      const within = slot % blockSize
      return {
        high: new Int8Array(memory.buffer, codes + within * codeLength, dimensions),
        low: new Int8Array(memory.buffer, lowBits + within * lowSize, lowSize),
      }
    },
    /** The codes with their padding. */
    codesOf: ({ codes }: VectorBlock) => new Int8Array(memory.buffer, codes, blockSize * codeLength),
    lowBitsOf: ({ lowBits }: VectorBlock) => new Int8Array(memory.buffer, lowBits, blockSize * lowSize),
    audiencesOf: ({ audiences }: VectorBlock) => new Int32Array(memory.buffer, audiences, blockSize),
    scalesOf: ({ scales }: VectorBlock) => new Float32Array(memory.buffer, scales, blockSize),
    get bytes() {
      return memory.buffer.byteLength
    },
  }
}

export function createOrganizationVectors(): OrganizationVectors {
  return { blocks: [], free: [], byDocument: new Map(), audiences: new Map() }
}

export function blockOf({ blocks }: OrganizationVectors, slot: number): VectorBlock {
  return blocks[Math.floor(slot / blockSize)] as VectorBlock
}

export function slotsOf({ byDocument }: OrganizationVectors, documentKey: number): number[] {
  return Array.from(passagesOf(byDocument, documentKey))
}

/** Returns the index of an audience; a new one for an audience that no passage has had. */
export function audienceIndex(vectors: OrganizationVectors, audienceId: number): number {
  const index = vectors.audiences.get(audienceId) ?? vectors.audiences.size + 1
  vectors.audiences.set(audienceId, index)
  return index
}
