import type { Database } from '../../storage/database.ts'
import { type ChangeLog, type DocumentRef, documentBatchSize, documentMapKey, type LogPosition } from './change-log.ts'
import type { IndexImage } from './index-image.ts'
import type { IndexSource, PutReply, WritableIndex } from './index-source.ts'
import { WorkerExitedError } from './worker-client.ts'

/** An index with everything that was committed up to a position. */
export interface LoadedIndex<Index> {
  index: Index
  position: LogPosition
  at: number
  /** The writes of this process up to then; undefined where others can write, too. */
  writes: number | undefined
  bytes: number
}

/** Loads an index from its image or from the database, and applies the changes since a position. */
export function createIndexLoader<Document extends DocumentRef & { keys: readonly number[] }, Searcher>({
  database,
  changeLog,
  source,
  findImage,
  maxBytes,
  isClosed,
  waitForQueries,
  now,
  onError,
}: {
  database: Database
  changeLog: ChangeLog
  source: IndexSource<Document, Searcher>
  findImage: () => IndexImage | undefined
  maxBytes: number
  isClosed: () => boolean
  waitForQueries: () => Promise<void>
  now: () => Date
  onError: (error: unknown) => void
}) {
  type Index = WritableIndex<Document> & Searcher

  /** Returns undefined if everything has to be read from the database. */
  async function loadFromImage(): Promise<LoadedIndex<Index> | undefined> {
    const image = findImage()
    if (!image) return undefined
    const index = source.startIndex()
    try {
      const at = now().getTime()
      const writes = database.writeCount()
      const { server } = await changeLog.position()
      const restored = await image.load(index)
      if (restored && !isClosed() && restored.bytes <= maxBytes) {
        const position = { snapshot: restored.position.snapshot, server }
        const caughtUp = await catchUp(index, position, restored.bytes)
        if (typeof caughtUp === 'object' && caughtUp.bytes <= maxBytes && (await image.hadAllChanges()))
          return { ...caughtUp, at, index, writes }
      }
    } catch (error) {
      if (!isClosed()) onError(error)
    }
    await index.close()
    return undefined
  }

  /** Returns the size of a passage alone if the index exceeds its limit, and undefined if it was closed meanwhile. */
  async function loadFromDatabase(): Promise<LoadedIndex<Index> | { bytesPerPassage: number } | undefined> {
    if (isClosed()) return undefined
    const index = source.startIndex()
    try {
      const at = now().getTime()
      const writes = database.writeCount()
      const position = await changeLog.position()
      let last: DocumentRef = { organizationId: '', documentKey: 0 }
      let passages = 0
      let bytes = 0
      while (!isClosed() && bytes <= maxBytes) {
        await waitForQueries()
        const documents = await source.readAfter(last)
        if (documents.length === 0) return { index, position, at, writes, bytes }
        for (const { keys } of documents) passages += keys.length
        bytes = (await index.put(documents)).bytes
        last = documents.at(-1) as Document
      }
      await index.close()
      return bytes > maxBytes ? { bytesPerPassage: bytes / passages } : undefined
    } catch (error) {
      await index.close()
      throw error
    }
  }

  /** Applies the changes since a position, up to the limit of the index. */
  async function catchUp(
    index: Index,
    position: LogPosition,
    bytesBefore: number,
  ): Promise<{ position: LogPosition; bytes: number } | 'unknown position' | 'exited'> {
    const { until, changes } = await changeLog.readSince(source.changeLogTable, position)
    if (!changes) return 'unknown position'
    const documents = [...new Map(changes.map((change) => [documentMapKey(change), change])).values()]
    let bytes = bytesBefore
    for (let from = 0; from < documents.length && bytes <= maxBytes; from += documentBatchSize) {
      const batch = documents.slice(from, from + documentBatchSize)
      const reply = await putUnlessExited(index, await source.readChanged(batch))
      if (!reply) return 'exited'
      bytes = reply.bytes
      await findImage()?.recordChanges({ documents: batch.length, hasRemoved: reply.hasRemoved })
    }
    return { position: until, bytes }
  }

  /** Returns undefined if the thread of the index has exited. */
  const putUnlessExited = (index: Index, documents: Document[]): Promise<PutReply | undefined> =>
    index.put(documents).catch((error: unknown) => {
      if (!(error instanceof WorkerExitedError)) throw error
      onError(error)
      return undefined
    })

  return { loadFromImage, loadFromDatabase, catchUp }
}
