import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { restoreBackup } from '../../src/backup/restore-backup.ts'
import { writeBackup } from '../../src/backup/write-backup.ts'
import { type BrowserCall, createBrowserCall } from '../api/browser-session.ts'
import { formType, multipartBody, uploadParts } from '../support/multipart.ts'
import { createRestoreTarget } from '../support/restore-target.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'
import { tinyPdf } from '../support/tiny-pdf.ts'

const maxFileBytes = 300_000
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAwS2OUAAAAABJRU5ErkJggg==',
  'base64',
)
const pdf = tinyPdf(['The blue harbour gate opens at seven.', 'Visitors park caravans behind the lighthouse.'])
const question = 'Where do visitors park caravans?'

let service: TestApp
let writer: Person
let viewer: Person
let outsider: Person
let foreigner: Person
let asViewer: BrowserCall
let asOutsider: BrowserCall

beforeAll(async () => {
  service = await createTestApp({ config: { maxFileBytes } })
  await service.organization('acme')
  await service.organization('other')
  writer = await service.person('acme', 'wren', { groups: ['Crew'] })
  viewer = await service.person('acme', 'vito', { groups: ['Crew'], role: 'viewer' })
  outsider = await service.person('acme', 'olga')
  foreigner = await service.person('other', 'finn', { role: 'admin' })
  asViewer = await createBrowserCall(service, 'acme', viewer)
  asOutsider = await createBrowserCall(service, 'acme', outsider)
})
afterAll(() => service.close())

const crewNote = (fields: Parameters<TestApp['note']>[1] = {}) =>
  service.note('acme', { audience: ['group:Crew'], ...fields })

function attach(noteId: string, name: string, content: string | Buffer, person: Person = writer) {
  const body = multipartBody(uploadParts({}, name, content))
  return service.call(person.key, 'POST', `/v1/notes/${noteId}/attachments`, body, { 'content-type': formType })
}

const list = (noteId: string, person: Person = writer) =>
  service.call(person.key, 'GET', `/v1/notes/${noteId}/attachments`)
const download = (id: string, person: Person = writer) => service.call(person.key, 'GET', `/v1/attachments/${id}`)
const titlesFound = async (person: Person, query = 'caravans lighthouse') =>
  (await service.call(person.key, 'POST', '/v1/search', { query })).body.hits.map((hit: { title: string }) => hit.title)

describe('a PDF attached to a note', () => {
  let noteId: string
  let id: string

  beforeAll(async () => {
    noteId = await crewNote({ title: 'Harbour rules', content: 'Rules of the harbour.' })
    const reply = await attach(noteId, 'harbour.pdf', pdf)
    expect(reply.status).toBe(201)
    id = reply.body.id
    expect(reply.body).toEqual({
      ...{ id, noteId, name: 'harbour.pdf', mediaType: 'application/pdf', sizeBytes: pdf.length },
      url: `${service.app.config.publicUrl}/attachments/${id}`,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/),
      ...{ isRead: true, skipped: [] },
    })
  })

  test('is listed, and comes back byte for byte without rights', async () => {
    expect((await list(noteId, viewer)).body.attachments).toMatchObject([{ id, name: 'harbour.pdf' }])
    const reply = await service.server.inject({
      url: `/v1/attachments/${id}`,
      headers: { authorization: `Bearer ${viewer.key}` },
    })
    expect(reply.rawPayload.equals(pdf)).toBe(true)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="harbour.pdf"; filename*=UTF-8''harbour.pdf`,
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
  })

  test('is cited by its name, at the page of the sentence', async () => {
    const { body } = await service.call(viewer.key, 'POST', '/v1/ask', { question })
    expect(body.sources[0]).toMatchObject({
      id,
      title: 'harbour.pdf',
      url: `${service.app.config.publicUrl}/attachments/${id}#page=2`,
    })
    const { body: asked } = await asViewer('POST', '/v1/ask', { question })
    const { body: history } = await asViewer('GET', '/v1/questions')
    expect(asked.sources).toHaveLength(1)
    expect(history.questions[0].sources[0]).toMatchObject({ kind: 'item', path: ['Harbour rules'], page: 2 })
  })

  test('finds its note in the search of notes, and is no note itself', async () => {
    const { body } = await service.call(viewer.key, 'GET', '/v1/search-notes?query=caravans')
    expect(body.hits).toMatchObject([{ id: noteId, title: 'Harbour rules' }])
    expect(body.hits[0].highlight).toContain('lighthouse')
    for (const path of [`/v1/notes/${noteId}/children`, '/v1/notes', `/v1/note-branches?parentId=${noteId}`])
      expect((await service.call(viewer.key, 'GET', path)).text).not.toContain('harbour.pdf')
    expect((await service.call(viewer.key, 'GET', `/v1/notes/${id}`)).status).toBe(404)
    expect((await service.call(writer.key, 'DELETE', `/v1/notes/${id}`)).status).toBe(404)
    expect((await service.call(writer.key, 'GET', `/v1/notes/${noteId}/deletion`)).body.noteCount).toBe(1)
  })

  test('opens in the browser of whoever can see the note', async () => {
    const opened = await asViewer('GET', `/attachments/${id}`)
    expect([opened.status, opened.text.startsWith('%PDF')]).toEqual([200, true])
    expect((await asOutsider('GET', `/attachments/${id}`)).status).toBe(404)
    const signedOut = await service.call(undefined, 'GET', `/attachments/${id}`)
    expect([signedOut.status, signedOut.headers.location]).toEqual([303, `/sign-in?return=%2Fattachments%2F${id}`])
    expect((await service.call(viewer.key, 'GET', `/attachments/${id}`)).status).toBe(303)
  })

  test('does not exist for others, of the organization or of another one', async () => {
    for (const person of [outsider, foreigner]) {
      const reply = await download(id, person)
      expect([reply.status, reply.text.includes('PDF')]).toEqual([404, false])
      expect((await list(noteId, person)).status).toBe(404)
      expect((await attach(noteId, 'a.txt', 'Text.', person)).status).toBe(404)
      expect((await service.call(person.key, 'DELETE', `/v1/attachments/${id}`)).status).toBe(404)
      expect(await titlesFound(person)).toEqual([])
    }
    expect((await service.call(undefined, 'GET', `/v1/attachments/${id}`)).status).toBe(401)
  })

  test('can be read but not changed by viewers', async () => {
    expect((await attach(noteId, 'a.txt', 'Text.', viewer)).status).toBe(403)
    expect((await service.call(viewer.key, 'DELETE', `/v1/attachments/${id}`)).status).toBe(403)
    expect((await list(noteId)).body.attachments).toHaveLength(1)
  })
})

describe('an attachment follows its note', () => {
  let noteId: string
  let id: string

  beforeAll(async () => {
    noteId = await crewNote({ title: 'Follows' })
    id = (await attach(noteId, 'follows.txt', 'The walrus sleeps on the north pier.')).body.id
  })

  const share = (audience: string[] | null) =>
    service.call(writer.key, 'PUT', `/v1/notes/${noteId}/audience`, { audience })
  const found = (person: Person) => titlesFound(person, 'walrus pier')

  test('to other readers, with the next request', async () => {
    expect((await download(id, outsider)).status).toBe(404)
    await share(['everyone'])
    expect((await download(id, outsider)).text).toContain('walrus')
    expect(await found(outsider)).toEqual(['follows.txt'])
    await share([`user:${writer.email}`])
    for (const person of [outsider, viewer]) {
      expect((await download(id, person)).status).toBe(404)
      expect(await found(person)).toEqual([])
      const { text } = await service.call(person.key, 'POST', '/v1/ask', { question: 'Where does the walrus sleep?' })
      expect(text).not.toContain('pier')
    }
    expect(await found(writer)).toEqual(['follows.txt'])
  })

  test('to another parent and its readers', async () => {
    await share(null)
    const parentNoteId = await service.note('acme', { title: 'Open', audience: ['everyone'] })
    await service.call(writer.key, 'PUT', `/v1/notes/${noteId}/parent`, { parentNoteId, audience: null })
    expect((await download(id, outsider)).status).toBe(200)
    expect((await list(noteId, outsider)).body.attachments).toHaveLength(1)
    const hidden = await crewNote({ title: 'Crew only' })
    await service.call(writer.key, 'PUT', `/v1/notes/${noteId}/parent`, { parentNoteId: hidden })
    expect((await download(id, outsider)).status).toBe(404)
    expect(await found(outsider)).toEqual([])
  })

  test('to the archive and back', async () => {
    const archive = (archived: boolean) => service.call(writer.key, 'PUT', `/v1/notes/${noteId}/archived`, { archived })
    await archive(true)
    expect(await found(writer)).toEqual([])
    const { body } = await service.call(writer.key, 'GET', '/v1/search-notes?query=walrus&includeArchived=true')
    expect(body.hits).toMatchObject([{ id: noteId }])
    const late = await attach(noteId, 'late.txt', 'The walrus snores.')
    expect(late.status).toBe(201)
    expect(await found(writer)).toEqual([])
    await archive(false)
    expect((await found(writer)).sort()).toEqual(['follows.txt', 'late.txt'])
    await service.call(writer.key, 'DELETE', `/v1/attachments/${late.body.id}`)
  })

  test('to the trash and back, with its bytes and its address', async () => {
    const deleted = await service.call(writer.key, 'DELETE', `/v1/notes/${noteId}`)
    expect(deleted.status).toBe(204)
    expect((await download(id)).status).toBe(404)
    expect(await found(writer)).toEqual([])
    const { body: trash } = await service.call(writer.key, 'GET', '/v1/trash')
    expect(trash.branches[0]).toMatchObject({ noteCount: 1 })
    const restored = await service.call(writer.key, 'PUT', `/v1/trash/${trash.branches[0].id}/restore`)
    expect(restored.body).toMatchObject({ noteCount: 1 })
    expect((await download(id)).text).toBe('The walrus sleeps on the north pier.')
    expect(await found(writer)).toEqual(['follows.txt'])
  })

  test('out of the trash for good', async () => {
    await service.call(writer.key, 'DELETE', `/v1/notes/${noteId}`)
    const { body: trash } = await service.call(writer.key, 'GET', '/v1/trash')
    await service.call(writer.key, 'DELETE', `/v1/trash/${trash.branches[0].id}`)
    const { rows } = await sql`select from document_file where name = 'follows.txt'`.execute(
      service.database.unrestricted,
    )
    expect(rows).toEqual([])
  })
})

test('a deleted attachment is gone from the note, from search and from the store', async () => {
  const noteId = await crewNote()
  const { id } = (await attach(noteId, 'gone.txt', 'The pelican nests in the crane.')).body
  expect(await titlesFound(writer, 'pelican crane')).toEqual(['gone.txt'])
  expect((await service.call(writer.key, 'DELETE', `/v1/attachments/${id}`)).status).toBe(204)
  expect((await list(noteId)).body.attachments).toEqual([])
  expect(await titlesFound(writer, 'pelican crane')).toEqual([])
  expect((await download(id)).status).toBe(404)
  const { rows } = await sql`
    select from document_file f join document_file_part p on p.org_id = f.org_id and p.file_key = f.key
    where f.name = 'gone.txt'`.execute(service.database.unrestricted)
  expect(rows).toEqual([])
})

describe('files are served by their content, whatever they are called', () => {
  test.each([
    ['photo.png', png, 'image/png', 'inline'],
    ['photo.html', png, 'image/png', 'inline'],
    [
      'drawing.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'application/octet-stream',
      'attachment',
    ],
    ['page.html', '<script>alert(1)</script>', 'application/octet-stream', 'attachment'],
    ['photo.png', '<html><script>alert(1)</script>', 'application/octet-stream', 'attachment'],
  ])('%s', async (name, content, type, disposition) => {
    const { body } = await attach(await crewNote(), name, content)
    const { headers } = await download(body.id)
    expect([body.mediaType, headers['content-type']]).toEqual([type, type])
    expect(headers['content-disposition']).toMatch(new RegExp(`^${disposition};`))
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('a picture has no text, which needs no reason', async () => {
    const { body } = await attach(await crewNote(), 'photo.png', png)
    expect(body).toMatchObject({ isRead: false, skipped: [] })
  })
})

test('a file that cannot be read is kept, with the reason', async () => {
  const noteId = await crewNote()
  const { status, body } = await attach(noteId, 'plan.pdf', 'not a PDF\u0000\u0001\u0002')
  expect(status).toBe(201)
  expect(body).toMatchObject({ isRead: false, skipped: [{ name: 'plan.pdf', reason: 'damaged' }] })
  expect(body.skipped[0].message).toMatch(/^The file is damaged/)
  expect((await list(noteId)).body.attachments).toEqual([body])
  expect((await download(body.id)).text).toBe('not a PDF\u0000\u0001\u0002')
})

describe('hostile names', () => {
  test.each([
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\\\temp\\\\plan.txt', 'plan.txt'],
    ['<img src=x onerror=alert(1)>.txt', '<img src=x onerror=alert(1)>.txt'],
    ['invoice\u202Efdp.exe.txt', 'invoice fdp.exe.txt'],
    ['bell\u0007\u001b[31m.txt', 'bell  [31m.txt'],
  ])('%j is stored and sent as %j', async (given, name) => {
    const { status, body } = await attach(await crewNote(), given, 'Text.')
    expect([status, body.name]).toEqual([201, name])
    const disposition = String((await download(body.id)).headers['content-disposition'])
    expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe(name)
    expect(disposition).not.toMatch(/[^\x20-\x7e]/)
  })

  test('nothing but a folder is refused', async () => {
    expect((await attach(await crewNote(), '..', 'Text.')).body.details.file.message).toBe('must have a file name')
  })
})

describe('an upload that is not as it should be', () => {
  test('is too large: 413 with the limit, and nothing is kept', async () => {
    const noteId = await crewNote()
    expect((await attach(noteId, 'exact.txt', Buffer.alloc(maxFileBytes, 'a '))).status).toBe(201)
    const reply = await attach(noteId, 'huge.txt', Buffer.alloc(maxFileBytes + 1, 'a '))
    expect([reply.status, reply.body.message]).toEqual([
      413,
      'The file is larger than 300000 bytes, the maximum of this service.',
    ])
    expect((await list(noteId)).body.attachments).toHaveLength(1)
  })

  test('is empty, JSON, or has further fields', async () => {
    const noteId = await crewNote()
    expect((await attach(noteId, 'a.txt', '')).body.details).toEqual({ file: { message: 'is empty' } })
    const path = `/v1/notes/${noteId}/attachments`
    expect((await service.call(writer.key, 'POST', path, { file: 'x' })).status).toBe(415)
    expect((await service.call(writer.key, 'POST', path)).status).toBe(415)
    const more = multipartBody(uploadParts({ rootId: 'docs' }, 'a.txt', 'Text.'))
    const reply = await service.call(writer.key, 'POST', path, more, { 'content-type': formType })
    expect([reply.status, Object.keys(reply.body.details)]).toEqual([422, ['rootId']])
    expect((await list(noteId)).body.attachments).toEqual([])
  })
})

test('a new version of the note leaves its attachments and their addresses as they are', async () => {
  const noteId = await crewNote()
  const { id } = (await attach(noteId, 'plan.txt', 'The plan.')).body
  await service.call(writer.key, 'PUT', `/v1/notes/${noteId}`, { markdown: `[plan.txt](/attachments/${id})` })
  await service.call(writer.key, 'PUT', `/v1/notes/${noteId}`, { markdown: 'Without a link.' })
  expect((await download(id)).text).toBe('The plan.')
  expect((await list(noteId)).body.attachments).toHaveLength(1)
})

test('a backup has the attachments, with their text and who can see them', async () => {
  const noteId = await crewNote({ title: 'Kept' })
  const { id } = (await attach(noteId, 'kept.txt', 'The heron counts the mooring rings.')).body
  const directory = mkdtempSync(join(tmpdir(), 'lorewell-attachments-'))
  const file = join(directory, 'one.backup')
  await writeBackup({ database: service.database, path: file, now: () => new Date() })
  const { settings, remove } = await createRestoreTarget()
  await restoreBackup(file, settings)
  const restored = await createTestApp({ settings })
  const get = (person: Person) => restored.call(person.key, 'GET', `/v1/attachments/${id}`)
  expect((await get(viewer)).text).toBe('The heron counts the mooring rings.')
  expect((await get(outsider)).status).toBe(404)
  const { body } = await restored.call(viewer.key, 'POST', '/v1/search', { query: 'heron mooring rings' })
  expect(body.hits[0]).toMatchObject({ title: 'kept.txt' })
  await restored.close()
  await remove()
  rmSync(directory, { recursive: true })
})
