import { sql } from 'kysely'
import { isNotStaged } from '../../access/visibility.ts'
import { buildPassageText } from '../../ingest/passage-text.ts'
import type { Embedder, PassageText, PassageVectors } from '../../models/embedder.ts'
import type { Database } from '../../storage/database.ts'
import { embedPassages } from './document-index.ts'
import { splitHeadingPath } from './heading-path.ts'
import { upsertVectors } from './passage-rows.ts'
import {
  claimPendingDocuments,
  completeClaims,
  nextClaimExpiryMs,
  releaseClaims,
} from './pending-embeddings.ts'

export interface EmbeddingBacklog {
  /** Passages without a vector were written: embed them soon. */
  wake(): void
  /** Resolves when nothing is waiting any more. */
  whenDrained(): Promise<void>
  close(): Promise<void>
}

const batchSize = 64

/**
 * Embeds, behind everything else, the passages that have no vector of the current model yet: those of large documents
 * and of bulk loads, those that a crash left, and all of them after a change of model.
 */
export function createEmbeddingBacklog({
  database,
  embedder,
  spaceId,
  onError,
  lookMs = 60_000,
}: {
  database: Database
  embedder: Embedder
  spaceId: number
  onError: (error: unknown) => void
  /** How often to look for what other nodes left. */
  lookMs?: number
}): EmbeddingBacklog {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let isAskedAgain = false

  let later: NodeJS.Timeout | undefined

  const run = async () => {
    do {
      isAskedAgain = false
      while (!stopping.signal.aborted && (await embedBatch())) {
        // One batch after the other: questions get in between.
      }
      await comeBack()
    } while (isAskedAgain && !stopping.signal.aborted)
  }
  const wake = () => {
    isAskedAgain = true
    running ??= run()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) onError(error)
      })
      .finally(() => {
        running = undefined
      })
  }

  /**
   * What another node took, or this one before it was killed, is free again after a while. Where there are other nodes,
   * one of them may have died with what it had written and not begun: this one looks from time to time.
   */
  async function comeBack(): Promise<void> {
    clearTimeout(later)
    if (stopping.signal.aborted) return
    const inMs =
      (await nextClaimExpiryMs(database.unrestricted)) ??
      (database.engine === 'postgres' ? lookMs : undefined)
    if (inMs !== undefined) later = setTimeout(wake, inMs).unref()
  }

  async function embedBatch(): Promise<boolean> {
    const taken = await claimPendingDocuments(database.unrestricted)
    if (taken.length === 0) return false
    try {
      const { rows } = await sql<PendingPassage>`
        select c.org_id, c.key, d.title, d.language, c.heading, c.body
        from unnest(${taken.map((row) => row.org_id)}::text[], ${taken.map((row) => row.document_key)}::bigint[])
          as taken (org_id, document_key)
        join document d on d.org_id = taken.org_id and d.key = taken.document_key
        join chunk c on c.org_id = d.org_id and c.document_key = d.key
        left join chunk_vector v on v.org_id = c.org_id and v.chunk_key = c.key and v.space_id = ${spaceId}
        where v.chunk_key is null and ${isNotStaged('c')} limit ${batchSize}`.execute(database.unrestricted)
      const vectors = await embedPassages(embedder, rows.map(toPassageText), {
        priority: 'background',
        signal: stopping.signal,
      })
      await database.transaction(async (store) => {
        const embedded = rows.map((row, index) => ({
          organizationId: row.org_id,
          key: row.key,
          vectors: vectors[index] as PassageVectors,
        }))
        await upsertVectors(store, spaceId, embedded)
        await (rows.length < batchSize ? completeClaims : releaseClaims)(store, taken)
      })
      return true
    } catch (error) {
      await releaseClaims(database.unrestricted, taken)
      throw error
    }
  }

  return {
    wake,
    whenDrained: async () => {
      while (running) await running
    },
    async close() {
      stopping.abort()
      clearTimeout(later)
      await running
    },
  }
}

interface PendingPassage {
  org_id: string
  key: number
  title: string
  language: string
  heading: string
  body: string
}

/** The same that indexing embeds. */
function toPassageText({ title, language, heading, body }: PendingPassage): PassageText {
  return buildPassageText({ title, headingPath: splitHeadingPath(heading), text: body, language })
}

/** The number of the embedder's vector space. Where it is not the one in use until now, every document waits for it. */
export async function ensureEmbeddingSpace(
  database: Database,
  embedder: { name: string; dimensions: number },
): Promise<number> {
  // Nearly every start finds it as it was, and has nothing to write.
  const known = await sql<{ id: number }>`
    select id from embedding_space
    where name = ${embedder.name} and dimensions = ${embedder.dimensions} and is_current`.execute(
    database.unrestricted,
  )
  if (known.rows[0]) return known.rows[0].id
  return database.transaction(async (store) => {
    const { rows } = await sql<{ id: number; is_current: boolean }>`
      insert into embedding_space (name, dimensions) values (${embedder.name}, ${embedder.dimensions})
      on conflict (name) do update set dimensions = excluded.dimensions returning id, is_current`.execute(
      store,
    )
    const { id, is_current: isCurrent } = rows[0] as { id: number; is_current: boolean }
    if (isCurrent) return id
    await sql`update embedding_space set is_current = (id = ${id})`.execute(store)
    await sql`
      insert into embedding_waiting (org_id, document_key) select distinct org_id, document_key from chunk
      on conflict (org_id, document_key) do update set taken_until = null`.execute(store)
    return id
  })
}
