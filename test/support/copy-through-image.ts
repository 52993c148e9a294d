import { decodeFrame, encodeFrame, type FrameContents } from '../../src/search/sync/image-frame.ts'
import type { FrameImport } from '../../src/search/sync/image-requests.ts'

/** Exports an index and imports it into another one, as an image does. Calls back after each frame; returns all bytes. */
export function copyThroughImage<Frame extends object>(
  from: { exportFrames(): Iterator<Frame> },
  into: { startImport(): FrameImport<Frame> },
  afterFrame: (count: number) => void = () => {},
): Buffer {
  const frames: Uint8Array<ArrayBuffer>[] = []
  const exported = from.exportFrames()
  for (let next = exported.next(); !next.done; next = exported.next()) {
    frames.push(encodeFrame(next.value as FrameContents))
    afterFrame(frames.length)
  }
  const { add, finish } = into.startImport()
  for (const frame of frames) add(decodeFrame(frame) as Frame)
  finish()
  return Buffer.concat(frames)
}
