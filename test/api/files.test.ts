import { connect } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resolvePrincipals } from '../../src/access/audiences.ts'
import { boundary, type FormPart, formType, multipartBody, uploadParts } from '../support/multipart.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'
import { tinyPdf } from '../support/tiny-pdf.ts'
import { type BrowserCall, createBrowserCall } from './browser-session.ts'

const maxFileBytes = 300_000
let service: TestApp
let writer: Person
let outsider: Person
let foreigner: Person
let asWriter: BrowserCall
let asOutsider: BrowserCall

beforeAll(async () => {
  service = await createTestApp({ config: { maxFileBytes } })
  await service.organization('acme')
  await service.organization('other')
  writer = await service.person('acme', 'wren', { groups: ['Crew'] })
  outsider = await service.person('acme', 'olga')
  foreigner = await service.person('other', 'finn')
  asWriter = await createBrowserCall(service, 'acme', writer)
  asOutsider = await createBrowserCall(service, 'acme', outsider)
  await service.dataSource('acme', 'docs', ['group:Crew'])
  await service.dataSource('other', 'docs')
})
afterAll(() => service.close())

function send(key: string | undefined, parts: readonly FormPart[]) {
  return service.call(key, 'POST', '/v1/files', multipartBody(parts), { 'content-type': formType })
}

function upload(fields: Record<string, string>, name: string, content: string | Buffer) {
  return send(writer.key, uploadParts({ rootId: 'docs', ...fields }, name, content))
}

const pdf = tinyPdf(['The blue harbour gate opens at seven.', 'Visitors park caravans behind the lighthouse.'])
const question = 'Where do visitors park caravans?'

describe('a PDF without an address', () => {
  beforeAll(async () => {
    const reply = await upload({ id: 'harbour', title: 'Harbour' }, 'harbour.pdf', pdf)
    expect(reply.body).toEqual({
      source: {
        id: 'harbour',
        title: 'Harbour',
        url: `${service.app.config.publicUrl}/files/docs/harbour`,
        updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/),
      },
      skipped: [],
    })
  })

  test('is cited at the page of the sentence, at the address of the stored file', async () => {
    const { body } = await service.call(writer.key, 'POST', '/v1/ask', { question })
    expect(body.sources[0].url).toBe(`${service.app.config.publicUrl}/files/docs/harbour#page=2`)
    const list = await service.call(writer.key, 'GET', '/v1/ask/index?rootId=docs')
    expect(list.body.hits[0].url).toBe(`${service.app.config.publicUrl}/files/docs/harbour`)
  })

  test('is shown inline, without rights, byte for byte', async () => {
    const reply = await service.server.inject({
      url: '/v1/files/docs/harbour',
      headers: { authorization: `Bearer ${writer.key}` },
    })
    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload.equals(pdf)).toBe(true)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="harbour.pdf"; filename*=UTF-8''harbour.pdf`,
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    })
  })

  test('opens in the browser of somebody who can see it, at the address that answers cite', async () => {
    const opened = await asWriter('GET', '/files/docs/harbour')
    expect([opened.status, opened.text.startsWith('%PDF')]).toEqual([200, true])
    expect((await asOutsider('GET', '/files/docs/harbour')).status).toBe(404)
    const signedOut = await service.call(undefined, 'GET', '/files/docs/harbour')
    expect([signedOut.status, signedOut.headers.location]).toEqual([303, '/sign-in?return=%2Ffiles%2Fdocs%2Fharbour'])
  })

  test('does not exist for others, of the organization or of another one', async () => {
    for (const key of [outsider.key, foreigner.key]) {
      const reply = await service.call(key, 'GET', '/v1/files/docs/harbour')
      expect([reply.status, reply.text.includes('PDF')]).toEqual([404, false])
    }
    expect((await service.call(undefined, 'GET', '/v1/files/docs/harbour')).status).toBe(401)
    expect((await send(outsider.key, uploadParts({ rootId: 'docs', id: 'x' }, 'a.txt', 'x'))).status).toBe(404)
  })

  test('follows a change of who can see the data source, at once', async () => {
    const share = async (readers: string[]) =>
      service.database.transaction(async (store) =>
        service.app.dataSources.upsert(store, 'acme', {
          ...{ id: 'docs', name: 'docs' },
          readers: await resolvePrincipals(store, 'acme', readers),
          writers: await resolvePrincipals(store, 'acme', ['group:Crew']),
        }),
      )
    await share([`user:${outsider.email}`])
    expect((await service.call(outsider.key, 'GET', '/v1/files/docs/harbour')).status).toBe(200)
    expect((await service.call(writer.key, 'GET', '/v1/files/docs/harbour')).status).toBe(404)
    await share(['group:Crew'])
    expect((await service.call(outsider.key, 'GET', '/v1/files/docs/harbour')).status).toBe(404)
  })

  test('the same file again changes nothing and is not read', async () => {
    const stored = () => sql`select xmin, * from document_file`.execute(service.database.unrestricted)
    const before = (await stored()).rows
    // A file that could not be read again would fail here.
    await sql`update document set content = replace(content, 'lighthouse', 'windmill')`.execute(
      service.database.unrestricted,
    )
    expect((await upload({ id: 'harbour' }, 'harbour.pdf', pdf)).body.source.title).toBe('Harbour')
    expect((await stored()).rows).toEqual(before)
    const { rows } = await sql<{ content: string }>`select content from document`.execute(service.database.unrestricted)
    expect(rows[0]?.content).toContain('windmill')
  })

  test('keeps no original once it has an address, and none after it is indexed as text or deleted', async () => {
    const count = async () => {
      const { rows } = await sql<{ files: number; parts: number }>`
        select (select count(*)::int from document_file) as files,
          (select count(*)::int from document_file_part) as parts`.execute(service.database.unrestricted)
      return rows[0]
    }
    expect(await count()).toEqual({ files: 1, parts: 1 })
    const moved = await upload({ id: 'harbour', url: 'https://files.test/show?id=7' }, 'harbour.pdf', pdf)
    expect(moved.body.source.url).toBe('https://files.test/show?id=7')
    expect(await count()).toEqual({ files: 1, parts: 0 })
    expect((await service.call(writer.key, 'GET', '/v1/files/docs/harbour')).status).toBe(404)
    await upload({ id: 'harbour' }, 'harbour.pdf', pdf)
    expect(await count()).toEqual({ files: 1, parts: 1 })
    await service.call(writer.key, 'DELETE', '/v1/ask/index', { rootId: 'docs', id: 'harbour' })
    expect(await count()).toEqual({ files: 0, parts: 0 })
    expect((await service.call(writer.key, 'GET', '/v1/files/docs/harbour')).status).toBe(404)
    await upload({ id: 'harbour' }, 'harbour.pdf', pdf)
    const text = { rootId: 'docs', id: 'harbour', title: 'Text', content: 'Now text.', type: 'markdown' }
    const address = { updatedAt: '2026-11-01T09:00:00Z', url: 'https://files.test/text' }
    expect((await service.call(writer.key, 'POST', '/v1/ask/index', { ...text, ...address })).status).toBe(200)
    expect(await count()).toEqual({ files: 0, parts: 0 })
  })
})

test('a file of several parts comes back whole', async () => {
  const text = 'The crane lifts forty tons. '.repeat(10_400)
  expect((await upload({ id: 'long' }, 'long.txt', text)).status).toBe(200)
  const reply = await service.call(writer.key, 'GET', '/v1/files/docs/long')
  expect(reply.text).toBe(text)
  expect(reply.headers['content-type']).toBe('application/octet-stream')
})

describe('hostile names', () => {
  test.each([
    ['../../etc/passwd.txt', 'passwd.txt', 'passwd.txt'],
    ['C:\\\\temp\\\\plan.txt', 'plan.txt', 'plan.txt'],
    ['<img src=x onerror=alert(1)>.html', '<img src=x onerror=alert(1)>.html', '<img src=x onerror=alert(1)>.html'],
    ['Übersicht – 日本.txt', 'Übersicht – 日本.txt', '_bersicht _ __.txt'],
  ])('%j is stored and sent as %j', async (given, name, ascii) => {
    const { body } = await upload({ id: 'named', title: 'Named' }, given, `Text of ${name}.`)
    expect(body.source.title).toBe('Named')
    const reply = await service.call(writer.key, 'GET', '/v1/files/docs/named')
    const disposition = String(reply.headers['content-disposition'])
    expect(disposition).toContain(`attachment; filename="${ascii}"; filename*=UTF-8''`)
    expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe(name)
    expect(reply.headers['content-type']).toBe('application/octet-stream')
  })
})

describe('an upload that is not as it should be', () => {
  test('names every missing and invalid field at once', async () => {
    const reply = await send(writer.key, [
      { name: 'id', value: 'a b' },
      { name: 'url', value: 'javascript:alert(1)' },
      { name: 'updatedAt', value: 'yesterday' },
      { name: 'colour', value: 'red' },
    ])
    expect(reply.status).toBe(422)
    expect(reply.body.id).toBe('field-validation')
    expect(Object.keys(reply.body.details).sort()).toEqual(['colour', 'file', 'id', 'rootId', 'updatedAt', 'url'])
  })

  test('can have its parts in any order', async () => {
    const parts = uploadParts({ rootId: 'docs', id: 'order', title: 'Order' }, 'a.txt', 'The order of parts.').reverse()
    expect((await send(writer.key, parts)).body.source).toMatchObject({ id: 'order', title: 'Order' })
  })

  test('has one file, with a name, and each field once', async () => {
    const parts = uploadParts({ rootId: 'docs', id: 'two' }, 'a.txt', 'One.')
    const details = async (more: FormPart[]) => (await send(writer.key, more)).body.details
    expect(await details([...parts, ...parts.slice(-1)])).toEqual({ file: { message: 'must be a single file' } })
    expect(await details([...parts, parts[0]!])).toEqual({ rootId: { message: 'must be given once' } })
    expect(await details([...parts.slice(0, 2), { name: 'file', value: 'One.' }])).toEqual({
      file: { message: 'must be a file, with a file name' },
    })
    expect(await details([...parts, { name: 'other', value: 'x', fileName: 'b.txt' }])).toEqual({
      other: { message: 'is not a known field' },
    })
    expect((await service.call(writer.key, 'GET', '/v1/ask/index?rootId=docs')).text).not.toContain('"two"')
  })

  test('cut off in the middle stores nothing', async () => {
    const whole = multipartBody(uploadParts({ rootId: 'docs', id: 'cut' }, 'a.txt', 'x'.repeat(50_000)))
    for (const length of [30, 200, 40_000, whole.length - 10]) {
      const reply = await service.call(writer.key, 'POST', '/v1/files', whole.subarray(0, length), {
        'content-type': formType,
      })
      expect([length, reply.status, reply.body.id]).toEqual([length, 422, 'field-validation'])
    }
    const other = await service.call(writer.key, 'POST', '/v1/files', whole, { 'content-type': 'multipart/form-data' })
    expect(other.status).toBe(422)
    expect((await service.call(writer.key, 'GET', '/v1/files/docs/cut')).status).toBe(404)
  })

  test('too large is refused with the limit, also before it has arrived', async () => {
    const exact = await upload({ id: 'exact' }, 'a.txt', Buffer.alloc(maxFileBytes, 'a '))
    expect(exact.status).toBe(200)
    const reply = await upload({ id: 'huge' }, 'a.txt', Buffer.alloc(maxFileBytes + 1, 'a '))
    expect([reply.status, reply.body]).toEqual([
      413,
      { id: 'payload-too-large', message: 'The file is larger than 300000 bytes, the maximum of this service.' },
    ])
    const { hostname, port } = new URL(await service.baseUrl())
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(
          `POST /v1/files HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${writer.key}\r\nContent-Type: ${formType}\r\nContent-Length: 5000000000\r\n\r\n--${boundary}`,
        ),
      )
      socket.once('data', (data) => {
        socket.destroy()
        resolve(String(data))
      })
      socket.once('error', reject)
    })
    expect(answer).toContain('413 Payload Too Large')
  })

  test('is not JSON', async () => {
    expect((await service.call(writer.key, 'POST', '/v1/files', { rootId: 'docs' })).status).toBe(415)
    expect((await service.call(writer.key, 'POST', '/v1/files')).status).toBe(415)
  })

  test('has a file that cannot be read: the reason, and what to do', async () => {
    const reply = await upload({ id: 'broken' }, 'plan.pdf', 'not a PDF\u0000\u0001\u0002')
    expect([reply.status, reply.body.id, reply.body.details.file.value]).toEqual([422, 'file-not-readable', 'damaged'])
    expect(reply.body.details.file.message).toMatch(/^The file is damaged/)
    expect((await upload({ id: 'empty' }, 'a.txt', '')).body.details.file.value).toBe('empty')
    expect((await service.call(writer.key, 'GET', '/v1/files/docs/broken')).status).toBe(404)
  })
})
