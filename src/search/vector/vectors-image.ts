import { createAudienceIdLookup } from '../sync/audience-ids.ts'
import { audienceIndex, blockOf, blockSize, type OrganizationVectors, type VectorMemory } from './vector-memory.ts'
import { createVectorsFrame, type VectorsFrame } from './vectors-frame.ts'

/** Exporting a frame takes some milliseconds, in which no search runs. A multiple of the size of a block. */
const passagesPerFrame = 8 * blockSize

/** Yields the passages of an organization for an image. */
export function* packFrames(
  memory: VectorMemory,
  frameOf: Pick<VectorsFrame, 'organizationId' | 'dimensions'>,
  vectors: OrganizationVectors,
): Generator<VectorsFrame> {
  let slots: number[] = []
  for (let slot = 0; slot < vectors.blocks.length * blockSize; slot++) {
    if (memory.audiencesOf(blockOf(vectors, slot))[slot % blockSize] !== 0) slots.push(slot)
    if (slots.length < passagesPerFrame) continue
    yield packFrame(memory, frameOf, vectors, slots)
    slots = []
  }
  if (slots.length > 0) yield packFrame(memory, frameOf, vectors, slots)
}

function packFrame(
  memory: VectorMemory,
  frameOf: Pick<VectorsFrame, 'organizationId' | 'dimensions'>,
  vectors: OrganizationVectors,
  slots: readonly number[],
): VectorsFrame {
  const { codeLength, lowSize } = memory
  const frame = createVectorsFrame(frameOf, { count: slots.length, codeLength, lowSize })
  const audienceIdOf = createAudienceIdLookup(vectors.audiences)
  for (const [at, slot] of slots.entries()) {
    const block = blockOf(vectors, slot)
    const within = slot % blockSize
    const { high, low } = memory.codeAt(vectors, slot)
    frame.keys[at] = block.keys[within] as number
    frame.documentKeys[at] = block.documents[within] as number
    frame.audienceIds[at] = audienceIdOf(memory.audiencesOf(block)[within] as number)
    frame.scales[at] = memory.scalesOf(block)[within] as number
    frame.codes.set(high, at * codeLength)
    frame.lowBits.set(low, at * lowSize)
  }
  return frame
}

/** Adds the passages of a frame. Only the last one of an organization has fewer passages than its blocks have slots. */
export function unpackFrame(memory: VectorMemory, vectors: OrganizationVectors, frame: VectorsFrame): void {
  const { codeLength, lowSize } = memory
  for (let from = 0; from < frame.keys.length; from += blockSize) {
    const end = Math.min(from + blockSize, frame.keys.length)
    const block = memory.addBlock(vectors, end - from)
    block.keys.set(frame.keys.subarray(from, end))
    block.documents.set(frame.documentKeys.subarray(from, end))
    memory.scalesOf(block).set(frame.scales.subarray(from, end))
    memory.codesOf(block).set(frame.codes.subarray(from * codeLength, end * codeLength))
    memory.lowBitsOf(block).set(frame.lowBits.subarray(from * lowSize, end * lowSize))
    const audiences = memory.audiencesOf(block)
    for (let at = from; at < end; at++) audiences[at - from] = audienceIndex(vectors, frame.audienceIds[at] as number)
  }
}

/** Returns the document of every slot in use, once all frames are unpacked: only the last slots are free then. */
export function documentKeysOf({ blocks, free }: OrganizationVectors): Float64Array {
  const keys = new Float64Array(blocks.length * blockSize)
  for (const [at, { documents }] of blocks.entries()) keys.set(documents, at * blockSize)
  return keys.subarray(0, keys.length - free.length)
}
