import { DamagedImageError } from './image-file.ts'
import { decodeFrame, encodeFrame } from './image-frame.ts'
import type { WorkerClient } from './worker-client.ts'

/** Requests to the thread of an index for its image: the next frame, or the first one; or to add a frame of an image. */
export type ImageRequest = { exportFrame: 'first' | 'next' } | { importFrame: Uint8Array }

export type ImageReply =
  /** Undefined after the last frame. */
  { frame: Uint8Array<ArrayBuffer> | undefined } | { bytes: number; isDamaged: boolean }

/** The part of an index that reads and fills it from an image. */
export interface ImagePorts {
  /** Yields the frames of an image of the index; searches and changes run in between. */
  exportFrames(): AsyncIterable<Uint8Array>
  /** Adds a frame. Returns the size of the index; rejects with a `DamagedImageError`. */
  importFrame(frame: Uint8Array<ArrayBuffer>): Promise<number>
}

/** Handles the requests in the thread of the index, one frame each, so that searches wait for a few milliseconds at most. */
export function createImageRequestHandler<Frame extends object>({
  exportFrames,
  startImport,
}: {
  exportFrames: () => Iterator<Frame>
  startImport: () => (frame: Frame) => void
}): (request: ImageRequest, bytes: () => number) => { reply: ImageReply; transfer: ArrayBuffer[] } {
  let exported: Iterator<Frame> | undefined
  let addFrame: ((frame: Frame) => void) | undefined
  return (request, bytes) => {
    if ('importFrame' in request) {
      const frame = decodeFrame(request.importFrame)
      if (frame) {
        addFrame ??= startImport()
        // Written by this program: the checksum is right, and so are format and scope.
        addFrame(frame as Frame)
      }
      return { reply: { bytes: bytes(), isDamaged: frame === undefined }, transfer: [] }
    }
    addFrame = undefined
    if (request.exportFrame === 'first' || !exported) exported = exportFrames()
    const { value, done } = exported.next()
    if (done) exported = undefined
    const frame = done ? undefined : encodeFrame(value)
    return { reply: { frame }, transfer: frame ? [frame.buffer] : [] }
  }
}

export function createImageClient<Request, Reply>(
  worker: WorkerClient<Request | ImageRequest, Reply | ImageReply>,
): ImagePorts {
  return {
    async *exportFrames() {
      if (!worker.isStarted) return
      for (let which: 'first' | 'next' = 'first'; ; which = 'next') {
        const { frame } = await worker.request<{ frame: Uint8Array<ArrayBuffer> | undefined }>({ exportFrame: which })
        if (!frame) return
        yield frame
      }
    },
    async importFrame(frame) {
      worker.start()
      const { bytes, isDamaged } = await worker.request<{ bytes: number; isDamaged: boolean }>({ importFrame: frame })
      if (isDamaged) throw new DamagedImageError('A part of the image is damaged.')
      return bytes
    },
  }
}
