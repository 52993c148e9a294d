import { sql } from 'kysely'
import { analyze } from '../src/ingest/analyze.ts'
import { ingestVersion } from '../src/ingest/ingest-document.ts'
import { quantizeInt12 } from '../src/search/vector/vector-quantization.ts'
import type { Sql } from '../src/storage/database.ts'
import type { TestApp } from '../test/support/test-app.ts'
import type { SyntheticPassage } from './synthetic-passages.ts'

/** One user can see one of these audiences, another one all of them. */
const audienceCount = 12
/** Every so many passages belong to one more audience, the only one of a third user. */
const rareInterval = 1000

/**
 * Creates an organization for synthetic passages, stored with their vectors without a model, and three users: they see
 * all passages, 8 % and 0.1 % of them.
 */
export async function createSyntheticStore(service: TestApp, space: string) {
  await service.organization('acme')
  const all = await service.person('acme', 'all')
  const few = await service.person('acme', 'few')
  const rare = await service.person('acme', 'rare')
  await service.dataSource('acme', 'made')
  const store = service.database.unrestricted
  const { rows } = await sql<{ id: number }>`
    insert into audience (org_id) select 'acme' from generate_series(0, ${audienceCount}) returning id`.execute(store)
  const ids = rows.map((row) => row.id)
  await sql`insert into audience_principal (org_id, audience_id, principal)
    select 'acme', id, 'user:' || ${all.id} from unnest(${ids}::bigint[]) id`.execute(store)
  await sql`insert into audience_principal (org_id, audience_id, principal)
    values ('acme', ${ids[0]}, 'user:' || ${few.id}::text), ('acme', ${ids[audienceCount]}, 'user:' || ${rare.id}::text)`.execute(
    store,
  )

  return {
    all: all.key,
    few: few.key,
    rare: rare.key,
    audienceIds: ids,
    add: (batch: readonly NumberedPassage[]) => addSyntheticPassages(store, { space, audienceIds: ids }, batch),
  }
}

export type NumberedPassage = SyntheticPassage & { n: number }

/** Adds passages, each as a document of its own, to a synthetic store. */
export async function addSyntheticPassages(
  store: Sql,
  { space, audienceIds: ids }: { space: string; audienceIds: readonly number[] },
  batch: readonly NumberedPassage[],
): Promise<void> {
  await sql`
        with given as (
          select * from unnest(${batch.map((row) => row.n)}::int[], ${batch.map((row) => row.title)}::text[],
            ${batch.map((row) => row.body)}::text[], ${batch.map((row) => analyze(`${row.title} ${row.body}`, 'en').join(' '))}::text[],
            ${batch.map((row) => `[${row.vector.join(',')}]`)}::text[],
            ${batch.map((row) => Buffer.from(quantizeInt12(row.vector).buffer).toString('hex'))}::text[]) as g (n, title, body, terms, vector, code)
        ), documents as (
          insert into document (org_id, root_id, id, title, url, content, content_type, content_hash, audience_id, updated_at, ingest_version)
          select 'acme', 'made', 'item-' || n, title, 'https://example.com/' || n, body, 'markdown', '\\x00',
            (${ids}::bigint[])[case when n % ${rareInterval} = ${rareInterval - 1} then ${audienceCount + 1}::int else 1 + n % ${audienceCount} end],
            timestamptz '2026-01-01' + n * interval '1 second', ${ingestVersion}::smallint from given
          returning key, id, audience_id
        ), chunks as (
          insert into chunk (org_id, document_key, audience_id, ordinal, heading, body, terms, embed_hash)
          select 'acme', d.key, d.audience_id, 0, '', g.body, g.terms, '\\x00'
          from given g join documents d on d.id = 'item-' || g.n
          returning key, document_key, audience_id
        )
        insert into chunk_vector (org_id, chunk_key, document_key, audience_id, space_id, embedding, code)
        select 'acme', c.key, c.document_key, c.audience_id, (select id from embedding_space where name = ${space}), g.vector::vector, decode(g.code, 'hex')
        from chunks c join documents d on d.key = c.document_key join given g on d.id = 'item-' || g.n`.execute(store)
}
