import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type IngestedDocument, ingestVersion } from '../../ingest/ingest-document.ts'
import type { Embedder, EmbedOptions, PassageText, PassageVectors } from '../../models/embedder.ts'
import type { Database, Sql } from '../../storage/database.ts'
import { headingSeparator } from './heading-path.ts'
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

/** A text ready to be written: its columns, its chunks, and the vectors of the chunks that were not embedded before. */
export interface PreparedText {
  columns: {
    title: string
    content: string
    content_type: 'markdown' | 'html'
    content_hash: Buffer
    language: string
    ingest_version: number
  }
  chunks: Omit<PassageInput, 'ordinal'>[]
  vectors: Map<string, PassageVectors>
}

export interface DocumentIndex {
  /** Chunks and embeds a text, except passages that the stored document already has a vector for. */
  prepare(text: IndexedText, document: { organizationId: string; key: number | undefined }): Promise<PreparedText>
  /**
   * Runs `work`, whose transaction writes the text of a document. Stages most passages of a large one before, in small
   * batches, so that no query waits long for the single session of the embedded database. They stay invisible until
   * `write`, and are removed again if `work` fails.
   */
  withStaging<T>(
    document: DocumentRef & {
      key: number | undefined
      /** Expected audience of the passages; undefined: nothing is staged. */
      audienceId: number | undefined
    },
    text: PreparedText | undefined,
    work: () => Promise<T>,
  ): Promise<T>
  /** Writes chunks and vectors of one document inside the caller's transaction; unchanged passages keep their rows. */
  write(
    store: Sql,
    document: { organizationId: string; key: number; audienceId: number },
    text: PreparedText,
  ): Promise<void>
}

/** Documents with more new passages than this are embedded in the background; until then only their words are indexed. */
const maxInlineEmbeddings = 32
/** Up to this many new passages are written in less than a fifth of a second, together with the document itself. */
const maxUnstagedPassages = 128
/**
 * A batch of this cost takes 5 to 10 ms: a query makes four round trips to the database and can wait for a batch each
 * time. Updating the word index dominates, so the cost counts terms: about sixteen passages of prose.
 */
const maxBatchCost = 14_000
const writeCost = ({ terms }: { terms: string }) => 200 + terms.length

export function createDocumentIndex({
  database,
  ingest,
  embedder,
  spaceId,
  onEmbeddingsPending,
  onPassagesWritten,
  now,
  newId,
}: {
  database: Database
  ingest: (text: IndexedText) => Promise<IngestedDocument>
  embedder: Embedder | undefined
  spaceId: number
  /** Called inside the transaction that writes passages without vectors. */
  onEmbeddingsPending: () => void
  onPassagesWritten: (count: number) => void
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
      const staged = await database.transaction((store) =>
        beginStaging(store, document, { writer: newId(), at: now() }),
      )
      try {
        if (staged) await stagePassages(staged, audienceId, await missing(staged.key))
        return await work()
      } finally {
        // If this fails as well, the retention job removes the staged passages.
        if (staged) await abandonStaging(database, staged, now).catch(() => {})
      }
    },

    async prepare(text, { organizationId, key }) {
      const ingested = await ingest(text)
      const chunks = ingested.chunks.map((chunk) => ({
        heading: chunk.headingPath.join(headingSeparator),
        body: chunk.text,
        terms: chunk.terms,
        // Without the title of the document: a new title alone needs no new embedding.
        embedHash: sha256(`${chunk.headingPath.join('\n')}\n\n${chunk.text}`),
        isLinkList: chunk.isLinkList,
        pages: chunk.pages,
        passage: chunk.passage,
      }))
      const embedded = key === undefined ? new Set() : await loadEmbeddedHashes(organizationId, key)
      const missing = new Map(
        chunks
          .map((chunk) => [chunk.embedHash.toString('hex'), chunk.passage] as const)
          .filter(([hash]) => !embedded.has(hash)),
      )
      const vectors = new Map<string, PassageVectors>()
      if (embedder && missing.size > 0 && missing.size <= maxInlineEmbeddings) {
        // After a failure the backlog embeds these passages, and logs if it fails, too.
        const computed = await embedPassages(embedder, [...missing.values()], { priority: 'bulk' }).catch(() => [])
        for (const [index, hash] of [...missing.keys()].entries()) {
          if (computed[index]) vectors.set(hash, computed[index])
        }
      }
      const columns = {
        title: text.title,
        content: text.content,
        content_type: text.type,
        content_hash: hashContent(text),
        language: ingested.language,
        ingest_version: ingestVersion,
      }
      return { columns, chunks, vectors }
    },

    async write(store, { organizationId, key, audienceId }, text) {
      const staged = await endStaging(store, organizationId, key)
      const before = await loadPassages(store, organizationId, key)
      const diff = diffPassages(text.chunks, audienceId, before)
      const { unchanged, updated, added, removed } = diff
      if (staged) await transferVectors(store, organizationId, diff)
      if (removed.length > 0) await deleteChunks(store, organizationId, removed)
      if (updated.length > 0) await updateChunks(store, organizationId, audienceId, updated)
      if (added.length === 0 && !staged) return
      const addedKeys = added.length > 0 ? await insertChunks(store, { organizationId, key, audienceId }, added) : []
      const written = [
        ...addedKeys.map((chunkKey, index) => ({
          key: chunkKey,
          hash: added[index]?.embedHash.toString('hex') ?? '',
        })),
        ...unchanged.filter((passage) => staged && passage.key > staged.afterKey),
      ]
      onPassagesWritten(written.length)
      const pending = await insertAvailableVectors(store, { organizationId, spaceId }, written, text.vectors)
      if (pending === 0) return
      await enqueueForEmbedding(store, organizationId, [key])
      onEmbeddingsPending()
    },
  }

  async function loadEmbeddedHashes(organizationId: string, documentKey: number): Promise<Set<string>> {
    const { rows } = await sql<{ hash: string }>`
      select encode(c.embed_hash, 'hex') as hash from chunk c
      join chunk_vector v on v.org_id = c.org_id and v.chunk_key = c.key and v.space_id = ${spaceId}
      where c.org_id = ${organizationId} and c.document_key = ${documentKey}`.execute(database.unrestricted)
    return new Set(rows.map((row) => row.hash))
  }

  /** Writes the passages batch by batch; stops when another writer takes the document over. */
  async function stagePassages(
    staged: StagedDocument,
    audienceId: number,
    passages: readonly PassageInput[],
  ): Promise<void> {
    for (const batch of splitIntoBatches(passages)) {
      const condition = { name: 'ours', tables: ownedStagingSql(staged, now()) }
      const keys = await insertChunks(database.unrestricted, { ...staged, audienceId }, batch, condition)
      if (keys.length === 0) return
    }
  }
}

function* splitIntoBatches(passages: readonly PassageInput[]): Generator<PassageInput[]> {
  let batch: PassageInput[] = []
  let cost = 0
  for (const passage of passages) {
    batch.push(passage)
    cost += writeCost(passage)
    if (cost < maxBatchCost) continue
    yield batch
    batch = []
    cost = 0
  }
  if (batch.length > 0) yield batch
}

/** Embeds passages, including their sentences if the model supports it. */
export async function embedPassages(
  embedder: Embedder,
  passages: PassageText[],
  options: EmbedOptions,
): Promise<PassageVectors[]> {
  if (embedder.embedPassages) return embedder.embedPassages(passages, options)
  const texts = passages.map(({ context, sentences }) => [context, ...sentences].filter(Boolean).join('\n'))
  return (await embedder.embed(texts, options)).map((vector) => ({ vector, sentenceVectors: undefined }))
}

/** Returns the hash of the content alone: a new date or title does not make a document a different one. */
export function hashContent(text: { content: string; type: string }): Buffer {
  return sha256(`${text.type}\n${text.content}`)
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
