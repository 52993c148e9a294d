import { sql } from 'kysely'
import { isNotStaged } from '../../access/visibility.ts'
import { AppError } from '../../errors.ts'
import { buildPassageText } from '../../ingest/passage-text.ts'
import type { Embedder, PassageText, PassageVectors } from '../../models/embedder.ts'
import type { Database } from '../../storage/database.ts'
import { embedPassages } from './document-index.ts'
import { splitHeadingPath } from './heading-path.ts'
import { type EmbeddedChunk, upsertVectors } from './passage-rows.ts'
import {
  claimPendingDocuments,
  completeClaims,
  type EmbeddingClaim,
  holdClaims,
  nextClaimExpiryMs,
  releaseClaims,
} from './pending-embeddings.ts'

export interface EmbeddingBacklog {
  /** Starts embedding the passages that have no vector. */
  wake(): void
  /** Resolves when no passage is pending. */
  whenDrained(): Promise<void>
  close(): Promise<void>
}

const batchSize = 64
/** How often to look for documents that other nodes left unfinished. */
const pollIntervalMs = 60_000
const shortText: PassageText = { context: '', sentences: ['A short text.'] }
const isRefusal = (error: unknown) => error instanceof AppError && error.isPermanent

/**
 * Embeds, at the lowest priority, passages without a vector of the current model: those of large documents and bulk
 * loads, those left by a crash, and all of them after a change of model.
 */
export function createEmbeddingBacklog({
  database,
  embedder,
  spaceId,
  onError,
  onRefused,
  retryPauseMs = 5000,
}: {
  database: Database
  embedder: Embedder
  spaceId: number
  onError: (error: unknown) => void
  /** Called once for a document with a passage that the embedder refuses. */
  onRefused: (document: { organizationId: string; id: string }, error: unknown) => void
  /** Pause after a failure. It doubles with each further one, up to the poll interval. */
  retryPauseMs?: number
}): EmbeddingBacklog {
  const stopping = new AbortController()
  const embedOptions = { priority: 'background', signal: stopping.signal } as const
  let running: Promise<void> | undefined
  let isRerunRequested = false
  let timer: NodeJS.Timeout | undefined
  /** Failed runs in a row. */
  let failures = 0
  /** Passages that are left out until the others of their documents are embedded, by key. */
  const refused = new Map<number, { passage: PendingPassage; error: unknown }>()
  /** Keys of the documents that `onRefused` was called for. */
  const reported = new Set<number>()

  const run = async () => {
    do {
      isRerunRequested = false
      // One batch at a time, so that queries get the embedder in between.
      while (!stopping.signal.aborted && (await embedBatch())) failures = 0
      wakeAfter(await nextRunDelayMs())
    } while (isRerunRequested && !stopping.signal.aborted)
  }
  const wake = () => {
    isRerunRequested = true
    running ??= run()
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return
        wakeAfter(Math.min(retryPauseMs * 2 ** failures, pollIntervalMs))
        failures += 1
        onError(error)
      })
      .finally(() => {
        running = undefined
      })
  }

  function wakeAfter(delayMs: number | undefined): void {
    clearTimeout(timer)
    if (delayMs !== undefined && !stopping.signal.aborted) timer = setTimeout(wake, delayMs).unref()
  }

  /**
   * Returns when the next claim expires: its node may have died. On PostgreSQL it also polls, because another node may
   * have died before it claimed what it wrote.
   */
  async function nextRunDelayMs(): Promise<number | undefined> {
    const expiryMs = await nextClaimExpiryMs(database.unrestricted)
    return database.engine === 'postgres' ? Math.min(expiryMs ?? pollIntervalMs, pollIntervalMs) : expiryMs
  }

  async function embedBatch(): Promise<boolean> {
    const claims = await claimPendingDocuments(database.unrestricted)
    if (claims.length === 0) return false
    try {
      const { rows } = await sql<PendingPassage>`
        select c.org_id, c.key, d.key as document_key, d.id as document_id, d.title, d.language, c.heading, c.body
        from unnest(${claims.map((row) => row.org_id)}::text[], ${claims.map((row) => row.document_key)}::bigint[])
          as claimed (org_id, document_key)
        join document d on d.org_id = claimed.org_id and d.key = claimed.document_key
        join chunk c on c.org_id = d.org_id and c.document_key = d.key
        left join chunk_vector v on v.org_id = c.org_id and v.chunk_key = c.key and v.space_id = ${spaceId}
        where v.chunk_key is null and ${isNotStaged('c')} and c.key <> all(${[...refused.keys()]}::bigint[])
        limit ${batchSize}`.execute(database.unrestricted)
      const embedded = await embedAccepted(rows)
      if (rows.length === batchSize) {
        await database.transaction(async (store) => {
          await upsertVectors(store, spaceId, embedded)
          await releaseClaims(store, claims)
        })
        return true
      }
      const incomplete = new Set([...refused.values()].map(({ passage }) => passage.document_key))
      const isIncomplete = (claim: EmbeddingClaim) => incomplete.has(claim.document_key)
      const complete = claims.filter((claim) => !isIncomplete(claim))
      await database.transaction(async (store) => {
        await upsertVectors(store, spaceId, embedded)
        await completeClaims(store, complete)
        await holdClaims(store, claims.filter(isIncomplete))
      })
      for (const claim of complete) reported.delete(claim.document_key)
      reportRefused()
      return true
    } catch (error) {
      // If this fails as well, the claims expire.
      await releaseClaims(database.unrestricted, claims).catch(() => {})
      throw error
    }
  }

  /** Returns the passages with their vectors, without those that the embedder refuses. */
  async function embedAccepted(passages: PendingPassage[]): Promise<EmbeddedChunk[]> {
    try {
      return await embed(passages)
    } catch (error) {
      if (!isRefusal(error)) throw error
      // If it refuses any text, the passages are not the cause.
      await embedPassages(embedder, [shortText], embedOptions).catch(() => Promise.reject(error))
    }
    const embedded: EmbeddedChunk[] = []
    for (const passage of passages) {
      try {
        embedded.push(...(await embed([passage])))
      } catch (error) {
        if (!isRefusal(error)) throw error
        refused.set(passage.key, { passage, error })
      }
    }
    return embedded
  }

  async function embed(passages: PendingPassage[]): Promise<EmbeddedChunk[]> {
    const vectors = await embedPassages(embedder, passages.map(toPassageText), embedOptions)
    return passages.map((passage, index) => ({
      organizationId: passage.org_id,
      key: passage.key,
      vectors: vectors[index] as PassageVectors,
    }))
  }

  /** Also forgets the refused passages: they are tried again with their documents. */
  function reportRefused(): void {
    for (const { passage, error } of refused.values()) {
      if (reported.has(passage.document_key)) continue
      reported.add(passage.document_key)
      onRefused({ organizationId: passage.org_id, id: passage.document_id }, error)
    }
    refused.clear()
  }

  return {
    wake,
    whenDrained: async () => {
      while (running) await running
    },
    async close() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}

interface PendingPassage {
  org_id: string
  key: number
  document_key: number
  document_id: string
  title: string
  language: string
  heading: string
  body: string
}

/** Builds the same text that indexing embeds. */
function toPassageText({ title, language, heading, body }: PendingPassage): PassageText {
  return buildPassageText({ title, headingPath: splitHeadingPath(heading), text: body, language })
}

/** Returns the id of the embedder's vector space. If it is not the current one, makes it so and enqueues every document. */
export async function ensureEmbeddingSpace(
  database: Database,
  embedder: { name: string; dimensions: number },
): Promise<number> {
  // Nearly every start finds the current space and writes nothing.
  const current = await sql<{ id: number }>`
    select id from embedding_space
    where name = ${embedder.name} and dimensions = ${embedder.dimensions} and is_current`.execute(database.unrestricted)
  if (current.rows[0]) return current.rows[0].id
  return database.transaction(async (store) => {
    const { rows } = await sql<{ id: number; is_current: boolean }>`
      insert into embedding_space (name, dimensions) values (${embedder.name}, ${embedder.dimensions})
      on conflict (name) do update set dimensions = excluded.dimensions returning id, is_current`.execute(store)
    const { id, is_current: isCurrent } = rows[0] as { id: number; is_current: boolean }
    if (isCurrent) return id
    await sql`update embedding_space set is_current = (id = ${id})`.execute(store)
    await sql`
      insert into embedding_waiting (org_id, document_key) select distinct org_id, document_key from chunk
      on conflict (org_id, document_key) do update set taken_until = null`.execute(store)
    return id
  })
}
