import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentFixture, createTestApp, type Person, type TestApp } from '../support/test-app.ts'
import { type BrowserCall, createBrowserCall } from './browser-session.ts'

let service: TestApp
let ada: Person
let asAda: BrowserCall

/** Two sentences of one passage, on the pages `from` and `from + 1`. */
function pagesFrom(from: number): string {
  return [
    `<section data-page="${from}"><p>The blue harbour gate opens at seven in the morning.</p></section>`,
    `<section data-page="${from + 1}"><p>Visitors park their caravans behind the lighthouse.</p></section>`,
  ].join('')
}
const question = 'Where do visitors park their caravans?'

beforeAll(async () => {
  service = await createTestApp()
  await service.organization('acme')
  ada = await service.person('acme', 'ada', { role: 'admin' })
  asAda = await createBrowserCall(service, 'acme', ada)
  await service.dataSource('acme', 'docs')
})
afterAll(() => service.close())

async function index(fields: Record<string, unknown> = {}) {
  const item = { rootId: 'docs', id: 'harbour', title: 'Harbour', type: 'html', url: 'https://files.test/harbour.pdf' }
  const reply = await service.call(ada.key, 'POST', '/v1/ask/index', contentFixture({ ...item, ...fields }))
  expect(reply.status).toBe(200)
}

async function storedPages(table: 'chunk' | 'archived_chunk' = 'chunk') {
  const { rows } = await sql<{ pages: number[][] | null }>`
    select pages from ${sql.table(table)} order by document_key, ordinal`.execute(service.database.unrestricted)
  return rows.map(({ pages }) => pages)
}

describe('a PDF', () => {
  beforeAll(() => index({ content: pagesFrom(12) }))

  test('is cited at the page of the quoted sentence, the second page of its passage', async () => {
    expect(await storedPages()).toEqual([
      [
        [0, 12],
        [53, 13],
      ],
    ])
    const { body } = await service.call(ada.key, 'POST', '/v1/ask', { question })
    expect(body.answer).toContain('behind the lighthouse')
    expect(body.sources).toEqual([
      {
        id: 'harbour',
        title: 'Harbour',
        url: 'https://files.test/harbour.pdf#page=13',
        updatedAt: '2026-11-01T09:00:00.000Z',
        explanation: expect.any(String),
      },
    ])
    const other = await service.call(ada.key, 'POST', '/v1/ask', { question: 'When does the blue harbour gate open?' })
    expect(other.body.sources[0].url).toBe('https://files.test/harbour.pdf#page=12')
  })

  test('is found at the page that matches', async () => {
    const { body } = await service.call(ada.key, 'POST', '/v1/search', { query: 'caravans lighthouse' })
    expect(body.hits[0]).toMatchObject({ url: 'https://files.test/harbour.pdf#page=13', page: 13 })
  })

  test('keeps the page in the history, the trace, the read document and a deferred answer', async () => {
    await asAda('POST', '/v1/ask', { question })
    const [record] = (await asAda('GET', '/v1/questions')).body.questions
    expect(record.sources[0]).toMatchObject({ url: 'https://files.test/harbour.pdf#page=13', page: 13 })
    const trace = (await asAda('GET', `/v1/answer-traces/${record.id}`)).body
    expect(trace.passages[0]).toMatchObject({ title: 'Harbour', page: 12 })
    const read = (await asAda('GET', `/v1/documents/${record.sources[0].documentId}`)).body
    expect(read.url).toBe('https://files.test/harbour.pdf')
    expect(read.passages[0].page).toBe(12)

    const later = await service.call(ada.key, 'POST', '/v1/ask', { question }, { prefer: 'respond-async' })
    await service.app.jobs.drain()
    const answer = (await service.call(ada.key, 'GET', String(later.headers.location))).body
    expect(answer.result.sources[0].url).toBe('https://files.test/harbour.pdf#page=13')
  })

  test('whose pages move is cited at the new ones, and its passages keep their rows and vectors', async () => {
    const keys = () => sql`select key from chunk order by key`.execute(service.database.unrestricted)
    const before = (await keys()).rows
    await index({ content: pagesFrom(40) })
    expect((await keys()).rows).toEqual(before)
    const { body } = await service.call(ada.key, 'POST', '/v1/ask', { question })
    expect(body.sources[0].url).toBe('https://files.test/harbour.pdf#page=41')
    await index({ content: pagesFrom(12) })
  })

  test('keeps its pages when the text is read again', async () => {
    await sql`update chunk set pages = null`.execute(service.database.unrestricted)
    await sql`update document set ingest_version = null`.execute(service.database.unrestricted)
    await service.app.reindexing.schedule()
    await service.app.jobs.drain()
    expect((await storedPages())[0]?.[1]).toEqual([53, 13])
  })
})

test('only a PDF is opened at a page; the page of other files is known beside the address', async () => {
  for (const url of ['https://files.test/deck.pptx', 'https://files.test/harbour.pdf#top']) {
    await index({ content: pagesFrom(3), url })
    await asAda('POST', '/v1/ask', { question })
    const [record] = (await asAda('GET', '/v1/questions')).body.questions
    expect(record.sources[0]).toMatchObject({ url, page: 4 })
  }
  await index({ content: '<p>Visitors park their caravans behind the lighthouse.</p>' })
  await asAda('POST', '/v1/ask', { question })
  const [record] = (await asAda('GET', '/v1/questions')).body.questions
  expect(record.sources[0].url).toBe('https://files.test/harbour.pdf')
  expect(record.sources[0]).not.toHaveProperty('page')
})

test('a long document, whose passages are staged, has all of its pages', async () => {
  const content = Array.from(
    { length: 300 },
    (_, page) =>
      `<section data-page="${page + 1}"><h2>Part ${page}</h2><p>${`Berth ${page} has ${page + 7} bollards. `.repeat(8)}</p></section>`,
  ).join('')
  await index({ id: 'long', content })
  const pages = (await storedPages()).slice(1).map((passage) => passage?.[0]?.[1])
  expect(new Set(pages)).toEqual(new Set(Array.from({ length: 300 }, (_, page) => page + 1)))
})

test('an archived and a deleted note come back with their pages', async () => {
  const note = (await service.call(ada.key, 'POST', '/v1/notes', { title: 'Slides', html: pagesFrom(5) })).body
  await sql`update chunk set pages = '{{0,5}}' where document_key = (select key from document where id = ${note.id})`.execute(
    service.database.unrestricted,
  )
  const pagesOfNote = async () => {
    const { rows } = await sql<{ pages: number[][] | null }>`
      select c.pages from chunk c join document d on d.org_id = c.org_id and d.key = c.document_key
      where d.id = ${note.id}`.execute(service.database.unrestricted)
    return rows.map(({ pages }) => pages)
  }
  await service.call(ada.key, 'PUT', `/v1/notes/${note.id}/archived`, { archived: true })
  expect(await storedPages('archived_chunk')).toEqual([[[0, 5]]])
  await service.call(ada.key, 'PUT', `/v1/notes/${note.id}/archived`, { archived: false })
  expect(await pagesOfNote()).toEqual([[[0, 5]]])
  expect((await service.call(ada.key, 'DELETE', `/v1/notes/${note.id}`)).status).toBe(204)
  const [branch] = (await service.call(ada.key, 'GET', '/v1/trash')).body.branches
  expect((await service.call(ada.key, 'PUT', `/v1/trash/${branch.id}/restore`)).status).toBe(200)
  expect(await pagesOfNote()).toEqual([[[0, 5]]])
})
