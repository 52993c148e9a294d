import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { PassagePages } from '../../ingest/passage-pages.ts'
import type { PassageVectors } from '../../models/embedder.ts'
import { encodePgvector, quantizeInt12 } from '../../search/vector/vector-quantization.ts'
import type { Sql } from '../../storage/database.ts'
import { asPrepared } from '../../storage/prepared-statements.ts'

/** A passage to write, with its position in the document. */
export interface PassageInput {
  ordinal: number
  heading: string
  body: string
  terms: string
  embedHash: Buffer
  isLinkList: boolean
  pages: PassagePages | undefined
}

export interface ExistingPassage {
  key: number
  ordinal: number
  audience_id: number
  hash: string
  /** Of heading, body, terms, the mark of link lists and the pages. */
  digest: string
}

/** Returns the stored passages of a document in order, staged ones included. */
export async function loadPassages(
  store: Sql,
  organizationId: string,
  documentKey: number,
): Promise<ExistingPassage[]> {
  const { rows } = await sql<ExistingPassage>`${asPrepared}
    select key, ordinal, audience_id, encode(embed_hash, 'hex') as hash, md5(concat_ws(E'\n', heading, body, terms, case when is_link_list then 'links' end, pages::text)) as digest
    from chunk where org_id = ${organizationId} and document_key = ${documentKey} order by ordinal, key`.execute(store)
  return rows
}

export interface PassageDiff {
  /** Same position, same text, same audience. */
  unchanged: { key: number; hash: string }[]
  /** Same text, but another position, other terms or another audience. */
  updated: (PassageInput & { key: number })[]
  added: PassageInput[]
  removed: ExistingPassage[]
}

/** Assigns the passages of a text to the stored rows, so that as few as possible are rewritten. */
export function diffPassages(
  passages: readonly Omit<PassageInput, 'ordinal'>[],
  audienceId: number,
  before: readonly ExistingPassage[],
): PassageDiff {
  const exact = new Map(
    before
      .filter((row) => row.audience_id === audienceId)
      .map((row) => [`${row.ordinal} ${row.hash} ${row.digest}`, row]),
  )
  const matched = passages.map((passage, ordinal) => {
    const hash = passage.embedHash.toString('hex')
    return { ...passage, ordinal, hash, row: exact.get(`${ordinal} ${hash} ${computeDigest(passage)}`) }
  })
  const used = new Set(matched.map(({ row }) => row))
  const free = new Map<string, ExistingPassage[]>()
  for (const row of before.filter((row) => !used.has(row)).reverse()) {
    const sameHash = free.get(row.hash)
    if (sameHash) sameHash.push(row)
    else free.set(row.hash, [row])
  }
  const diff: PassageDiff = { unchanged: [], updated: [], added: [], removed: [] }
  for (const { row, hash, ...passage } of matched) {
    const key = row?.key ?? free.get(hash)?.pop()?.key
    if (key === undefined) diff.added.push(passage)
    else if (row) diff.unchanged.push({ key, hash })
    else diff.updated.push({ ...passage, key })
  }
  diff.removed = [...free.values()].flat()
  return diff
}

function computeDigest({ heading, body, terms, isLinkList, pages }: Omit<PassageInput, 'ordinal'>): string {
  return createHash('md5')
    .update(
      [heading, body, terms, isLinkList ? 'links' : null, toPgArray(pages)].filter((part) => part !== null).join('\n'),
    )
    .digest('hex')
}

/** Returns the text form of an array in PostgreSQL: `{{0,12},{340,13}}`. */
function toPgArray(pages: PassagePages | undefined): string | null {
  return pages ? JSON.stringify(pages).replaceAll('[', '{').replaceAll(']', '}') : null
}

/** Moves the vectors of removed passages to staged ones with the same text. */
export async function transferVectors(
  store: Sql,
  organizationId: string,
  { unchanged, removed }: PassageDiff,
): Promise<void> {
  const successors = new Map(unchanged.map(({ hash, key }) => [hash, key]))
  const pairs = removed.flatMap(({ hash, key: from }) => {
    const to = successors.get(hash)
    successors.delete(hash)
    return to === undefined ? [] : [{ from, to }]
  })
  if (pairs.length === 0) return
  await sql`
    update chunk_vector v set chunk_key = pair.new
    from unnest(${pairs.map(({ from }) => from)}::bigint[], ${pairs.map(({ to }) => to)}::bigint[]) as pair (old, new)
    where v.org_id = ${organizationId} and v.chunk_key = pair.old
      and not exists (select from chunk_vector w where w.org_id = v.org_id and w.chunk_key = pair.new)`.execute(store)
}

export async function deleteChunks(
  store: Sql,
  organizationId: string,
  passages: readonly ExistingPassage[],
): Promise<void> {
  const keys = passages.map(({ key }) => key)
  await sql`delete from chunk where org_id = ${organizationId} and key = any(${keys}::bigint[])`.execute(store)
}

export async function updateChunks(
  store: Sql,
  organizationId: string,
  audienceId: number,
  chunks: (PassageInput & { key: number })[],
): Promise<void> {
  await sql`
    update chunk c
    set ordinal = n.ordinal, heading = n.heading, body = n.body, terms = n.terms, is_link_list = n.is_link_list,
      pages = n.pages::integer[], audience_id = ${audienceId}
    from unnest(${chunks.map((c) => c.key)}::bigint[], ${chunks.map((c) => c.ordinal)}::int[],
      ${chunks.map((c) => c.heading)}::text[], ${chunks.map((c) => c.body)}::text[], ${chunks.map((c) => c.terms)}::text[],
      ${chunks.map((c) => c.isLinkList)}::boolean[], ${chunks.map((c) => toPgArray(c.pages))}::text[])
      as n (key, ordinal, heading, body, terms, is_link_list, pages)
    where c.org_id = ${organizationId} and c.key = n.key
      and (c.ordinal, c.heading, c.body, c.terms, c.is_link_list, c.pages, c.audience_id)
        is distinct from (n.ordinal, n.heading, n.body, n.terms, n.is_link_list, n.pages::integer[], ${audienceId})`.execute(
    store,
  )
}

export async function insertChunks(
  store: Sql,
  { organizationId, key, audienceId }: { organizationId: string; key: number; audienceId: number },
  chunks: readonly PassageInput[],
  /** Inserts only if the common table expression `name` has a row. */
  condition?: { name: string; tables: RawBuilder<unknown> },
): Promise<number[]> {
  const inserted = await sql<{ key: number; ordinal: number }>`
    ${condition ? sql`with ${condition.tables}` : sql``}
    insert into chunk (org_id, document_key, audience_id, ordinal, heading, body, terms, embed_hash, is_link_list, pages)
    select ${organizationId}, ${key}::bigint, ${audienceId}::bigint, n.ordinal, n.heading, n.body, n.terms,
      decode(n.hash, 'hex'), n.is_link_list, n.pages::integer[]
    from unnest(${chunks.map((c) => c.ordinal)}::int[], ${chunks.map((c) => c.heading)}::text[],
      ${chunks.map((c) => c.body)}::text[], ${chunks.map((c) => c.terms)}::text[],
      ${chunks.map((c) => c.embedHash.toString('hex'))}::text[], ${chunks.map((c) => c.isLinkList)}::boolean[],
      ${chunks.map((c) => toPgArray(c.pages))}::text[])
      as n (ordinal, heading, body, terms, hash, is_link_list, pages)
    ${condition ? sql`cross join ${sql.ref(condition.name)}` : sql``}
    returning key, ordinal`.execute(store)
  const byOrdinal = new Map(inserted.rows.map((row) => [row.ordinal, row.key]))
  return chunks.flatMap((chunk) => byOrdinal.get(chunk.ordinal) ?? [])
}

/** Stores the vectors of those passages that have one. Returns how many do not. */
export async function insertAvailableVectors(
  store: Sql,
  { organizationId, spaceId }: { organizationId: string; spaceId: number },
  passages: readonly { key: number; hash: string }[],
  vectors: Map<string, PassageVectors>,
): Promise<number> {
  const rows = passages
    .map(({ key, hash }) => ({ organizationId, key, vectors: vectors.get(hash) }))
    .filter((row): row is EmbeddedChunk => row.vectors !== undefined)
  await upsertVectors(store, spaceId, rows)
  return passages.length - rows.length
}

/** Stores vectors. Skips chunks deleted meanwhile, and locks the others so that they stay until the commit. */
export async function upsertVectors(store: Sql, spaceId: number, rows: EmbeddedChunk[]): Promise<void> {
  if (rows.length === 0) return
  // Some documents repeat a passage thousands of times: each distinct vector is sent once.
  const distinct = [...new Set(rows.map(({ vectors }) => vectors))]
  const slots = new Map(distinct.map((vectors, index) => [vectors, index + 1]))
  // One binary parameter: an array of bytea would be sent as hexadecimal text.
  const parts = distinct.map(({ sentenceVectors }) => toBytes(sentenceVectors))
  const bytes = Buffer.concat(parts)
  const codes = Buffer.concat(distinct.map(({ vector }) => toBytes(quantizeInt12(vector))))
  const size = codes.length / distinct.length
  let end = 1
  const starts = parts.map((part) => {
    const start = end
    end += part.length
    return start
  })
  await sql`
    insert into chunk_vector (org_id, document_key, audience_id, space_id, chunk_key, embedding, code, sentences)
    select c.org_id, c.document_key, c.audience_id, ${spaceId}::smallint, c.key, v.embedding, v.code, v.sentences
    from unnest(${rows.map((row) => row.organizationId)}::text[], ${rows.map((row) => row.key)}::bigint[],
      ${rows.map((row) => slots.get(row.vectors))}::int[]) as n (org_id, key, slot)
    join (
      select slot, embedding, substring(${codes}::bytea from (slot::int - 1) * ${size}::int + 1 for ${size}::int) as code,
        case when length > 0 then substring(${bytes}::bytea from start for length) end as sentences
      from unnest(array[${sql.join(distinct.map(({ vector }) => sql`${encodePgvector(vector)}::vector`))}], ${starts}::int[],
        ${parts.map((part) => part.length)}::int[]) with ordinality as sent (embedding, start, length, slot)
    ) v on v.slot = n.slot
    join chunk c on c.org_id = n.org_id and c.key = n.key
    for update of c
    on conflict (org_id, chunk_key) do update
    set space_id = excluded.space_id, embedding = excluded.embedding, code = excluded.code, sentences = excluded.sentences`.execute(
    store,
  )
}

export interface EmbeddedChunk {
  organizationId: string
  key: number
  vectors: PassageVectors
}

function toBytes(vectors: Int8Array | undefined): Uint8Array {
  return vectors ? new Uint8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength) : new Uint8Array()
}
