import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { IngestedDocument } from '../ingest/document.ts'
import type { Embedder, EmbedOptions, PassageText, PassageVectors } from '../models/embedder.ts'
import { vectorBytes, vectorCode } from '../retrieval/vectors/vector-code.ts'
import type { Sql } from '../storage/database.ts'
import { awaitEmbedding } from './embedding-waiting.ts'

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
  /** Writes chunks and vectors of one document inside the caller's transaction; passages that stayed keep their rows. */
  write(
    store: Sql,
    document: { organizationId: string; key: number; audienceId: number },
    text: PreparedText,
  ): Promise<void>
  /** The hashes of the passages a document has now. */
  knownPassages(store: Sql, organizationId: string, documentKey: number): Promise<Set<string>>
}

export const headingSeparator = ' › '
/** More new passages than this are embedded behind the answer to the caller: they are found by their words at once. */
const embeddedAtOnce = 32

export function createDocumentIndex({
  ingest,
  embedder,
  spaceId,
  onPending,
  onWritten,
}: {
  ingest: (text: IndexedText) => Promise<IngestedDocument>
  embedder: Embedder | undefined
  spaceId: number
  /** Told that passages without a vector were written. */
  onPending: () => void
  onWritten: () => void
}): DocumentIndex {
  return {
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
      if (embedder && fresh.size > 0 && fresh.size <= embeddedAtOnce) {
        const embedded = await embedPassages(embedder, [...fresh.values()], { priority: 'bulk' }).catch(
          () => undefined,
        )
        for (const [index, hash] of [...fresh.keys()].entries()) {
          if (embedded?.[index]) vectors.set(hash, embedded[index])
        }
      }
      return { contentHash: hashOf(text), language: ingested.language, chunks, vectors }
    },

    async write(store, { organizationId, key, audienceId }, text) {
      const before = await store
        .selectFrom('chunk')
        .select(['key', 'embed_hash'])
        .where('org_id', '=', organizationId)
        .where('document_key', '=', key)
        .execute()
      const reusable = new Map<string, number[]>()
      for (const row of before) {
        const hash = row.embed_hash.toString('hex')
        reusable.set(hash, [...(reusable.get(hash) ?? []), row.key])
      }
      const placed = text.chunks.map((chunk, ordinal) => ({
        ...chunk,
        ordinal,
        key: reusable.get(chunk.embedHash.toString('hex'))?.shift(),
      }))
      const kept = placed.filter((chunk) => chunk.key !== undefined)
      const added = placed.filter((chunk) => chunk.key === undefined)
      const gone = [...reusable.values()].flat()
      if (gone.length > 0) await removeChunks(store, organizationId, gone)
      if (kept.length > 0) await updateChunks(store, organizationId, audienceId, kept as Kept[])
      if (added.length > 0) {
        onWritten()
        const keys = await insertChunks(store, { organizationId, key, audienceId }, added)
        const pending = await insertVectors(store, { organizationId, spaceId }, added, keys, text.vectors)
        if (pending > 0) {
          await awaitEmbedding(store, organizationId, [key])
          onPending()
        }
      }
    },

    async knownPassages(store, organizationId, documentKey) {
      const rows = await sql<{ hash: string }>`
        select encode(c.embed_hash, 'hex') as hash from chunk c
        join chunk_vector v on v.org_id = c.org_id and v.chunk_key = c.key and v.space_id = ${spaceId}
        where c.org_id = ${organizationId} and c.document_key = ${documentKey}`.execute(store)
      return new Set(rows.rows.map((row) => row.hash))
    },
  }
}

/** With vectors of their sentences where the model gives them. */
export async function embedPassages(
  embedder: Embedder,
  passages: PassageText[],
  options: EmbedOptions,
): Promise<PassageVectors[]> {
  if (embedder.embedPassages) return embedder.embedPassages(passages, options)
  const texts = passages.map(({ context, sentences }) => [context, ...sentences].filter(Boolean).join('\n'))
  return (await embedder.embed(texts, options)).map((vector) => ({ vector, sentences: undefined }))
}

/** Content alone: dates and titles may change without anything being read or embedded anew. */
export function hashOf(text: { content: string; type: string }): Buffer {
  return sha256(`${text.type}\n${text.content}`)
}

type Fresh = PreparedText['chunks'][number] & { ordinal: number }
type Kept = Fresh & { key: number }

async function removeChunks(store: Sql, organizationId: string, keys: number[]): Promise<void> {
  await sql`delete from chunk where org_id = ${organizationId} and key = any(${keys}::bigint[])`.execute(
    store,
  )
}

async function updateChunks(
  store: Sql,
  organizationId: string,
  audienceId: number,
  chunks: Kept[],
): Promise<void> {
  await sql`
    update chunk c
    set ordinal = n.ordinal, heading = n.heading, body = n.body, terms = n.terms, audience_id = ${audienceId}
    from unnest(${chunks.map((c) => c.key)}::bigint[], ${chunks.map((c) => c.ordinal)}::int[],
      ${chunks.map((c) => c.heading)}::text[], ${chunks.map((c) => c.body)}::text[], ${chunks.map((c) => c.terms)}::text[])
      as n (key, ordinal, heading, body, terms)
    where c.org_id = ${organizationId} and c.key = n.key
      and (c.ordinal, c.heading, c.body, c.terms, c.audience_id)
        is distinct from (n.ordinal, n.heading, n.body, n.terms, ${audienceId})`.execute(store)
}

async function insertChunks(
  store: Sql,
  { organizationId, key, audienceId }: { organizationId: string; key: number; audienceId: number },
  chunks: Fresh[],
): Promise<number[]> {
  const inserted = await sql<{ key: number; ordinal: number }>`
    insert into chunk (org_id, document_key, audience_id, ordinal, heading, body, terms, embed_hash)
    select ${organizationId}, ${key}::bigint, ${audienceId}::bigint, n.ordinal, n.heading, n.body, n.terms, decode(n.hash, 'hex')
    from unnest(${chunks.map((c) => c.ordinal)}::int[], ${chunks.map((c) => c.heading)}::text[],
      ${chunks.map((c) => c.body)}::text[], ${chunks.map((c) => c.terms)}::text[],
      ${chunks.map((c) => c.embedHash.toString('hex'))}::text[]) as n (ordinal, heading, body, terms, hash)
    returning key, ordinal`.execute(store)
  const byOrdinal = new Map(inserted.rows.map((row) => [row.ordinal, row.key]))
  return chunks.map((chunk) => byOrdinal.get(chunk.ordinal) as number)
}

/** Returns how many passages still lack a vector. */
async function insertVectors(
  store: Sql,
  { organizationId, spaceId }: { organizationId: string; spaceId: number },
  chunks: Fresh[],
  keys: number[],
  vectors: Map<string, PassageVectors>,
): Promise<number> {
  const rows = chunks
    .map((chunk, index) => ({
      organizationId,
      key: keys[index] as number,
      vectors: vectors.get(chunk.embedHash.toString('hex')),
    }))
    .filter((row): row is EmbeddedChunk => row.vectors !== undefined)
  if (rows.length > 0) await storeVectors(store, spaceId, rows)
  return chunks.length - rows.length
}

/** What was deleted meanwhile is left out; what is there is held until its vector is. */
export async function storeVectors(store: Sql, spaceId: number, rows: EmbeddedChunk[]): Promise<void> {
  // One value that is sent as it is: an array of them would be written out in hexadecimal.
  const parts = rows.map(({ vectors }) => bytesOf(vectors.sentences))
  const bytes = Buffer.concat(parts)
  const codes = Buffer.concat(rows.map(({ vectors }) => bytesOf(vectorCode(vectors.vector))))
  const size = codes.length / rows.length
  let end = 1
  const starts = parts.map((part) => {
    const start = end
    end += part.length
    return start
  })
  await sql`
    insert into chunk_vector (org_id, document_key, audience_id, space_id, chunk_key, embedding, code, sentences)
    select c.org_id, c.document_key, c.audience_id, ${spaceId}::smallint, c.key, n.embedding,
      substring(${codes}::bytea from (n.place::int - 1) * ${size}::int + 1 for ${size}::int),
      case when n.length > 0 then substring(${bytes}::bytea from n.start for n.length) end
    from unnest(${rows.map((row) => row.organizationId)}::text[], ${rows.map((row) => row.key)}::bigint[],
      array[${sql.join(rows.map((row) => sql`${vectorBytes(row.vectors.vector)}::vector`))}], ${starts}::int[],
      ${parts.map((part) => part.length)}::int[]) with ordinality as n (org_id, key, embedding, start, length, place)
    join chunk c on c.org_id = n.org_id and c.key = n.key
    for update of c
    on conflict (org_id, chunk_key) do update
    set space_id = excluded.space_id, embedding = excluded.embedding, code = excluded.code, sentences = excluded.sentences`.execute(
    store,
  )
}

interface EmbeddedChunk {
  organizationId: string
  key: number
  vectors: PassageVectors
}

function bytesOf(vectors: Int8Array | undefined): Uint8Array {
  return vectors ? new Uint8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength) : new Uint8Array()
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
