import type { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { startWorker } from '../start-worker.ts'
import type { Database } from '../storage/database.ts'
import type { DocumentVectors, NearestQuery } from './vector-memory.ts'
import type { VectorReply, VectorRequest } from './vector-memory-worker.ts'

/** The vectors of the store, held in memory. */
export interface VectorMirror {
  /**
   * Brought up to date with everything that was committed before the call; undefined while it is being filled, or where
   * the store has more than may be held: the database itself answers then.
   */
  current(): Promise<HeldVectors | undefined>
  /** Resolves when the first filling has ended. */
  filled(): Promise<void>
  close(): Promise<void>
}

export interface HeldVectors {
  nearest(query: NearestQuery): Promise<number[]>
  codes(organizationId: string, passages: { documentKey: number; key: number }[]): Promise<Uint8Array>
}

const documentsAtOnce = 250
/** Changes are kept for a day; whoever looked away for longer than this fills anew. */
const longestAbsenceMs = 12 * 3600_000

/**
 * Follows the store by its list of changed documents. A transaction that was under way when we last looked has a number
 * not below the lowest one that was then: reading from there on misses none, whatever order they end in.
 */
export function createVectorMirror({
  database,
  spaceId,
  mostBytes,
  now,
  onError,
}: {
  database: Database
  spaceId: number
  mostBytes: number
  now: () => Date
  onError: (error: unknown) => void
}): VectorMirror {
  let held: { since: string; seen: Set<string>; at: number; memory: Memory } | undefined
  let isClosed = false
  let isTooLarge = false
  let filling: Promise<void> | undefined
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  async function fill(): Promise<void> {
    const memory = startMemory()
    try {
      const at = now().getTime()
      const { rows } = await sql<{ since: string }>`
        select pg_snapshot_xmin(pg_current_snapshot())::text as since`.execute(database.service)
      let after = { organizationId: '', documentKey: 0 }
      while (!isClosed) {
        const vectors = await vectorsAfter(database, spaceId, after)
        if (vectors.length === 0) {
          held = { since: rows[0]?.since ?? '0', seen: new Set(), at, memory }
          return
        }
        if ((await memory.put(vectors)) > mostBytes) {
          isTooLarge = true
          break
        }
        after = vectors.at(-1) as DocumentVectors
      }
      await memory.close()
    } catch (error) {
      await memory.close()
      throw error
    }
  }

  const startFilling = () => {
    if (isClosed || isTooLarge) return
    filling ??= fill()
      .catch((error: unknown) => {
        if (!isClosed) onError(error)
      })
      .finally(() => {
        filling = undefined
      })
  }

  const drop = async (memory: Memory) => {
    held = undefined
    await memory.close()
  }

  async function follow(): Promise<void> {
    if (!held) return
    const { memory, seen, since } = held
    const at = now().getTime()
    if (at - held.at > longestAbsenceMs || memory.hasEnded()) {
      await drop(memory)
      startFilling()
      return
    }
    const { until, changes } = await changesSince(database, since)
    const unseen = changes.filter((change) => !seen.has(change.id))
    const fresh = [...new Map(unseen.map((change) => [idOf(change), change])).values()]
    for (let from = 0; from < fresh.length; from += documentsAtOnce) {
      const size = await memory.put(
        await vectorsOf(database, spaceId, fresh.slice(from, from + documentsAtOnce)),
      )
      if (size <= mostBytes) continue
      isTooLarge = true
      await drop(memory)
      return
    }
    held = { since: until, at, memory, seen: new Set(changes.map((change) => change.id)) }
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

  startFilling()
  return {
    async current() {
      if (!held) startFilling()
      else await followed()
      return held?.memory
    },
    filled: async () => filling,
    async close() {
      isClosed = true
      await filling
      await (next ?? running)?.catch(() => {})
      await held?.memory.close()
    },
  }
}

type Memory = HeldVectors & {
  /** Returns how many bytes are held. */
  put(vectors: DocumentVectors[]): Promise<number>
  hasEnded(): boolean
  close(): Promise<void>
}

/** Its thread is started for the first vector: many a store has none. */
function startMemory(): Memory {
  const waiting: { resolve: (reply: VectorReply) => void; reject: (error: unknown) => void }[] = []
  const fail = (error: unknown) => {
    for (const { reject } of waiting.splice(0)) reject(error)
  }
  let worker: Worker | undefined
  let hasEnded = false
  const start = () => {
    const started = startWorker('retrieval/vector-memory-worker', undefined)
    started.unref()
    started.on('message', (reply: VectorReply) => waiting.shift()?.resolve(reply))
    started.on('error', fail)
    started.on('exit', () => {
      hasEnded = true
      fail(new Error('The thread that holds the vectors has ended.'))
    })
    return started
  }
  const request = <T extends VectorReply>(thread: Worker, message: VectorRequest) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ resolve: resolve as (reply: VectorReply) => void, reject })
      thread.postMessage(message)
    })
  return {
    async put(vectors) {
      const first = vectors.find(({ keys }) => keys.length > 0)
      if (first) worker ??= start()
      if (!worker) return 0
      const dimensions = first ? first.codes.length / first.keys.length : 0
      return (await request<{ bytes: number }>(worker, { put: vectors, dimensions })).bytes
    },
    nearest: async (query) =>
      worker ? (await request<{ keys: number[] }>(worker, { nearest: query })).keys : [],
    codes: async (organizationId, passages) =>
      worker
        ? (await request<{ codes: Uint8Array }>(worker, { codes: { organizationId, passages } })).codes
        : new Uint8Array(),
    hasEnded: () => hasEnded,
    async close() {
      await worker?.terminate()
    },
  }
}

interface Change {
  id: string
  organizationId: string
  documentKey: number
}

async function changesSince(
  database: Database,
  since: string,
): Promise<{ until: string; changes: Change[] }> {
  // Numbers from the future come with a copy of another server's tables, and mean nothing here.
  const { rows } = await sql<{ until: string; changed: string | null; org_id: string; document_key: number }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as until, c.changed::text, c.org_id, c.document_key
    from (values (true)) as one left join (
      select distinct changed, org_id, document_key from vector_change
      where changed >= ${since}::xid8 and changed < pg_snapshot_xmax(pg_current_snapshot())
    ) c on true`.execute(database.service)
  const changes = rows
    .filter((row) => row.changed !== null)
    .map((row) => ({
      id: `${row.changed} ${row.document_key} ${row.org_id}`,
      organizationId: row.org_id,
      documentKey: row.document_key,
    }))
  return { until: rows[0]?.until ?? since, changes }
}

interface VectorRow {
  org_id: string
  document_key: number
  keys: (number | string)[]
  audience_ids: (number | string)[]
  codes: Buffer
}

const grouped = sql`v.org_id, v.document_key, array_agg(v.chunk_key order by v.chunk_key) as keys,
  array_agg(v.audience_id order by v.chunk_key) as audience_ids,
  string_agg(v.code, ''::bytea order by v.chunk_key) as codes`

async function vectorsAfter(
  database: Database,
  spaceId: number,
  { organizationId, documentKey }: { organizationId: string; documentKey: number },
): Promise<DocumentVectors[]> {
  const { rows } = await sql<VectorRow>`
    select ${grouped} from chunk_vector v
    where (v.org_id, v.document_key) > (${organizationId}, ${documentKey}::bigint) and v.space_id = ${spaceId}
    group by v.org_id, v.document_key order by v.org_id, v.document_key limit ${documentsAtOnce}`.execute(
    database.service,
  )
  return rows.map(present)
}

/** Those without a vector any more are among them, empty. */
async function vectorsOf(
  database: Database,
  spaceId: number,
  changes: readonly Change[],
): Promise<DocumentVectors[]> {
  const { rows } = await sql<VectorRow>`
    select ${grouped}
    from unnest(${changes.map((change) => change.organizationId)}::text[], ${changes.map((change) => change.documentKey)}::bigint[])
      as c (org_id, document_key)
    join chunk_vector v on v.org_id = c.org_id and v.document_key = c.document_key and v.space_id = ${spaceId}
    group by v.org_id, v.document_key`.execute(database.service)
  const found = new Map(rows.map(present).map((vectors) => [idOf(vectors), vectors]))
  return changes.map(
    (change) => found.get(idOf(change)) ?? { ...change, keys: [], audienceIds: [], codes: new Uint8Array() },
  )
}

function idOf({ organizationId, documentKey }: { organizationId: string; documentKey: number }): string {
  return `${documentKey} ${organizationId}`
}

function present(row: VectorRow): DocumentVectors {
  return {
    organizationId: row.org_id,
    documentKey: row.document_key,
    keys: row.keys.map(Number),
    audienceIds: row.audience_ids.map(Number),
    // A copy: what is sent to a thread takes all of the memory along that it is a part of.
    codes: new Uint8Array(row.codes),
  }
}
