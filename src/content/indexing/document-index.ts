import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { IngestedDocument } from '../../ingest/ingest-document.ts'
import type { Embedder, EmbedOptions, PassageText, PassageVectors } from '../../models/embedder.ts'
import type { Database, Sql } from '../../storage/database.ts'
import {
  deleteChunks,
  diffPassages,
  insertAvailableVectors,
  insertChunks,
  loadPassages,
  type PassageInput,
  transferVectors,
  updateChunks,
} from './passage-rows.ts'
import { enqueueForEmbedding } from './pending-embeddings.ts'
import {
  abandonStaging,
  beginStaging,
  type DocumentRef,
  endStaging,
  ownedStagingSql,
  type StagedDocument,
} from './staged-documents.ts'

export interface IndexedText {
  title: string
  content: string
  type: 'markdown' | 'html'
}

/** A text made ready to be found: its chunks, and the vectors of those that were not embedded before. */
export interface PreparedText {
  contentHash: Buffer
  language: string
  chunks: { heading: string; body: string; terms: string; embedHash: Buffer }[]
  vectors: Map<string, PassageVectors>
}

export interface DocumentIndex {
  /** Cuts and embeds a text. `known` holds what is embedded already, by hash, and is not embedded again. */
  prepare(text: IndexedText, known: ReadonlySet<string>): Promise<PreparedText>
  /**
   * Does the work, whose transaction writes the text of a document. Of a large one most is written ahead of it, a little
   * at a time, so that nobody waits long for the embedded database's one session; nobody sees it before `write`.
   */
  withStaging<T>(
    document: DocumentRef & {
      key: number | undefined
      /** Whose it will be, as far as that is known before; undefined: nothing is written ahead. */
      audienceId: number | undefined
    },
    text: PreparedText | undefined,
    work: () => Promise<T>,
  ): Promise<T>
  /** Writes chunks and vectors of one document inside the caller's transaction; passages that stayed keep their rows. */
  write(
    store: Sql,
    document: { organizationId: string; key: number; audienceId: number },
    text: PreparedText,
  ): Promise<void>
  /** The hashes of the passages a document has now. */
  loadEmbeddedHashes(store: Sql, organizationId: string, documentKey: number): Promise<Set<string>>
}

export const headingSeparator = ' › '
/** More new passages than this are embedded behind the answer to the caller: they are found by their words at once. */
const maxInlineEmbeddings = 32
/** So many new passages are written in less than a fifth of a second, with the document itself; of more, most ahead of it. */
const maxUnstagedPassages = 128
/**
 * Written in 5 to 10 ms: a question comes to the database four times, and may have to wait for a slice each time. The word
 * index takes most of it, so terms are what counts: some sixteen passages of prose, or more that repeat themselves.
 */
const maxBatchCost = 14_000
const writeCost = ({ terms }: { terms: string }) => 200 + terms.length

export function createDocumentIndex({
  database,
  ingest,
  embedder,
  spaceId,
  onPending,
  onWritten,
  now,
  newId,
}: {
  database: Database
  ingest: (text: IndexedText) => Promise<IngestedDocument>
  embedder: Embedder | undefined
  spaceId: number
  /** Told that passages without a vector were written. */
  onPending: () => void
  /** Told how many passages were written. */
  onWritten: (passages: number) => void
  now: () => Date
  newId: () => string
}): DocumentIndex {
  return {
    async withStaging(document, text, work) {
      const { organizationId, key, audienceId } = document
      if (!text || audienceId === undefined || text.chunks.length <= maxUnstagedPassages) return work()
      const missing = async (documentKey: number) => {
        const before = await loadPassages(database.unrestricted, organizationId, documentKey)
        const { added, updated } = diffPassages(text.chunks, audienceId, before)
        return [...added, ...updated]
      }
      if (key !== undefined && (await missing(key)).length <= maxUnstagedPassages) return work()
      const unfinished = await database.transaction((store) =>
        beginStaging(store, document, { writer: newId(), at: now() }),
      )
      try {
        if (unfinished) await writeSlices(unfinished, audienceId, await missing(unfinished.key))
        return await work()
      } finally {
        // Where even that fails, it is left to the sweep.
        if (unfinished) await abandonStaging(database, unfinished, now).catch(() => {})
      }
    },

    async prepare(text, known) {
      const ingested = await ingest(text)
      const chunks = ingested.chunks.map((chunk) => ({
        heading: chunk.headingPath.join(headingSeparator),
        body: chunk.text,
        terms: chunk.terms,
        // Of the passage without its title: a new title alone costs no new embedding.
        embedHash: sha256(`${chunk.headingPath.join('\n')}\n\n${chunk.text}`),
        passage: chunk.passage,
      }))
      const vectors = new Map<string, PassageVectors>()
      const fresh = new Map(
        chunks
          .map((chunk) => [chunk.embedHash.toString('hex'), chunk.passage] as const)
          .filter(([hash]) => !known.has(hash)),
      )
      if (embedder && fresh.size > 0 && fresh.size <= maxInlineEmbeddings) {
        const embedded = await embedPassages(embedder, [...fresh.values()], { priority: 'bulk' }).catch(
          () => undefined,
        )
        for (const [index, hash] of [...fresh.keys()].entries()) {
          if (embedded?.[index]) vectors.set(hash, embedded[index])
        }
      }
      return { contentHash: hashContent(text), language: ingested.language, chunks, vectors }
    },

    async write(store, { organizationId, key, audienceId }, text) {
      const ended = await endStaging(store, organizationId, key)
      const before = await loadPassages(store, organizationId, key)
      const placement = diffPassages(text.chunks, audienceId, before)
      const { unchanged, updated, added, removed } = placement
      if (ended) await transferVectors(store, organizationId, placement)
      if (removed.length > 0) await deleteChunks(store, organizationId, removed)
      if (updated.length > 0) await updateChunks(store, organizationId, audienceId, updated)
      if (added.length === 0 && !ended) return
      const keys =
        added.length > 0 ? await insertChunks(store, { organizationId, key, audienceId }, added) : []
      const unread = [
        ...keys.map((chunkKey, index) => ({
          key: chunkKey,
          hash: added[index]?.embedHash.toString('hex') ?? '',
        })),
        ...unchanged.filter((passage) => ended && passage.key > ended.afterKey),
      ]
      onWritten(unread.length)
      const pending = await insertAvailableVectors(store, { organizationId, spaceId }, unread, text.vectors)
      if (pending === 0) return
      await enqueueForEmbedding(store, organizationId, [key])
      onPending()
    },

    async loadEmbeddedHashes(store, organizationId, documentKey) {
      const rows = await sql<{ hash: string }>`
        select encode(c.embed_hash, 'hex') as hash from chunk c
        join chunk_vector v on v.org_id = c.org_id and v.chunk_key = c.key and v.space_id = ${spaceId}
        where c.org_id = ${organizationId} and c.document_key = ${documentKey}`.execute(store)
      return new Set(rows.rows.map((row) => row.hash))
    },
  }

  /** Until all are written, or another writer has taken over. */
  async function writeSlices(
    unfinished: StagedDocument,
    audienceId: number,
    passages: readonly PassageInput[],
  ): Promise<void> {
    for (const slice of splitIntoBatches(passages)) {
      const condition = { name: 'ours', tables: ownedStagingSql(unfinished, now()) }
      const written = await insertChunks(
        database.unrestricted,
        { ...unfinished, audienceId },
        slice,
        condition,
      )
      if (written.length === 0) return
    }
  }
}

function* splitIntoBatches(passages: readonly PassageInput[]): Generator<PassageInput[]> {
  let slice: PassageInput[] = []
  let weight = 0
  for (const passage of passages) {
    slice.push(passage)
    weight += writeCost(passage)
    if (weight < maxBatchCost) continue
    yield slice
    slice = []
    weight = 0
  }
  if (slice.length > 0) yield slice
}

/** With vectors of their sentences where the model gives them. */
export async function embedPassages(
  embedder: Embedder,
  passages: PassageText[],
  options: EmbedOptions,
): Promise<PassageVectors[]> {
  if (embedder.embedPassages) return embedder.embedPassages(passages, options)
  const texts = passages.map(({ context, sentences }) => [context, ...sentences].filter(Boolean).join('\n'))
  return (await embedder.embed(texts, options)).map((vector) => ({ vector, sentenceVectors: undefined }))
}

/** Content alone: dates and titles may change without anything being read or embedded anew. */
export function hashContent(text: { content: string; type: string }): Buffer {
  return sha256(`${text.type}\n${text.content}`)
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
