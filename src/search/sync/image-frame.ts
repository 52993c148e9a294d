import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'

/** Length and checksum, which come before the contents of a frame. */
export const frameHeadSize = 8

/** Encodes a part of an index image, with its length and its checksum. */
export function encodeFrame(contents: object): Uint8Array<ArrayBuffer> {
  const payload = serialize(contents)
  const frame = new Uint8Array(frameHeadSize + payload.length)
  const head = new DataView(frame.buffer)
  head.setUint32(0, payload.length, true)
  head.setUint32(4, crc32(payload), true)
  frame.set(payload, frameHeadSize)
  return frame
}

/** Returns the length of the contents that a frame's head announces. */
export function frameLength(head: Uint8Array): number {
  return new DataView(head.buffer, head.byteOffset, frameHeadSize).getUint32(0, true)
}

/** Returns the contents; undefined if the frame is damaged. */
export function decodeFrame(frame: Uint8Array): object | undefined {
  if (frame.length < frameHeadSize) return undefined
  const payload = frame.subarray(frameHeadSize)
  const head = new DataView(frame.buffer, frame.byteOffset, frameHeadSize)
  if (head.getUint32(0, true) !== payload.length || head.getUint32(4, true) !== crc32(payload)) return undefined
  const contents: unknown = deserialize(payload)
  return typeof contents === 'object' && contents !== null ? contents : undefined
}
