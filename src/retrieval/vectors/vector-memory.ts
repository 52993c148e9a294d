import { createBestFew } from '../best-few.ts'
import type { Place } from '../found-passage.ts'
import { dotKernel } from './kernel/dot-kernel.ts'
import { largest, lengthOf } from './vector-code.ts'

/** The coded vectors of a document's passages: `keys[i]` is seen by `audienceIds[i]` and has the i-th code. */
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

export interface Nearest {
  /** Nearest first. */
  places: Place[]
  /** How many of all the store's passages were in question: 0 to 1. */
  share: number
}

export interface VectorMemory {
  /** In place of what was held of the document; without keys it is forgotten. */
  put(vectors: DocumentVectors): void
  nearest(query: NearestQuery): Nearest
  /** The codes of passages, one behind the other; zeros for one that is not held. */
  codes(organizationId: string, passages: readonly { documentKey: number; key: number }[]): Uint8Array
  readonly bytes: number
}

const blockSize = 256
const pageSize = 65_536
const firstAudiences = 4096
const unseen = -(2 ** 31)

/**
 * All vectors of a store, eight bits a number, in one WebAssembly memory: blocks of 256 passages, each of one
 * organization. A question is compared with every passage that its asker may see: exact but for the coding, which
 * keeps 98 of the best 100 and more (see docs/quality.md).
 */
export function createVectorMemory(dimensions: number): VectorMemory {
  const length = Math.ceil(dimensions / 16) * 16
  const module = new WebAssembly.Module(Buffer.from(dotKernel, 'base64'))
  const kernel = new WebAssembly.Instance(module).exports
  let end = 0
  const reserve = (bytes: number): number => {
    const start = end
    end += Math.ceil(bytes / 16) * 16
    const missing = end - kernel.memory.buffer.byteLength
    if (missing > 0) kernel.memory.grow(Math.max(Math.ceil(missing / pageSize), 16))
    return start
  }
  const query = reserve(length * 2)
  const out = reserve(blockSize * 4)
  let visible = { start: reserve(firstAudiences), size: firstAudiences }
  const organizations = new Map<string, Held>()

  function addBlock(held: Held): void {
    const start = reserve(blockSize * (length + 4))
    held.blocks.push({
      codes: start,
      audiences: start + blockSize * length,
      keys: new Float64Array(blockSize),
      documents: new Float64Array(blockSize),
      scales: new Float32Array(blockSize),
    })
    const first = (held.blocks.length - 1) * blockSize
    for (let slot = blockSize - 1; slot >= 0; slot--) held.free.push(first + slot)
  }

  function showAudiences(held: Held, audienceIds: readonly number[]): void {
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
    let sum = 0
    for (const value of vector) sum += Math.abs(value)
    const scale = Math.min(32_767 / (largest(vector) || 1), (2 ** 31 - 1) / (128 * (sum || 1)))
    const numbers = new Int16Array(kernel.memory.buffer, query, length)
    numbers.fill(0)
    for (const [index, value] of vector.entries()) numbers[index] = Math.trunc(value * scale)
  }

  const codeAt = (held: Held, slot: number): Int8Array => {
    const block = held.blocks[Math.floor(slot / blockSize)] as Block
    return new Int8Array(kernel.memory.buffer, block.codes + (slot % blockSize) * length, dimensions)
  }

  function forget(held: Held, documentKey: number): void {
    for (const slot of held.byDocument.get(documentKey) ?? []) {
      const block = held.blocks[Math.floor(slot / blockSize)] as Block
      new Int32Array(kernel.memory.buffer, block.audiences, blockSize)[slot % blockSize] = 0
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
      const held = organizations.get(organizationId) ?? emptyHeld()
      organizations.set(organizationId, held)
      forget(held, documentKey)
      if (keys.length === 0) return
      const numbers = new Int8Array(codes.buffer, codes.byteOffset, codes.byteLength)
      const slots = keys.map((key, index) => {
        if (held.free.length === 0) addBlock(held)
        const slot = held.free.pop() as number
        const block = held.blocks[Math.floor(slot / blockSize)] as Block
        const within = slot % blockSize
        const code = numbers.subarray(index * dimensions, (index + 1) * dimensions)
        codeAt(held, slot).set(code)
        new Int32Array(kernel.memory.buffer, block.audiences, blockSize)[within] = audienceIndex(
          held,
          audienceIds[index] as number,
        )
        block.keys[within] = key
        block.documents[within] = documentKey
        block.scales[within] = 1 / (lengthOf(code) || 1)
        return slot
      })
      held.byDocument.set(documentKey, Int32Array.from(slots))
    },

    nearest({ organizationId, vector, audienceIds, documentKeys, limit }) {
      const held = organizations.get(organizationId)
      if (!held || vector.length !== dimensions || limit <= 0) return { places: [], share: 0 }
      showAudiences(held, audienceIds)
      showQuery(vector)
      const within = documentKeys && new Set(documentKeys)
      const best = createBestFew<{ key: number; documentKey: number }>(limit)
      let compared = 0
      const products = new Int32Array(kernel.memory.buffer, out, blockSize)
      for (const { codes, audiences, keys, documents, scales } of held.blocks) {
        kernel.scan(codes, audiences, blockSize, visible.start, query, length, out)
        for (let slot = 0; slot < blockSize; slot++) {
          const product = products[slot] as number
          if (product === unseen) continue
          if (within && !within.has(documents[slot] as number)) continue
          compared++
          const score = product * (scales[slot] as number)
          if (score < best.least) continue
          best.add({ key: keys[slot] as number, documentKey: documents[slot] as number }, score)
        }
      }
      const places = best.items().map(({ key, documentKey }) => ({ chunkKey: key, documentKey }))
      return { places, share: compared / heldInAll() }
    },

    codes(organizationId, passages) {
      const found = new Uint8Array(passages.length * dimensions)
      const held = organizations.get(organizationId)
      for (const [index, { documentKey, key }] of passages.entries()) {
        const slot = held?.byDocument
          .get(documentKey)
          ?.find((at) => held.blocks[Math.floor(at / blockSize)]?.keys[at % blockSize] === key)
        if (held && slot !== undefined) found.set(codeAt(held, slot), index * dimensions)
      }
      return found
    },

    get bytes() {
      return kernel.memory.buffer.byteLength
    },
  }
}

/** What is used of it, which neither ECMAScript's types nor Node's declare. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { exports: Kernel }
}

interface Kernel {
  memory: { buffer: ArrayBuffer; grow(pages: number): void }
  scan(
    codes: number,
    audiences: number,
    count: number,
    visible: number,
    query: number,
    length: number,
    out: number,
  ): void
}

/** Where a block lies in the memory, and what is not needed there. */
interface Block {
  codes: number
  audiences: number
  keys: Float64Array
  documents: Float64Array
  /** One divided by each code's length. */
  scales: Float32Array
}

interface Held {
  blocks: Block[]
  free: number[]
  byDocument: Map<number, Int32Array>
  /** Audiences by their small numbers; 0 stands for none, and is never seen. */
  audiences: Map<number, number>
}

function emptyHeld(): Held {
  return { blocks: [], free: [], byDocument: new Map(), audiences: new Map() }
}

function audienceIndex(held: Held, audienceId: number): number {
  const index = held.audiences.get(audienceId) ?? held.audiences.size + 1
  held.audiences.set(audienceId, index)
  return index
}
