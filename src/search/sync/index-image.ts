import { randomUUID } from 'node:crypto'
import { mkdir, statfs } from 'node:fs/promises'
import type { Database } from '../../storage/database.ts'
import type { LogPosition } from './change-log.ts'
import { createImageFile } from './image-file.ts'
import type { ImagePorts } from './image-requests.ts'
import { commitImageToken, deleteImageToken, hasImageToken, isLogComplete } from './image-token.ts'

/** A copy of an in-memory index on disk, from which a start loads it. */
export interface IndexImage {
  /** Fills an empty index. Returns the position to continue from; undefined without a usable image, which is removed then. */
  load(index: ImagePorts): Promise<{ position: LogPosition; bytes: number } | undefined>
  /** Tells, once the changes since the image are read, whether none of them had been deleted from the log before. */
  hadAllChanges(): Promise<boolean>
  /** Records what was applied to the index since it was loaded. Removes the image if it has anything that is gone. */
  recordChanges(changes: { documents: number; hasRemoved: boolean }): Promise<void>
  /** Tells whether an index of this size has an image; smaller ones are loaded from the database in a second. */
  isNeeded(bytes: number): boolean
  /** Writes an image if it is time for one. */
  update(index: ImagePorts, state: IndexState): Promise<void>
  /** The same before the process ends, within a few seconds or not at all. */
  updateBeforeExit(index: ImagePorts, state: IndexState): Promise<void>
  remove(): Promise<void>
}

/** The state of an index that has all changes up to a position. */
interface IndexState {
  position: LogPosition
  at: number
  bytes: number
}

const defaultMinBytes = 8 * 2 ** 20
/** An image is written this often at most: the pause grows with its size. */
const minPauseMs = 10 * 60_000
const pauseMsPerMegabyte = 4000
/** Changes since the image are applied after it is loaded; with more than this many it is written again. */
const maxChangedDocuments = 2000
/** The change log reaches back for a day. */
const maxAgeMs = 6 * 3600_000
const maxExitMs = 3000

export function createIndexImage({
  database,
  directory,
  name,
  scope,
  minBytes = defaultMinBytes,
  now,
  onRejected,
  onError,
}: {
  database: Database
  directory: string
  name: string
  /** Tells indexes with the same name apart, such as those of two embedding models. */
  scope: string
  minBytes?: number | undefined
  now: () => Date
  /** Called when there is an image that can't be used. */
  onRejected: (reason: unknown) => void
  onError: (error: unknown) => void
}): IndexImage {
  const file = createImageFile(directory, name, scope)
  /** The image on disk, as far as this process has written or read it. */
  let current: { token: string; at: number; changedDocuments: number } | undefined
  let loadedAt: number | undefined
  let triedAt: number | undefined
  let removals = 0

  async function remove(): Promise<void> {
    const token = current?.token
    current = undefined
    await file.remove()
    if (token) await deleteImageToken(database, token).catch(onError)
  }

  async function write(index: ImagePorts, { position, at, bytes }: IndexState, maxMs = Number.POSITIVE_INFINITY) {
    const startedAt = now().getTime()
    triedAt = startedAt
    const removalsBefore = removals
    const previous = current?.token
    const token = randomUUID()
    async function* framesInTime(): AsyncGenerator<Uint8Array> {
      for await (const frame of index.exportFrames()) {
        if (removals !== removalsBefore || now().getTime() - startedAt > maxMs) throw new AbandonedImageError()
        yield frame
      }
    }
    try {
      await requireDiskSpace(directory, bytes)
      const header = { token, snapshot: position.snapshot, at }
      await file.write(header, framesInTime(), () => commitImageToken(database, token, position))
      current = { token, at, changedDocuments: 0 }
      if (removals !== removalsBefore) await remove()
      if (previous) await deleteImageToken(database, previous)
    } catch (error) {
      if (!(error instanceof AbandonedImageError)) onError(error)
    }
  }

  const isDue = ({ bytes }: IndexState): boolean => {
    if (current) return current.changedDocuments > maxChangedDocuments || now().getTime() - current.at > maxAgeMs
    const pauseMs = Math.max(minPauseMs, (bytes / 2 ** 20) * pauseMsPerMegabyte)
    return triedAt === undefined || now().getTime() - triedAt > pauseMs
  }

  return {
    async load(index) {
      let bytes = 0
      let wasFound = false
      try {
        const header = await file.read(
          async (found) => {
            wasFound = true
            return (await hasImageToken(database, found.token)) && isLogComplete(database, found.at)
          },
          async (frames) => {
            bytes = await index.importFrames(frames)
          },
        )
        if (header) {
          current = { token: header.token, at: header.at, changedDocuments: 0 }
          loadedAt = header.at
          return { position: { snapshot: header.snapshot, server: '' }, bytes }
        }
        if (wasFound)
          onRejected(new Error('The database has no such state in its history, or no longer all changes since.'))
      } catch (error) {
        onRejected(error)
      }
      await remove().catch(onError)
      return undefined
    },
    hadAllChanges: async () => loadedAt !== undefined && isLogComplete(database, loadedAt),
    async recordChanges({ documents, hasRemoved }) {
      if (current) current.changedDocuments += documents
      if (!hasRemoved) return
      removals += 1
      if (current) await remove().catch(onError)
    },
    isNeeded: (bytes) => bytes >= minBytes,
    async update(index, state) {
      if (state.bytes >= minBytes && isDue(state)) await write(index, state)
    },
    async updateBeforeExit(index, state) {
      if (!current || isDue(state)) await write(index, state, maxExitMs)
    },
    remove,
  }
}

/** The disk is shared with the database, which stops when it is full. */
async function requireDiskSpace(directory: string, bytes: number): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(directory)
  if (bavail * bsize < 2 * bytes + reservedDiskBytes)
    throw new Error('There is too little space on the disk for an image of an index in memory.')
}

const reservedDiskBytes = 2 ** 29

/** Writing has taken too long, or something that is in the image has been deleted meanwhile. */
class AbandonedImageError extends Error {}
