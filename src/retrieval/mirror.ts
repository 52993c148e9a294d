import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { Database } from '../storage/database.ts'
import { onlyReads } from '../storage/kept-statements.ts'
import { type Change, type ChangeList, type Changes, documentsAtOnce, idOf } from './changes.ts'

/** Something of every passage of the store, held in memory. */
export interface Mirror<Held> {
  /**
   * Brought up to date with everything that was committed before the call; undefined while it is being filled, or where
   * the store has more than may be held: the database itself answers then.
   */
  current(): Promise<Held | undefined>
  /** Reads everything in, which the first search begins otherwise; resolves when it has ended. */
  fill(): Promise<void>
  close(): Promise<void>
}

/** What holds it. */
export interface Memory<Document> {
  /** Each in place of what was held of the document. Returns how many bytes are held. */
  put(documents: Document[]): Promise<number>
  hasEnded(): boolean
  close(): Promise<void>
}

/** How it is read from the store. */
export interface MirroredPart<Document, Held> {
  changes: ChangeList
  start(): Memory<Document> & Held
  /** The next ones in the order of their organizations and keys; none at the end. */
  after(document: { organizationId: string; documentKey: number }): Promise<Document[]>
  /** Those that are no more are among them, empty. */
  of(changes: readonly Change[]): Promise<Document[]>
}

/** Changes are kept for a day; whoever looked away for longer than this fills anew. */
const longestAbsenceMs = 12 * 3600_000

/**
 * Follows the store by its list of changed documents. A transaction that was under way when we last looked has a number
 * not below the lowest one that was then: reading from there on misses none, whatever order they end in.
 */
export function createMirror<Document extends { organizationId: string; documentKey: number }, Held>({
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
  changes: Changes
  part: MirroredPart<Document, Held>
  mostBytes: number
  /** Awaited before every step of filling. */
  turn: () => Promise<void>
  now: () => Date
  onError: (error: unknown) => void
  onTooLarge: (list: ChangeList) => void
}): Mirror<Held> {
  type Holding = Memory<Document> & Held
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
    onTooLarge(part.changes)
  }

  async function fill(): Promise<void> {
    const memory = part.start()
    try {
      const at = now().getTime()
      const writes = database.writes()
      const { rows } = await sql<{ since: string }>`${onlyReads}
        select pg_snapshot_xmin(pg_current_snapshot())::text as since`.execute(database.service)
      let after = { organizationId: '', documentKey: 0 }
      while (!isClosed) {
        await turn()
        const documents = await part.after(after)
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
    const writes = database.writes()
    if (writes !== undefined && writes === held.writes && !memory.hasEnded()) return
    if (at - held.at > longestAbsenceMs || memory.hasEnded()) {
      await drop(memory)
      startFilling()
      return
    }
    const { until, changes } = await changesOf.since(part.changes, since)
    const unseen = changes.filter((change) => !seen.has(change.id))
    const fresh = [...new Map(unseen.map((change) => [idOf(change), change])).values()]
    for (let from = 0; from < fresh.length; from += documentsAtOnce) {
      const size = await memory.put(await part.of(fresh.slice(from, from + documentsAtOnce)))
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
    async fill() {
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
