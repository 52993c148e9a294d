import { type FileHandle, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '../../storage/durable-file.ts'
import { decodeFrame, encodeFrame, frameHeadSize, frameLength } from './image-frame.ts'

/** Version of the layout of images; another one is not read. */
const imageFormat = 1
/** No frame is nearly as long: a longer one is damage. */
const maxFrameBytes = 2 ** 28

/** What an image is a copy of. */
export interface ImageHeader {
  /** Names the row of the database that proves that its history contains this state. */
  token: string
  /** Of the change log, to continue from. */
  snapshot: string
  /** The time of that position, in milliseconds. */
  at: number
}

/** The file is damaged, cut off or of another format. */
export class DamagedImageError extends Error {
  override readonly name = 'DamagedImageError'
}

/** A file with a copy of an in-memory index, readable only by its owner. */
export interface ImageFile {
  /** Calls back with every frame; returns undefined without a file, and rejects with a `DamagedImageError`. */
  read(
    accept: (header: ImageHeader) => Promise<boolean>,
    onFrame: (frame: Uint8Array<ArrayBuffer>) => Promise<void>,
  ): Promise<ImageHeader | undefined>
  /** Replaces the file, all or nothing. `commit` runs when all frames are written, before the file gets its name. */
  write(header: ImageHeader, frames: AsyncIterable<Uint8Array>, commit: () => Promise<void>): Promise<void>
  remove(): Promise<void>
}

/** `scope` tells indexes with the same name apart, such as those of two embedding models. */
export function createImageFile(directory: string, name: string, scope: string): ImageFile {
  const path = join(directory, `${name}.image`)
  return {
    async read(accept, onFrame) {
      const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (!handle) return undefined
      try {
        const header = decodeHead(await readFrame(handle), scope)
        if (!(await accept(header))) return undefined
        for (let count = 0; ; count++) {
          const frame = await readFrame(handle)
          if (frame.length > maxEndBytes) {
            await onFrame(frame)
            continue
          }
          const end = decodeFrame(frame)
          if (end && 'frames' in end && end.frames === count) return header
          throw new DamagedImageError('The image does not end as it should.')
        }
      } finally {
        await handle.close()
      }
    },
    async write(header, frames, commit) {
      await writeDurably(path, async (partialPath) => {
        const handle = await open(partialPath, 'wx', 0o600)
        try {
          await handle.writeFile(encodeFrame({ format: imageFormat, scope, ...header }))
          let count = 0
          for await (const frame of frames) {
            await handle.writeFile(frame)
            count += 1
          }
          await commit()
          await handle.writeFile(encodeFrame({ frames: count }))
        } finally {
          await handle.close()
        }
      })
    },
    async remove() {
      const left = await readdir(directory).catch(() => [])
      for (const file of left) if (file.startsWith(`${name}.image`)) await rm(join(directory, file), { force: true })
    },
  }
}

/** The last frame, with the number of the others, is shorter than this; a frame with passages is longer. */
const maxEndBytes = 64

function decodeHead(frame: Uint8Array, scope: string): ImageHeader {
  const head = decodeFrame(frame) as (Partial<ImageHeader> & { format?: number; scope?: string }) | undefined
  if (head?.format !== imageFormat || head.scope !== scope)
    throw new DamagedImageError('The image has another format or is of another index.')
  const { token, snapshot, at } = head
  if (typeof token !== 'string' || typeof snapshot !== 'string' || typeof at !== 'number')
    throw new DamagedImageError('The head of the image is incomplete.')
  return { token, snapshot, at }
}

async function readFrame(handle: FileHandle): Promise<Uint8Array<ArrayBuffer>> {
  const head = await readBytes(handle, frameHeadSize)
  const length = frameLength(head)
  if (length > maxFrameBytes) throw new DamagedImageError('The image has a frame of an impossible length.')
  const frame = new Uint8Array(frameHeadSize + length)
  frame.set(head)
  frame.set(await readBytes(handle, length), frameHeadSize)
  return frame
}

async function readBytes(handle: FileHandle, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; ) {
    const { bytesRead } = await handle.read(bytes, at, length - at)
    if (bytesRead === 0) throw new DamagedImageError('The image is cut off.')
    at += bytesRead
  }
  return bytes
}
