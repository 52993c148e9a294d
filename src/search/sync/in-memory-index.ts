import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../storage/database.ts'
import type { ChangeLog, ChangeLogTable, DocumentRef } from './change-log.ts'
import type { IndexImage } from './index-image.ts'
import { createIndexLoader, type LoadedIndex } from './index-loader.ts'
import type { IndexSource, WritableIndex } from './index-source.ts'

/** A searchable copy of one kind of data of all passages, kept in sync with the store. */
export interface InMemoryIndex<Searcher> {
  /**
   * Returns the index with everything committed before the call; undefined while it loads or where it would exceed its
   * memory limit, so that the database has to answer. Waits for a load from an image on the embedded store.
   */
  current(): Promise<Searcher | undefined>
  /** Loads the index, which the first search starts otherwise; resolves when the load has ended. */
  load(): Promise<void>
  /** Starts the load; resolves to whether an image had the index, before everything is read from the database otherwise. */
  restore(): Promise<boolean>
  /** Tells whether the index exceeds its memory limit. */
  isTooLarge(): boolean
  /** Brings the index up to date, and its image if it is time for that. */
  maintain(): Promise<void>
  close(): Promise<void>
}

/** The change log is kept for a day; an index that has not been synchronized for longer than this reloads. */
const maxStalenessMs = 12 * 3600_000

/** Longest wait for the last changes when the index is closed. */
const maxFinalSyncMs = 2000

/**
 * Longest wait of a search for a load from an image. At 100,000 passages the first question took 3.3 s of CPU when the embedded
 * database answered it while the images loaded, and 2.2 s when it waited for them.
 */
const maxRestoreWaitMs = 10_000

/** How often the store is measured while an index is too large. */
const sizeCheckIntervalMs = 10 * 60_000
/** An index is loaded again when it is expected to take less than this share of its limit, so that it doesn't go back and forth. */
const maxReloadShare = 0.9

/**
 * Synchronizes an index by the change log, from snapshot to snapshot: no transaction is missed, whatever order they commit
 * in. If the server's history doesn't contain the last snapshot, the index is loaded again.
 */
export function createInMemoryIndex<Document extends DocumentRef & { keys: readonly number[] }, Searcher>({
  database,
  changeLog,
  source,
  findImage,
  maxBytes,
  waitForQueries,
  readInTurn,
  now,
  onError,
  onTooLarge,
}: {
  database: Database
  changeLog: ChangeLog
  source: IndexSource<Document, Searcher>
  /** Undefined: a start reads everything from the database. */
  findImage: () => IndexImage | undefined
  maxBytes: number
  /** Awaited before every batch of a load. */
  waitForQueries: () => Promise<void>
  /** Runs the load of one index from the database after that of the other, to leave the database to the queries. */
  readInTurn: (work: () => Promise<void>) => Promise<void>
  now: () => Date
  onError: (error: unknown) => void
  onTooLarge: (table: ChangeLogTable) => void
}): InMemoryIndex<Searcher> {
  type Index = WritableIndex<Document> & Searcher
  // A search can start the load, which must not appear in that search's trace or log.
  const runDetached = AsyncLocalStorage.snapshot()
  let loaded: LoadedIndex<Index> | undefined
  let isClosed = false
  /** Set while the index exceeds its limit. */
  let tooLarge: { bytesPerPassage: number; checkedAt: number } | undefined
  let loading: Promise<void> | undefined
  /** Of the last load: whether it found an image. */
  let restored: Promise<boolean> = Promise.resolve(false)
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  let updating: Promise<void> | undefined

  const loader = createIndexLoader({
    ...{ database, changeLog, source, findImage, maxBytes, waitForQueries, now, onError },
    isClosed: () => isClosed,
  })

  const disable = async (bytesPerPassage: number) => {
    tooLarge = { bytesPerPassage, checkedAt: now().getTime() }
    onTooLarge(source.changeLogTable)
    await findImage()?.remove().catch(onError)
  }

  /** Loads the index again once the store has shrunk enough. */
  async function checkSize(): Promise<void> {
    if (!tooLarge || now().getTime() - tooLarge.checkedAt < sizeCheckIntervalMs) return
    tooLarge.checkedAt = now().getTime()
    if ((await source.countPassages()) * tooLarge.bytesPerPassage > maxBytes * maxReloadShare) return
    tooLarge = undefined
    startLoading()
  }

  async function load(): Promise<void> {
    restored = loadFromImage()
    if (!(await restored)) await readInTurn(loadFromDatabase)
  }

  async function loadFromImage(): Promise<boolean> {
    loaded = await loader.loadFromImage()
    return loaded !== undefined
  }

  async function loadFromDatabase(): Promise<void> {
    const found = await loader.loadFromDatabase()
    if (found && 'index' in found) loaded = found
    else if (found) await disable(found.bytesPerPassage)
  }

  const startLoading = () => {
    if (isClosed || tooLarge) return
    loading ??= runDetached(load)
      .catch((error: unknown) => {
        if (!isClosed) onError(error)
      })
      .finally(() => {
        loading = undefined
      })
  }

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
    if (writes !== undefined && writes === loaded.writes && !index.hasExited()) {
      loaded.at = at
      return
    }
    if (at - loaded.at > maxStalenessMs || index.hasExited()) return reload(index)
    const caughtUp = await loader.catchUp(index, position, loaded.bytes)
    if (typeof caughtUp === 'string') return reload(index)
    if (caughtUp.bytes > maxBytes) {
      await unload(index)
      return disable(caughtUp.bytes / Math.max(1, await source.countPassages()))
    }
    loaded = { ...caughtUp, at, index, writes }
  }

  async function updateImage(): Promise<void> {
    try {
      if (loaded) await findImage()?.update(loaded.index, loaded)
    } finally {
      updating = undefined
    }
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

  const waitForImage = () => Promise.race([restored.catch(() => false), wait(maxRestoreWaitMs, false, { ref: false })])

  /** Returns false if the database fails or takes long: the process is about to end. */
  const synchronizeInTime = (): Promise<boolean> =>
    Promise.race([
      synchronize().then(
        () => true,
        () => false,
      ),
      wait(maxFinalSyncMs, false, { ref: false }),
    ])

  return {
    async current() {
      // A failure is reported by the search that asks the database next.
      await checkSize().catch(() => {})
      if (!loaded) {
        startLoading()
        if (database.engine === 'pglite') await waitForImage()
      }
      if (loaded) await synchronize()
      return loaded?.index
    },
    async load() {
      if (!loaded) startLoading()
      await loading
    },
    async restore() {
      if (!loaded) startLoading()
      return restored
    },
    isTooLarge: () => tooLarge !== undefined,
    async maintain() {
      if (!findImage() || !loaded || isClosed) return
      await synchronize()
      if (!loaded || isClosed) return
      updating ??= updateImage()
      await updating
    },
    async close() {
      isClosed = true
      await loading
      await updating
      await (next ?? running)?.catch(() => {})
      const image = findImage()
      // Before, because what was deleted last must not stay in the image.
      if (loaded && image?.isNeeded(loaded.bytes) && (await synchronizeInTime()) && loaded)
        await image.updateBeforeExit(loaded.index, loaded)
      await loaded?.index.close()
    },
  }
}
