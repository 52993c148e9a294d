import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { Database } from '../../storage/database.ts'
import { asReadOnly } from '../../storage/prepared-statements.ts'
import {
  type ChangeLog,
  type ChangeLogTable,
  type DocumentChange,
  documentBatchSize,
  documentMapKey,
} from './change-log.ts'

/** Something of every passage of the store, held in memory. */
export interface InMemoryIndex<Held> {
  /**
   * Brought up to date with everything that was committed before the call; undefined while it is being filled, or where
   * the store has more than may be held: the database itself answers then.
   */
  current(): Promise<Held | undefined>
  /** Reads everything in, which the first search begins otherwise; resolves when it has ended. */
  load(): Promise<void>
  close(): Promise<void>
}

/** What holds it. */
export interface WritableIndex<Document> {
  /** Each in place of what was held of the document. Returns how many bytes are held. */
  put(documents: Document[]): Promise<number>
  hasExited(): boolean
  close(): Promise<void>
}

/** How it is read from the store. */
export interface IndexSource<Document, Held> {
  changeLogTable: ChangeLogTable
  startIndex(): WritableIndex<Document> & Held
  /** The next ones in the order of their organizations and keys; none at the end. */
  readAfter(document: { organizationId: string; documentKey: number }): Promise<Document[]>
  /** Those that are no more are among them, empty. */
  readChanged(changes: readonly DocumentChange[]): Promise<Document[]>
}

/** Changes are kept for a day; whoever looked away for longer than this fills anew. */
const maxStalenessMs = 12 * 3600_000

/**
 * Follows the store by its list of changed documents. A transaction that was under way when we last looked has a number
 * not below the lowest one that was then: reading from there on misses none, whatever order they end in.
 */
export function createInMemoryIndex<Document extends { organizationId: string; documentKey: number }, Held>({
  database,
  changes: changesOf,
  part,
  mostBytes,
  turn,
  now,
  onError,
  onTooLarge,
}: {
  database: Database
  changes: ChangeLog
  part: IndexSource<Document, Held>
  mostBytes: number
  /** Awaited before every step of filling. */
  turn: () => Promise<void>
  now: () => Date
  onError: (error: unknown) => void
  onTooLarge: (list: ChangeLogTable) => void
}): InMemoryIndex<Held> {
  type Holding = WritableIndex<Document> & Held
  // A question may begin the filling, but what it reads is not of that question: neither in a trace nor in the log.
  const outside = AsyncLocalStorage.snapshot()
  let held:
    | { since: string; seen: Set<string>; at: number; memory: Holding; writes: number | undefined }
    | undefined
  let isClosed = false
  let isTooLarge = false
  let filling: Promise<void> | undefined
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  const giveUp = () => {
    isTooLarge = true
    onTooLarge(part.changeLogTable)
  }

  async function fill(): Promise<void> {
    const memory = part.startIndex()
    try {
      const at = now().getTime()
      const writes = database.writeCount()
      const { rows } = await sql<{ since: string }>`${asReadOnly}
        select pg_snapshot_xmin(pg_current_snapshot())::text as since`.execute(database.unrestricted)
      let after = { organizationId: '', documentKey: 0 }
      while (!isClosed) {
        await turn()
        const documents = await part.readAfter(after)
        if (documents.length === 0) {
          held = { since: rows[0]?.since ?? '0', seen: new Set(), at, memory, writes }
          return
        }
        if ((await memory.put(documents)) > mostBytes) {
          giveUp()
          break
        }
        after = documents.at(-1) as Document
      }
      await memory.close()
    } catch (error) {
      await memory.close()
      throw error
    }
  }

  const startFilling = () => {
    if (isClosed || isTooLarge) return
    filling ??= outside(fill)
      .catch((error: unknown) => {
        if (!isClosed) onError(error)
      })
      .finally(() => {
        filling = undefined
      })
  }

  const drop = async (memory: Holding) => {
    held = undefined
    await memory.close()
  }

  async function follow(): Promise<void> {
    if (!held) return
    const { memory, seen, since } = held
    const at = now().getTime()
    const writes = database.writeCount()
    if (writes !== undefined && writes === held.writes && !memory.hasExited()) return
    if (at - held.at > maxStalenessMs || memory.hasExited()) {
      await drop(memory)
      startFilling()
      return
    }
    const { until, changes } = await changesOf.readSince(part.changeLogTable, since)
    const unseen = changes.filter((change) => !seen.has(change.id))
    const fresh = [...new Map(unseen.map((change) => [documentMapKey(change), change])).values()]
    for (let from = 0; from < fresh.length; from += documentBatchSize) {
      const size = await memory.put(await part.readChanged(fresh.slice(from, from + documentBatchSize)))
      if (size <= mostBytes) continue
      giveUp()
      await drop(memory)
      return
    }
    held = { since: until, at, memory, writes, seen: new Set(changes.map((change) => change.id)) }
  }

  /** A look that began before the call may have missed what was committed before it: one that begins after it serves. */
  function followed(): Promise<void> {
    if (!running) {
      running = follow().finally(() => {
        running = undefined
      })
      return running
    }
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        return followed()
      })
    return next
  }

  return {
    async current() {
      if (!held) startFilling()
      else await followed()
      return held?.memory
    },
    async load() {
      if (!held) startFilling()
      await filling
    },
    async close() {
      isClosed = true
      await filling
      await (next ?? running)?.catch(() => {})
      await held?.memory.close()
    },
  }
}
