import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { sql } from 'kysely'
import { analyze } from '../src/ingest/analyze.ts'
import { vectorCode } from '../src/retrieval/vector-code.ts'
import { tidyStore } from '../src/storage/tidy-store.ts'
import { type ScratchApp, scratchApp } from '../test/scratch-app.ts'
import { benchEmbedder } from './bench-embedder.ts'
import { percentileMs, post } from './load.ts'
import { madeUpPassages } from './made-up-passages.ts'

const sizes = [1_000, 100_000]
const questions = 60
/** One audience in this many is what the one reader sees; the other sees all. */
const audiences = 12

/** How much longer a search takes in a hundred times as many passages, for who sees all and for who sees 8 %. */
export async function benchSearch(print: (line: string) => void): Promise<void> {
  const embedder = await benchEmbedder()
  const middles = new Map<string, number>()
  try {
    for (const size of sizes) {
      const service = await scratchApp({ embedder })
      try {
        const readers = await fill(service, size, embedder.dimensions, embedder.name, print)
        for (const [who, key] of Object.entries(readers)) {
          const times = await searchTimes(service, key)
          middles.set(`${who} ${size}`, times.middle)
          print(
            `${size} passages, ${who}: p50 ${times.middle.toFixed(1)} ms, p95 ${times.slow.toFixed(1)} ms, memory ${memoryMb()} MB`,
          )
        }
      } finally {
        await service.close()
      }
    }
  } finally {
    await embedder.close()
  }
  const [small, large] = sizes
  for (const who of ['sees 8 %', 'sees all']) {
    const ratio = (middles.get(`${who} ${large}`) ?? 0) / (middles.get(`${who} ${small}`) ?? 1)
    print(`${who}: p50 at ${large} is ${ratio.toFixed(2)} × that at ${small} (wanted: at most 5)`)
  }
}

async function fill(
  service: ScratchApp,
  size: number,
  dimensions: number,
  space: string,
  print: (line: string) => void,
): Promise<Record<string, string>> {
  await service.organization('acme')
  const all = await service.person('acme', 'all')
  const few = await service.person('acme', 'few')
  await service.dataSource('acme', 'made')
  const store = service.database.service
  const { rows: made } = await sql<{ id: number }>`
    insert into audience (org_id) select 'acme' from generate_series(1, ${audiences}) returning id`.execute(
    store,
  )
  const ids = made.map((row) => row.id)
  await sql`insert into audience_principal (org_id, audience_id, principal)
    select 'acme', id, 'user:' || ${all.id} from unnest(${ids}::bigint[]) id`.execute(store)
  await sql`insert into audience_principal (org_id, audience_id, principal)
    values ('acme', ${ids[0]}, 'user:' || ${few.id}::text)`.execute(store)
  const passages = madeUpPassages(7, dimensions)
  const startedAt = performance.now()
  for (let from = 0; from < size; from += 500) {
    const batch = Array.from({ length: Math.min(500, size - from) }, (_, i) => ({
      n: from + i,
      ...passages.next(),
    }))
    await sql`
      with given as (
        select * from unnest(${batch.map((row) => row.n)}::int[], ${batch.map((row) => row.title)}::text[],
          ${batch.map((row) => row.body)}::text[], ${batch.map((row) => analyze(`${row.title} ${row.body}`, 'en').join(' '))}::text[],
          ${batch.map((row) => `[${row.vector.join(',')}]`)}::text[],
          ${batch.map((row) => Buffer.from(vectorCode(row.vector).buffer).toString('hex'))}::text[]) as g (n, title, body, terms, vector, code)
      ), documents as (
        insert into document (org_id, root_id, id, title, url, content, content_type, content_hash, audience_id, updated_at)
        select 'acme', 'made', 'item-' || n, title, 'https://example.com/' || n, body, 'markdown', '\\x00',
          (${ids}::bigint[])[1 + n % ${audiences}], timestamptz '2026-01-01' + n * interval '1 second' from given
        returning key, id, audience_id
      ), chunks as (
        insert into chunk (org_id, document_key, audience_id, ordinal, heading, body, terms, embed_hash)
        select 'acme', d.key, d.audience_id, 0, '', g.body, g.terms, '\\x00'
        from given g join documents d on d.id = 'item-' || g.n
        returning key, document_key, audience_id
      )
      insert into chunk_vector (org_id, chunk_key, document_key, audience_id, space_id, embedding, code)
      select 'acme', c.key, c.document_key, c.audience_id, (select id from embedding_space where name = ${space}), g.vector::vector, decode(g.code, 'hex')
      from chunks c join documents d on d.key = c.document_key join given g on d.id = 'item-' || g.n`.execute(
      store,
    )
  }
  const seconds = (performance.now() - startedAt) / 1000
  await tidyStore(service.database)
  print(`${size} passages with their vectors stored at ${(size / seconds).toFixed(0)} a second`)
  return { 'sees 8 %': few.key, 'sees all': all.key }
}

async function searchTimes(service: ScratchApp, key: string): Promise<{ middle: number; slow: number }> {
  const url = await service.address()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const asked = madeUpPassages(99, 8)
  const times: number[] = []
  for (let n = 0; n < questions + 10; n++) {
    const query = asked.question()
    const startedAt = performance.now()
    await post(`${url}/v1/search`, agent, { authorization: `Bearer ${key}` }, { query, limit: 10 })
    if (n >= 10) times.push(performance.now() - startedAt)
  }
  agent.destroy()
  return { middle: percentileMs(times, 0.5), slow: percentileMs(times, 0.95) }
}

function memoryMb(): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return Math.round(Number(kb) / 1024)
}
