import { sql } from 'kysely'
import {
  deleteUnusedOriginAudiences,
  ensureOriginAudience,
  refreshOriginAudiences,
} from '../access/origin-audiences.ts'
import { deleteDocuments } from '../content/indexing/removed-documents.ts'
import { type ItemWriteDeps, writeItem } from '../content/sources/item-writer.ts'
import { type FileText, UnreadableFileError } from '../files/file-text.ts'
import { LruMap } from '../lru-map.ts'
import { abortable, withAbort } from './abortable.ts'
import type { RunCounts } from './connection-store.ts'
import {
  type OriginChange,
  type OriginEnd,
  OriginError,
  type OriginItem,
  type OriginReader,
  type UnavailableItem,
} from './connector.ts'
import { toItemId } from './item-id.ts'
import { type RunStore, type SyncAttempt, unreadVersion } from './run-store.ts'
import { toStorableId, toStorableItem, toStorableText } from './storable-item.ts'

export interface SyncRunDeps extends ItemWriteDeps {
  runs: RunStore
  readFile(bytes: Uint8Array, options: { name: string; signal: AbortSignal }): Promise<FileText>
}

export interface SyncTarget {
  attempt: SyncAttempt
  rootId: string
  /** The readers of the data source. */
  audienceId: number
  /** Where the listing continues; null: from the beginning. */
  start: string | null
  counts: RunCounts
  allowsRemovals: boolean
  signal: AbortSignal
}

/** Changes that are held in memory and stored together. */
const maxBatchSize = 200
/** So that progress shows while a slow origin is listed. */
const maxBatchMs = 2000
/** Items that are read and written at once: queries run in between. */
const itemConcurrency = 4
const removalBatchSize = 200
/** An origin that gives nothing for so long is not waited for. */
const stallMs = 15 * 60_000
/** A complete listing without more than half of the items is unlikely to be right. */
const minHeldRemovals = 100

/**
 * Lists what has changed at an origin and brings a data source in step with it. Reads only items with another version than
 * the stored one. An interrupted run is continued by calling it again. Returns the number of items that the origin no
 * longer lists but that are kept, because an outage can look the same, and the warning of the listing.
 */
export async function runSync(
  deps: SyncRunDeps,
  reader: OriginReader,
  target: SyncTarget,
): Promise<{ heldRemovals: number; warning: string | undefined }> {
  const { database, runs } = deps
  const { attempt, signal, audienceId, start, counts } = target
  const { organizationId } = attempt
  const write = createItemSync(deps, target)
  await refreshOriginAudiences(database.unrestricted, organizationId, audienceId)

  /** By id: the last change of an item wins. */
  let batch = new Map<string, ItemChange>()
  let mayMissItems = false
  let batchStartedAt = 0
  /** Undefined: there was none. */
  let listedAtCheckpoint = counts.listed > 0 ? counts.listed : undefined
  const flush = async (checkpoint?: string) => {
    const changes = [...batch]
    batch = new Map()
    const removed = changes.filter(([, { kind }]) => kind === 'removed').map(([id]) => id)
    if (removed.length > 0) counts.removed += await removeItems(deps, target, removed)
    await write(changes.flatMap(([id, change]) => (change.kind === 'item' ? toListedItem(id, change) : [])))
    const unavailable = changes.flatMap(([id, change]) => (change.kind === 'unavailable' ? { ...change, id } : []))
    if (unavailable.length > 0) mayMissItems = (await keepUnavailable(deps, target, unavailable)) || mayMissItems
    if (checkpoint !== undefined) listedAtCheckpoint = counts.listed
    await runs.saveProgress(attempt, counts, checkpoint)
  }
  /** Stores what was listed before a failure. Items after the last checkpoint are listed again, so they don't count. */
  const flushAfterFailure = async () => {
    await flush().catch((error: unknown) => {
      if (!(error instanceof OriginError)) throw error
    })
    counts.listed = listedAtCheckpoint ?? counts.listed
    await runs.saveProgress(attempt, counts)
  }

  let end: OriginEnd | undefined
  try {
    for await (const change of abortable(reader.changes(start ?? undefined), { signal, stallMs })) {
      signal.throwIfAborted()
      if (change.kind === 'checkpoint') await flush(change.cursor)
      else if (change.kind === 'end') {
        end = change
        break
      } else {
        if (batch.size === 0) batchStartedAt = Date.now()
        batch.set(toStorableId(change.id), change)
        if (batch.size >= maxBatchSize || Date.now() - batchStartedAt > maxBatchMs) await flush()
      }
    }
  } catch (error) {
    // A folder that can't be read fails every listing: the items before it are stored. An origin that wants a pause gets one.
    if (error instanceof OriginError && error.retryAfterMs === undefined && !signal.aborted) await flushAfterFailure()
    throw error
  }
  signal.throwIfAborted()
  await flush()
  if (!end) throw new OriginError('The listing of the origin ended before it was complete. It will be tried again.')

  const heldRemovals = end.isComplete ? await removeUnseen(deps, target, mayMissItems) : 0
  await runs.saveCompletion(attempt, { counts, end, heldRemovals })
  await deleteUnusedOriginAudiences(database.unrestricted, organizationId, audienceId)
  return { heldRemovals, warning: end.warning }
}

/** Returns a function that reads and writes those items of a batch that have changed. */
function createItemSync(deps: SyncRunDeps, { attempt, rootId, audienceId, counts, signal }: SyncTarget) {
  const { database, runs } = deps
  const { organizationId } = attempt
  const audiences = new LruMap<string, Promise<number>>(1000)

  function audienceOf({ readers }: OriginItem): Promise<number> | number {
    if (!readers) return audienceId
    const key = JSON.stringify([readers.emails, readers.groups])
    const known = audiences.get(key)
    if (known) return known
    const found = ensureOriginAudience(database.unrestricted, organizationId, audienceId, readers)
    audiences.set(key, found)
    return found
  }

  async function readText(
    item: OriginItem,
  ): Promise<Pick<FileText, 'type' | 'content' | 'title'> | { problem: string; isTransient?: true }> {
    const content = await withAbort(() => item.read(), { signal, stallMs })
    if (content.type === 'skipped') return { problem: content.reason }
    if (content.type === 'unavailable') return { problem: content.reason, isTransient: true }
    if (content.type !== 'file') return content
    try {
      return await deps.readFile(content.bytes, { name: content.name, signal })
    } catch (error) {
      if (error instanceof UnreadableFileError) return { problem: error.message }
      throw error
    }
  }

  async function syncItem({ item, ...listed }: ListedItem): Promise<void> {
    const text = await readText(item)
    if ('isTransient' in text)
      return runs.saveItem(attempt, { ...listed, version: unreadVersion, problem: text.problem })
    const storable = 'problem' in text ? text : toStorableItem(item, text)
    if ('problem' in storable) {
      // What was stored before is no longer at the origin.
      await deleteItems(deps, { organizationId, rootId }, [listed.id])
      await runs.saveItem(attempt, { ...listed, problem: storable.problem })
      return
    }
    const itemTarget = { organizationId, rootId, audienceId: await audienceOf(item), keepsAudience: false }
    const outcome = await writeItem(deps, itemTarget, { ...storable, id: toItemId(listed.id) })
    if (outcome === 'created') counts.added += 1
    if (outcome === 'changed') counts.changed += 1
    await runs.saveItem(attempt, { ...listed, problem: undefined })
  }

  return async (items: readonly ListedItem[]): Promise<void> => {
    if (items.length === 0) return
    counts.listed += items.length
    const unchanged = await runs.markSeen(attempt, items)
    const changed = items.filter(({ id }) => !unchanged.has(id))
    if (changed.length === 0) return
    await runs.registerItems(
      attempt,
      changed.map(({ id }) => id),
    )
    const waiting = changed.values()
    const work = async () => {
      for (const item of waiting) {
        signal.throwIfAborted()
        await syncItem(item)
      }
    }
    const results = await Promise.allSettled(Array.from({ length: itemConcurrency }, work))
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }
}

/** Keeps what is stored of items that cannot be read now. Returns whether others can be missing from the listing with them. */
async function keepUnavailable(
  { runs }: SyncRunDeps,
  { attempt, counts }: SyncTarget,
  items: readonly UnavailableItem[],
): Promise<boolean> {
  const kept = await runs.keepItems(
    attempt,
    items.map(({ id, reason }) => ({ id, problem: reason })),
  )
  counts.listed += kept.size
  return items.some(({ id, mayHideOthers }) => mayHideOthers && kept.has(id))
}

/** Removes the items that a complete listing did not have. Returns how many were kept instead, to be confirmed. */
async function removeUnseen(deps: SyncRunDeps, target: SyncTarget, mayMissItems: boolean): Promise<number> {
  const { runs } = deps
  const { attempt, counts, allowsRemovals, signal } = target
  const { total, unseen } = await runs.countItems(attempt)
  const isSuspicious = mayMissItems || unseen === total || (unseen >= minHeldRemovals && unseen > total / 2)
  if (unseen > 0 && isSuspicious && !allowsRemovals) return unseen
  for (;;) {
    signal.throwIfAborted()
    const ids = await runs.listUnseen(attempt, removalBatchSize)
    if (ids.length === 0) return 0
    counts.removed += await removeItems(deps, target, ids)
    await runs.saveProgress(attempt, counts)
  }
}

/** Removes documents first: a row without its document is removed by the next run, a document without its row stays. */
async function removeItems(
  deps: SyncRunDeps,
  { attempt, rootId }: SyncTarget,
  originIds: readonly string[],
): Promise<number> {
  await deleteItems(deps, { ...attempt, rootId }, originIds)
  return deps.runs.forgetItems(attempt, originIds)
}

async function deleteItems(
  { database, now }: SyncRunDeps,
  { organizationId, rootId }: { organizationId: string; rootId: string },
  originIds: readonly string[],
): Promise<void> {
  const which = sql`d.root_id = ${rootId} and d.id = any(${originIds.map(toItemId)}::text[])`
  await deleteDocuments(database.unrestricted, organizationId, which, now())
}

type ItemChange = Exclude<OriginChange, { kind: 'checkpoint' | 'end' }>

/** An item with the values that are stored of it. */
interface ListedItem {
  id: string
  version: string
  title: string
  item: OriginItem
}

function toListedItem(id: string, item: OriginItem): ListedItem {
  const title = toStorableText(item.title).slice(0, 1024).toWellFormed()
  return { id, version: toStorableId(item.version), title, item }
}
