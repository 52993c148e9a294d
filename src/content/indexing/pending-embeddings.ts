import { sql } from 'kysely'
import type { Sql } from '../../storage/database.ts'

/** A document with passages to embed, claimed by this node for a limited time. */
export interface EmbeddingClaim {
  org_id: string
  document_key: number
  /** Expiry as printed by the database; it identifies the claim. */
  until: string
}

const claimBatchSize = 16

/** Enqueues documents with passages to embed. Voids any claim on them, so that the node holding it does not mark them complete. */
export async function enqueueForEmbedding(store: Sql, organizationId: string, keys: number[]): Promise<void> {
  await sql`
    insert into embedding_waiting (org_id, document_key)
    select ${organizationId}, key from unnest(${keys}::bigint[]) key
    on conflict (org_id, document_key) do update set taken_until = null`.execute(store)
}

/** Claims a few documents for this node, for longer than a batch takes. */
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

/** Dequeues the claimed documents, except those enqueued again since. */
export async function completeClaims(store: Sql, claims: EmbeddingClaim[]): Promise<void> {
  await sql`delete from embedding_waiting w using ${matchClaims(claims)}`.execute(store)
}

export async function releaseClaims(store: Sql, claims: EmbeddingClaim[]): Promise<void> {
  await sql`update embedding_waiting w set taken_until = null from ${matchClaims(claims)}`.execute(store)
}

/** Keeps the claimed documents back for an hour, unless they are enqueued again, so that others come first. */
export async function holdClaims(store: Sql, claims: EmbeddingClaim[]): Promise<void> {
  await sql`
    update embedding_waiting w set taken_until = now() + interval '1 hour' from ${matchClaims(claims)}`.execute(store)
}

/** Returns the milliseconds until the next claim expires; undefined without claims. */
export async function nextClaimExpiryMs(store: Sql): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number }>`
    select (1000 * greatest(0, extract(epoch from taken_until - now())))::float8 as ms
    from embedding_waiting where taken_until is not null order by taken_until limit 1`.execute(store)
  return rows[0]?.ms
}

function matchClaims(claims: EmbeddingClaim[]) {
  return sql`unnest(${claims.map((row) => row.org_id)}::text[], ${claims.map((row) => row.document_key)}::bigint[],
      ${claims.map((row) => row.until)}::timestamptz[]) as t (org_id, document_key, until)
    where w.org_id = t.org_id and w.document_key = t.document_key and w.taken_until = t.until`
}
