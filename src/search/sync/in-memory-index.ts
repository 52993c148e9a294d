import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '../../storage/database.ts'
import {
  type ChangeLog,
  type ChangeLogTable,
  type DocumentChange,
  documentBatchSize,
  documentMapKey,
  type LogPosition,
} from './change-log.ts'
import { WorkerExitedError } from './worker-client.ts'

/** A searchable copy of one kind of data of all passages, kept in sync with the store. */
export interface InMemoryIndex<Searcher> {
  /**
   * Returns the index with everything committed before the call; undefined while it loads or where it would exceed its
   * memory limit, so that the database has to answer.
   */
  current(): Promise<Searcher | undefined>
  /** Loads the index, which the first search starts otherwise; resolves when the load has ended. */
  load(): Promise<void>
  /** Tells whether the index exceeds its memory limit. */
  isTooLarge(): boolean
  close(): Promise<void>
}

export interface WritableIndex<Document> {
  /** Replaces the documents. Returns the size of the index in bytes. */
  put(documents: Document[]): Promise<number>
  hasExited(): boolean
  close(): Promise<void>
}

/** Reads an index's documents from the store. */
export interface IndexSource<Document, Searcher> {
  changeLogTable: ChangeLogTable
  startIndex(): WritableIndex<Document> & Searcher
  /** Returns the next batch in the order of organization and key; empty at the end. */
  readAfter(document: { organizationId: string; documentKey: number }): Promise<Document[]>
  /** Returns the changed documents; deleted ones are included without passages. */
  readChanged(changes: readonly DocumentChange[]): Promise<Document[]>
  /** Returns the number of passages in the store. */
  countPassages(): Promise<number>
}

/** The change log is kept for a day; an index that has not been synchronized for longer than this reloads. */
const maxStalenessMs = 12 * 3600_000

/** How often the store is measured while an index is too large. */
const sizeCheckIntervalMs = 10 * 60_000
/** An index is loaded again when it is expected to take less than this share of its limit, so that it doesn't go back and forth. */
const maxReloadShare = 0.9

/**
 * Synchronizes an index by the change log, from snapshot to snapshot: no transaction is missed, whatever order they commit
 * in. If the server's history doesn't contain the last snapshot, the index is loaded again.
 */
export function createInMemoryIndex<
  Document extends { organizationId: string; documentKey: number; keys: readonly number[] },
  Searcher,
>({
  database,
  changeLog,
  source,
  maxBytes,
  waitForQueries,
  now,
  onError,
  onTooLarge,
}: {
  database: Database
  changeLog: ChangeLog
  source: IndexSource<Document, Searcher>
  maxBytes: number
  /** Awaited before every batch of a load. */
  waitForQueries: () => Promise<void>
  now: () => Date
  onError: (error: unknown) => void
  onTooLarge: (table: ChangeLogTable) => void
}): InMemoryIndex<Searcher> {
  type Index = WritableIndex<Document> & Searcher
  // A search can start the load, which must not appear in that search's trace or log.
  const runDetached = AsyncLocalStorage.snapshot()
  let loaded: { position: LogPosition; at: number; index: Index; writes: number | undefined } | undefined
  let isClosed = false
  /** Set while the index exceeds its limit. */
  let tooLarge: { bytesPerPassage: number; checkedAt: number } | undefined
  let loading: Promise<void> | undefined
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  const disable = (bytesPerPassage: number) => {
    tooLarge = { bytesPerPassage, checkedAt: now().getTime() }
    onTooLarge(source.changeLogTable)
  }

  /** Loads the index again once the store has shrunk enough. */
  async function checkSize(): Promise<void> {
    if (!tooLarge || now().getTime() - tooLarge.checkedAt < sizeCheckIntervalMs) return
    tooLarge.checkedAt = now().getTime()
    if ((await source.countPassages()) * tooLarge.bytesPerPassage > maxBytes * maxReloadShare) return
    tooLarge = undefined
    startLoading()
  }

  async function loadAll(): Promise<void> {
    const index = source.startIndex()
    try {
      const at = now().getTime()
      const writes = database.writeCount()
      const position = await changeLog.position()
      let last = { organizationId: '', documentKey: 0 }
      let passages = 0
      while (!isClosed) {
        await waitForQueries()
        const documents = await source.readAfter(last)
        if (documents.length === 0) {
          loaded = { position, at, index, writes }
          return
        }
        for (const { keys } of documents) passages += keys.length
        const size = await index.put(documents)
        if (size > maxBytes) {
          disable(size / passages)
          break
        }
        last = documents.at(-1) as Document
      }
      await index.close()
    } catch (error) {
      await index.close()
      throw error
    }
  }

  const startLoading = () => {
    if (isClosed || tooLarge) return
    loading ??= runDetached(loadAll)
      .catch((error: unknown) => {
        if (!isClosed) onError(error)
      })
      .finally(() => {
        loading = undefined
      })
  }

  /** Returns the size of the index; undefined if its thread has exited. */
  const putUnlessExited = (index: Index, documents: Document[]): Promise<number | undefined> =>
    index.put(documents).catch((error: unknown) => {
      if (!(error instanceof WorkerExitedError)) throw error
      onError(error)
      return undefined
    })

  const unload = async (index: Index) => {
    loaded = undefined
    await index.close()
  }

  const reload = async (index: Index) => {
    await unload(index)
    startLoading()
  }

  async function applyChanges(): Promise<void> {
    if (!loaded) return
    const { index, position } = loaded
    const at = now().getTime()
    const writes = database.writeCount()
    if (writes !== undefined && writes === loaded.writes && !index.hasExited()) return
    if (at - loaded.at > maxStalenessMs || index.hasExited()) return reload(index)
    const { until, changes } = await changeLog.readSince(source.changeLogTable, position)
    if (!changes) return reload(index)
    const documents = [...new Map(changes.map((change) => [documentMapKey(change), change])).values()]
    for (let from = 0; from < documents.length; from += documentBatchSize) {
      const size = await putUnlessExited(
        index,
        await source.readChanged(documents.slice(from, from + documentBatchSize)),
      )
      if (size !== undefined && size <= maxBytes) continue
      await unload(index)
      if (size === undefined) startLoading()
      else disable(size / Math.max(1, await source.countPassages()))
      return
    }
    loaded = { position: until, at, index, writes }
  }

  /** Joins only a synchronization that starts after the call: one under way can miss changes committed before it. */
  function synchronize(): Promise<void> {
    if (!running) {
      running = applyChanges().finally(() => {
        running = undefined
      })
      return running
    }
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        return synchronize()
      })
    return next
  }

  return {
    async current() {
      // A failure is reported by the search that asks the database next.
      await checkSize().catch(() => {})
      if (!loaded) startLoading()
      else await synchronize()
      return loaded?.index
    },
    async load() {
      if (!loaded) startLoading()
      await loading
    },
    isTooLarge: () => tooLarge !== undefined,
    async close() {
      isClosed = true
      await loading
      await (next ?? running)?.catch(() => {})
      await loaded?.index.close()
    },
  }
}
