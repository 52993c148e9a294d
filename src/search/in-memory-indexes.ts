import type { Database } from '../storage/database.ts'
import { lexicalIndexSource } from './lexical/lexical-index-source.ts'
import type { LexicalSearcher } from './lexical/lexical-searcher.ts'
import { type ChangeLogTable, createChangeLog } from './sync/change-log.ts'
import { createInMemoryIndex, type InMemoryIndex } from './sync/in-memory-index.ts'
import { createIndexImage } from './sync/index-image.ts'
import { vectorIndexSource } from './vector/vector-index-source.ts'
import type { VectorSearcher } from './vector/vector-searcher.ts'

/** The in-memory indexes of a server over all passages of the store. */
export interface InMemoryIndexes {
  vector: InMemoryIndex<VectorSearcher> | undefined
  lexical: InMemoryIndex<LexicalSearcher> | undefined
  /** Resolves when every index is loaded or disabled. */
  load(): Promise<void>
  /** Starts to load the indexes; resolves to whether all of them came from images, once that is known. */
  restore(): Promise<boolean>
  /** Keeps images of the indexes on disk from now on: for a server, not for a single command. */
  enableImages(): Promise<void>
  /** Removes the images, on a node that has no use for them. */
  removeImages(): Promise<void>
  close(): Promise<void>
}

/** Deleted content is gone from the images after this time at most. */
const maintenanceIntervalMs = 60_000

export function createInMemoryIndexes({
  database,
  spaceId,
  maxBytes,
  waitForQueries = async () => {},
  imageDirectory,
  minImageBytes,
  now,
  onError,
  onTooLarge,
  onImageError = onError,
  onImageRejected = onError,
}: {
  database: Database
  /** Absent without an embedding model. */
  spaceId: number | undefined
  /** 0 disables an index. */
  maxBytes: { vectors: number; words: number }
  /** Awaited before every batch of a load. */
  waitForQueries?: () => Promise<void>
  /** Where images of the indexes are kept for the next start; undefined: nowhere. */
  imageDirectory?: string | undefined
  minImageBytes?: number
  now: () => Date
  onError: (error: unknown) => void
  /** Called when an index exceeds its limit and is disabled. */
  onTooLarge: (table: ChangeLogTable) => void
  /** Called when an image could not be written or removed. */
  onImageError?: (error: unknown) => void
  /** Called when an image is damaged or of another database, and everything is read from the database. */
  onImageRejected?: (reason: unknown) => void
}): InMemoryIndexes {
  const imageOf = (name: string, scope: string) =>
    imageDirectory === undefined
      ? undefined
      : createIndexImage({
          ...{ database, directory: imageDirectory, name, scope, minBytes: minImageBytes, now, onError: onImageError },
          onRejected: onImageRejected,
        })
  let isImageEnabled = false
  const images = { vector: imageOf('vectors', `space ${spaceId}`), lexical: imageOf('words', '') }
  const readInTurn = createTurns()
  const shared = {
    database,
    changeLog: createChangeLog(database),
    waitForQueries,
    readInTurn,
    now,
    onError,
    onTooLarge,
  }
  const vector =
    spaceId !== undefined && maxBytes.vectors > 0
      ? createInMemoryIndex({
          ...shared,
          source: vectorIndexSource(database, spaceId),
          findImage: () => (isImageEnabled ? images.vector : undefined),
          maxBytes: maxBytes.vectors,
        })
      : undefined
  const lexical =
    maxBytes.words > 0
      ? createInMemoryIndex({
          ...shared,
          source: lexicalIndexSource(database),
          findImage: () => (isImageEnabled ? images.lexical : undefined),
          maxBytes: maxBytes.words,
        })
      : undefined
  const maintain = async () => {
    await vector?.maintain()
    await lexical?.maintain()
  }
  let timer: NodeJS.Timeout | undefined
  return {
    vector,
    lexical,
    async load() {
      await Promise.all([vector?.load(), lexical?.load()])
      void maintain().catch(onImageError)
    },
    async restore() {
      const restored = await Promise.all([vector?.restore(), lexical?.restore()])
      return !restored.includes(false)
    },
    async enableImages() {
      isImageEnabled = true
      if (imageDirectory !== undefined)
        timer ??= setInterval(() => void maintain().catch(onImageError), maintenanceIntervalMs).unref()
      if (!vector) await images.vector?.remove()
      if (!lexical) await images.lexical?.remove()
    },
    async removeImages() {
      await images.vector?.remove()
      await images.lexical?.remove()
    },
    async close() {
      clearInterval(timer)
      await Promise.all([vector?.close(), lexical?.close()])
    },
  }
}

/** Runs one piece of work after the other. */
function createTurns(): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}
