import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mayBeOutdated } from '../../src/content/reindexing.ts'
import { contentFixture, createTestApp, type TestApp } from '../support/test-app.ts'

let service: TestApp
let key: string
const embedded: string[] = []
const embedder = {
  name: 'test-letters',
  dimensions: 4,
  embed: async (texts: string[]) => {
    embedded.push(...texts)
    return texts.map((text) => new Float32Array([1, text.length, text.charCodeAt(0), 0]))
  },
  close: async () => {},
}

beforeAll(async () => {
  service = await createTestApp({ embedder })
  await service.organization('acme')
  key = (await service.person('acme', 'ada', { role: 'admin' })).key
  await service.dataSource('acme', 'tickets')
})
afterAll(() => service.close())

const store = () => service.database.unrestricted

async function storedTexts(table: 'chunk' | 'archived_chunk' = 'chunk') {
  const { rows } = await sql<{ body: string; is_link_list: boolean }>`
    select body, is_link_list from ${sql.table(table)} order by body`.execute(store())
  return rows
}

/** Makes the store one that an older version wrote. */
async function writeAsOlderVersion() {
  for (const table of ['chunk', 'archived_chunk'])
    await sql`update ${sql.table(table)} set body = replace(body, ', ', '<br>'), is_link_list = false,
      embed_hash = case when body like '%, %' then 'old' else embed_hash end`.execute(store())
  await sql`update document set ingest_version = null`.execute(store())
}

async function reindex() {
  await service.app.reindexing.schedule()
  await service.app.jobs.drain()
}

test('text of an older version is read again; dates, versions, vectors of other passages and archive stay', async () => {
  const links = '- [Leave](/leave)\n- [Travel](/travel)\n- [Expenses](/expenses)'
  const content = `# Office\n\n12 High Street<br>Leeds\n\n# Hours\n\n${'We open at nine. '.repeat(5)}\n\n# Pages\n\n${links}`
  const item = contentFixture({ content })
  expect((await service.call(key, 'POST', '/v1/ask/index', item)).status).toBe(200)
  const note = (await service.call(key, 'POST', '/v1/notes', { title: 'Old', markdown: '1 Low Road<br>York' })).body
  await service.call(key, 'PUT', `/v1/notes/${note.id}/archived`, { archived: true })
  const before = { live: await storedTexts(), archived: await storedTexts('archived_chunk') }
  expect(before.live.map((row) => row.is_link_list)).toContain(true)
  expect(before.archived.map((row) => row.body)).toEqual(['1 Low Road, York'])
  const documents = () =>
    sql`select id, updated_at, edited_at, changed_at, archived_at from document order by id`.execute(store())
  const stored = (await documents()).rows

  await writeAsOlderVersion()
  expect(JSON.stringify(await storedTexts())).toContain('<br>')
  embedded.length = 0
  await reindex()

  expect({ live: await storedTexts(), archived: await storedTexts('archived_chunk') }).toEqual(before)
  expect((await documents()).rows).toEqual(stored)
  expect((await sql`select id from document_version`.execute(store())).rows).toEqual([])
  expect(embedded.some((text) => text.includes('Leeds'))).toBe(true)
  expect(embedded.some((text) => text.includes('nine'))).toBe(false)
  await service.app.backlog?.whenDrained()
  const { rows } = await sql`
    select from chunk c where not exists (select from chunk_vector v where v.org_id = c.org_id and v.chunk_key = c.key)`.execute(
    store(),
  )
  expect(rows).toEqual([])
})

test('what is up to date is not read again, and the same content sent again costs nothing', async () => {
  embedded.length = 0
  const versions = () => sql`select key, xmin::text from chunk order by key`.execute(store())
  const before = (await versions()).rows
  await reindex()
  const item = (await sql<{ content: string }>`select content from document where root_id is not null`.execute(store()))
    .rows[0]
  expect((await service.call(key, 'POST', '/v1/ask/index', contentFixture({ content: item!.content }))).status).toBe(
    200,
  )
  expect((await versions()).rows).toEqual(before)
  expect(embedded).toEqual([])
})

test('a note that an older version moved to the trash can be restored', async () => {
  const note = (await service.call(key, 'POST', '/v1/notes', { title: 'Bin', markdown: 'Blue bins' })).body
  expect((await service.call(key, 'DELETE', `/v1/notes/${note.id}`)).status).toBe(204)
  await sql`update trashed_note set document = document - 'ingest_version'`.execute(store())
  const [branch] = (await service.call(key, 'GET', '/v1/trash')).body.branches
  expect((await service.call(key, 'PUT', `/v1/trash/${branch.id}/restore`)).status).toBeLessThan(300)
  expect((await storedTexts()).map((row) => row.body)).toContain('Blue bins')
})

test('a start looks outdated documents up in an index', async () => {
  const plan = await store()
    .transaction()
    .execute(async (transaction) => {
      // Which plan is the cheapest for a handful of documents says nothing.
      await sql`set local enable_seqscan = off`.execute(transaction)
      return await sql<{ 'QUERY PLAN': string }>`explain ${mayBeOutdated}`.execute(transaction)
    })
  const scans = plan.rows.map((row) => row['QUERY PLAN']).filter((line) => line.includes(' on document'))
  expect(scans).toHaveLength(3)
  for (const scan of scans) expect(scan).toMatch(/Index Only Scan.* using document_ingest_version/)
})
