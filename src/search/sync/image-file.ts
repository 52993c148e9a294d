import { readSync } from 'node:fs'
import { type FileHandle, open, readdir, rm } from 'node:fs/promises'
import { endianness } from 'node:os'
import { join } from 'node:path'
import { writeDurably } from '../../storage/durable-file.ts'
import { decodeFrame, encodeFrame, type FrameContents, frameHeadSize, frameLength } from './image-frame.ts'

/** Version of the layout of images; another one is not read. Numbers are stored as this processor has them in memory. */
const imageFormat = `2 ${endianness()}`
/** No frame is nearly as long: a longer one is damage. */
const maxFrameBytes = 2 ** 28
const maxHeadBytes = 2 ** 16

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

/** The frames of an image: an open file, which every thread of the process can read, and where they begin in it. */
export interface ImageFrames {
  fd: number
  start: number
}

/** A file with a copy of an in-memory index, readable only by its owner. */
export interface ImageFile {
  /** Calls back with the frames of an accepted image; returns undefined without one, and rejects with a `DamagedImageError`. */
  read(
    accept: (header: ImageHeader) => Promise<boolean>,
    importFrames: (frames: ImageFrames) => Promise<void>,
  ): Promise<ImageHeader | undefined>
  /** Replaces the file, all or nothing. `commit` runs when all frames are written, before the file gets its name. */
  write(header: ImageHeader, frames: AsyncIterable<Uint8Array>, commit: () => Promise<void>): Promise<void>
  remove(): Promise<void>
}

/** `scope` tells indexes with the same name apart, such as those of two embedding models. */
export function createImageFile(directory: string, name: string, scope: string): ImageFile {
  const path = join(directory, `${name}.image`)
  return {
    async read(accept, importFrames) {
      const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (!handle) return undefined
      try {
        const { frame, end } = readFrame(handle.fd, 0, maxHeadBytes)
        const header = decodeHead(frame, scope)
        if (!(await accept(header))) return undefined
        await importFrames({ fd: handle.fd, start: end })
        return header
      } finally {
        await handle.close()
      }
    },
    async write(header, frames, commit) {
      await writeDurably(path, async (partialPath) => {
        const handle = await open(partialPath, 'wx', 0o600)
        try {
          await writeFrames(handle, encodeFrame({ format: imageFormat, scope, ...header }), frames, commit)
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

async function writeFrames(
  handle: FileHandle,
  head: Uint8Array,
  frames: AsyncIterable<Uint8Array>,
  commit: () => Promise<void>,
): Promise<void> {
  await handle.writeFile(head)
  let count = 0
  for await (const frame of frames) {
    await handle.writeFile(frame)
    count += 1
  }
  await commit()
  await handle.writeFile(encodeFrame({ [frameCountName]: count }))
}

/** The only value of the last frame: the number of the others. */
const frameCountName = 'frames'

function decodeHead(frame: Uint8Array<ArrayBuffer>, scope: string): ImageHeader {
  const head = decodeFrame(frame)
  if (head?.format !== imageFormat || head.scope !== scope)
    throw new DamagedImageError('The image has another format or is of another index.')
  const { token, snapshot, at } = head
  if (typeof token !== 'string' || typeof snapshot !== 'string' || typeof at !== 'number')
    throw new DamagedImageError('The head of the image is incomplete.')
  return { token, snapshot, at }
}

/**
 * Yields the contents of every frame, in buffers of their own. Reads without yielding to the event loop: it is for the
 * thread of an index, which has nothing else to do before it is loaded. Throws a `DamagedImageError`.
 */
export function* readFrames({ fd, start }: ImageFrames): Generator<FrameContents> {
  for (let count = 0, position = start; ; count++) {
    const { frame, end } = readFrame(fd, position)
    const contents = decodeFrame(frame)
    if (!contents) throw new DamagedImageError('A part of the image is damaged.')
    if (frameCountName in contents) {
      if (contents[frameCountName] === count) return
      throw new DamagedImageError('The image does not end as it should.')
    }
    yield contents
    position = end
  }
}

function readFrame(
  fd: number,
  position: number,
  maxBytes = maxFrameBytes,
): { frame: Uint8Array<ArrayBuffer>; end: number } {
  const head = new Uint8Array(frameHeadSize)
  readBytes(fd, head, position)
  const length = frameLength(head)
  if (length > maxBytes) throw new DamagedImageError('The image has a frame of an impossible length.')
  const frame = new Uint8Array(frameHeadSize + length)
  frame.set(head)
  readBytes(fd, frame.subarray(frameHeadSize), position + frameHeadSize)
  return { frame, end: position + frame.length }
}

function readBytes(fd: number, into: Uint8Array, position: number): void {
  for (let at = 0; at < into.length; ) {
    const bytesRead = readSync(fd, into, at, into.length - at, position + at)
    if (bytesRead === 0) throw new DamagedImageError('The image is cut off.')
    at += bytesRead
  }
}
