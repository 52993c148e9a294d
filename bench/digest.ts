import { sql } from 'kysely'
import { createTestApp, type TestApp } from '../test/support/test-app.ts'
import { measureTimesMs, percentile } from './http-load.ts'

/** Compares digests over 500 and 5,000 changed documents: a digest selects before it reads. */
export async function benchDigest(print: (line: string) => void): Promise<void> {
  const service = await createTestApp()
  try {
    await service.organization('acme')
    const ada = await service.person('acme', 'ada')
    for (const count of [500, 5000]) await seedChangedItems(service, count)
    await sql`analyze`.execute(service.database.unrestricted)
    // Alternates, so that other load on the machine affects both.
    const times: Record<number, number[]> = { 500: [], 5000: [] }
    for (let round = 0; round < 12; round++) {
      for (const count of [500, 5000]) {
        const durations = await measureTimesMs(1, async () => {
          const reply = await service.call(ada.key, 'GET', `/v1/ask/digest/of-${count}`)
          if (!reply.text.includes('(changed)')) throw new Error(`No digest: ${reply.text.slice(0, 200)}`)
        })
        if (round >= 2) times[count]?.push(...durations)
      }
    }
    const [few, many] = [500, 5000].map((count) => percentile(times[count] ?? [], 0.5)) as [number, number]
    print(
      `digest of 500 changed documents: ${few.toFixed(0)} ms, of 5,000: ${many.toFixed(0)} ms, ratio ${(many / few).toFixed(2)} (target: at most 2)`,
    )
  } finally {
    await service.close()
  }
}

/** Creates a data source of items that changed yesterday, and an assistant for it. */
async function seedChangedItems(service: TestApp, count: number): Promise<void> {
  const root = await service.dataSource('acme', `root-${count}`)
  await service.assistant('acme', `of-${count}`, { scope: { notes: [], dataSources: [root] } })
  const store = service.database.unrestricted
  const yesterday = new Date(Date.now() - 24 * 3600_000)
  const before = new Date(Date.now() - 30 * 24 * 3600_000)
  const filler = 'Nothing else on this page is different from what it was. '.repeat(30)
  await sql`
    insert into document (org_id, root_id, id, title, url, content, content_type, content_hash, audience_id, created_at,
      updated_at, changed_at)
    select s.org_id, s.id, 'item-' || n, 'Item ' || n, 'https://example.com/' || n, 'x', 'markdown', '\\x00',
      s.audience_id, ${before}::timestamptz, ${yesterday}::timestamptz, ${yesterday}::timestamptz + n * interval '1 second'
    from data_source s, generate_series(1, ${count}::int) n where s.id = ${root}`.execute(store)
  await sql`
    insert into chunk (org_id, document_key, audience_id, ordinal, heading, body, terms, embed_hash)
    select d.org_id, d.key, d.audience_id, 0, '', ${filler} || d.title || ' costs 20 euros now.', 'x', '\\x00'
    from document d where d.root_id = ${root}`.execute(store)
  await sql`
    insert into document_version (org_id, document_key, title, content, content_type, plain, written_at, replaced_at)
    select d.org_id, d.key, d.title, 'x', 'markdown', ${filler} || d.title || ' costs 10 euros now.',
      ${before}::timestamptz, d.changed_at
    from document d where d.root_id = ${root}`.execute(store)
}
