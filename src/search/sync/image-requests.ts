import { DamagedImageError, type ImageFrames, readFrames } from './image-file.ts'
import { encodeFrame, type FrameContents } from './image-frame.ts'
import type { WorkerClient } from './worker-client.ts'

/** Requests to the thread of an index for its image: the next frame, or the first one; or to add all frames of an image. */
export type ImageRequest = { exportFrame: 'first' | 'next' } | { importFrames: ImageFrames }

export type ImageReply =
  /** Undefined after the last frame. */
  { frame: Uint8Array<ArrayBuffer> | undefined } | ImportReply

interface ImportReply {
  bytes: number
  /** The reason why the image can't be used. */
  damage: string | undefined
}

/** The part of an index that reads and fills it from an image. */
export interface ImagePorts {
  /** Yields the frames of an image of the index; searches and changes run in between. */
  exportFrames(): AsyncIterable<Uint8Array>
  /** Fills an empty index. Returns its size; rejects with a `DamagedImageError`. */
  importFrames(frames: ImageFrames): Promise<number>
}

/** Adds the frames of an image to an empty index in their order. */
export interface FrameImport<Frame> {
  add(frame: Frame): void
  /** Called after the last frame. */
  finish(): void
}

/**
 * Handles the requests in the thread of the index: exports one frame each, so that searches wait for a few milliseconds at
 * most, and imports all at once, because nothing is searched before.
 */
export function createImageRequestHandler<Frame extends object>({
  exportFrames,
  startImport,
}: {
  exportFrames: () => Iterator<Frame>
  startImport: () => FrameImport<Frame>
}): (request: ImageRequest, bytes: () => number) => { reply: ImageReply; transfer: ArrayBuffer[] } {
  let exported: Iterator<Frame> | undefined
  return (request, bytes) => {
    if ('importFrames' in request) {
      const damage = importFrames(request.importFrames, startImport())
      return { reply: { bytes: bytes(), damage }, transfer: [] }
    }
    if (request.exportFrame === 'first' || !exported) exported = exportFrames()
    const { value, done } = exported.next()
    if (done) exported = undefined
    const frame = done ? undefined : encodeFrame(value as FrameContents)
    return { reply: { frame }, transfer: frame ? [frame.buffer] : [] }
  }
}

/** Returns the reason why the image can't be used. */
function importFrames<Frame>(frames: ImageFrames, { add, finish }: FrameImport<Frame>): string | undefined {
  try {
    // Written by this program: the checksum is right, and so are format and scope.
    for (const frame of readFrames(frames)) add(frame as Frame)
    finish()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
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
    async importFrames(frames) {
      worker.start()
      const { bytes, damage } = await worker.request<ImportReply>({ importFrames: frames })
      if (damage !== undefined) throw new DamagedImageError(damage)
      return bytes
    },
  }
}
