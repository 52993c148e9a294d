import { sql } from 'kysely'
import type { Sql } from '../../storage/database.ts'

/** A document whose passages lack vectors, taken by this node. */
export interface EmbeddingClaim {
  org_id: string
  document_key: number
  /** As the database wrote it: it marks what this node took. */
  until: string
}

const claimBatchSize = 16

/** Puts documents on the list of those with passages to embed. */
export async function enqueueForEmbedding(store: Sql, organizationId: string, keys: number[]): Promise<void> {
  await sql`
    insert into embedding_waiting (org_id, document_key)
    select ${organizationId}, key from unnest(${keys}::bigint[]) key
    on conflict (org_id, document_key) do update set taken_until = null`.execute(store)
}

/** A few documents for this node alone, for longer than a batch takes. */
export async function claimPendingDocuments(store: Sql): Promise<EmbeddingClaim[]> {
  const { rows } = await sql<EmbeddingClaim>`
    update embedding_waiting w set taken_until = now() + interval '1 minute'
    from (
      select org_id, document_key from embedding_waiting
      where taken_until is null or taken_until < now()
      order by org_id, document_key limit ${claimBatchSize} for update skip locked
    ) free
    where w.org_id = free.org_id and w.document_key = free.document_key
    returning w.org_id, w.document_key, w.taken_until::text as until`.execute(store)
  return rows
}

/** Off the list. What was written meanwhile has lost our mark, and stays on it. */
export async function completeClaims(store: Sql, taken: EmbeddingClaim[]): Promise<void> {
  await sql`delete from embedding_waiting w using ${matchClaims(taken)}`.execute(store)
}

export async function releaseClaims(store: Sql, taken: EmbeddingClaim[]): Promise<void> {
  await sql`update embedding_waiting w set taken_until = null from ${matchClaims(taken)}`.execute(store)
}

/** Milliseconds until something that is taken is free again; undefined when nothing is. */
export async function nextClaimExpiryMs(store: Sql): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number }>`
    select (1000 * greatest(0, extract(epoch from taken_until - now())))::float8 as ms
    from embedding_waiting where taken_until is not null order by taken_until limit 1`.execute(store)
  return rows[0]?.ms
}

function matchClaims(taken: EmbeddingClaim[]) {
  return sql`unnest(${taken.map((row) => row.org_id)}::text[], ${taken.map((row) => row.document_key)}::bigint[],
      ${taken.map((row) => row.until)}::timestamptz[]) as t (org_id, document_key, until)
    where w.org_id = t.org_id and w.document_key = t.document_key and w.taken_until = t.until`
}
