import { once } from 'node:events'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { contentFixture, createTestApp, type Person, type TestApp } from '../support/test-app.ts'

let scratch: TestApp
let ada: Person
let ben: Person
const sockets = new Set<Socket>()

beforeAll(async () => {
  scratch = await createTestApp({ config: { indexPerMinute: 500, maxBodyBytes: 200_000 } })
  await scratch.organization('acme')
  ada = await scratch.person('acme', 'ada')
  ben = await scratch.person('acme', 'ben')
  await scratch.dataSource('acme', 'tickets')
  await scratch.dataSource('acme', 'adas', ['everyone'], [`user:${ada.email}`])
  await scratch.dataSource('acme', 'hidden', [`user:${ada.email}`])
  scratch.server.server.on('connection', (socket: Socket) => sockets.add(socket))
  await scratch.server.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => scratch.close())

const searchIds = async (query: string): Promise<string[]> => {
  const { body } = await scratch.call(ada.key, 'POST', '/v1/search', { query, limit: 50 })
  return body.hits.map((hit: { id: string }) => hit.id).sort()
}

/** The last audit events of a person, as outcome, action and resource. */
const auditedFor = async ({ id }: Person) => {
  const { rows } = await sql<{ outcome: string; action: string; resource: string }>`
    select outcome, action, resource from audit_event where org_id = 'acme' and member_id = ${id} order by id`.execute(
    scratch.database.unrestricted,
  )
  return rows.map(({ outcome, action, resource }) => `${outcome} ${action} ${resource}`)
}

/** Does the work while nothing can be written to the audit log. */
const withoutAuditLog = async (work: () => Promise<void>) => {
  await sql
    .raw(`create function refuse_entry() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$;
      create trigger refuse_entry before insert on audit_event for each row execute function refuse_entry()`)
    .execute(scratch.database.unrestricted)
  try {
    await work()
  } finally {
    await sql`drop function refuse_entry() cascade`.execute(scratch.database.unrestricted)
  }
}

describe('a batch', () => {
  const batch = (items: unknown, key = ada.key, segment = 'ask') =>
    scratch.call(key, 'POST', `/v1/${segment}/index/batch`, { items })

  test('gives a result for each item, in order, as each alone would have got it', async () => {
    const good = contentFixture({ id: 'B-1', content: 'Gondolas glide.' })
    const answer = await batch([
      good,
      contentFixture({ id: 'B 2', colour: 'red' }),
      7,
      contentFixture({ rootId: 'none' }),
      good,
    ])
    expect(answer.status).toBe(200)
    const source = {
      id: 'B-1',
      title: 'Door',
      url: 'https://example.com/1',
      updatedAt: '2026-11-01T09:00:00.000Z',
    }
    expect(answer.body).toEqual({
      results: [
        { ok: true, source },
        {
          ok: false,
          error: {
            message: 'Validation Failed',
            id: 'field-validation',
            details: {
              id: { message: expect.any(String), value: 'B 2' },
              colour: { message: 'is not a known field', value: 'red' },
            },
          },
        },
        {
          ok: false,
          error: {
            message: 'Validation Failed',
            id: 'field-validation',
            details: { body: { message: 'must be a JSON object' } },
          },
        },
        { ok: false, error: { message: 'Data source not found.', id: 'root-id-not-found' } },
        { ok: true, source },
      ],
    })
    expect(await searchIds('gondolas')).toEqual(['B-1'])
  })

  test('under either first segment, up to a hundred items, of which the last with an id stands', async () => {
    const items = Array.from({ length: 100 }, (_, index) =>
      contentFixture({ id: `C-${index % 10}`, title: `Title ${index}`, content: `Carousel ${index}.` }),
    )
    const answer = await batch(items, ada.key, 'super')
    expect(answer.body.results.map((result: { source: { title: string } }) => result.source.title)).toEqual(
      items.map((item) => item.title),
    )
    const listed = await scratch.call(ada.key, 'GET', '/v1/ask/index?rootId=tickets&hitsPerPage=100')
    const titles = listed.body.hits
      .filter((hit: { id: string }) => hit.id.startsWith('C-'))
      .map((hit: { title: string }) => hit.title)
    expect(titles.sort()).toEqual(items.slice(90).map((item) => item.title))
  })

  test.each([
    [{ items: [] }, 'items'],
    [{ items: Array(101).fill({}) }, 'items'],
    [{ items: 'many' }, 'items'],
    [{}, 'items'],
    [{ items: [{}], mode: 'fast' }, 'mode'],
  ])('of another shape is refused as a whole', async (body, field) => {
    const refused = await scratch.call(ada.key, 'POST', '/v1/ask/index/batch', body)
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.details)).toEqual([field])
  })

  test('writes no more than its caller may', async () => {
    const answer = await batch(
      [contentFixture({ rootId: 'adas' }), contentFixture({ rootId: 'hidden' }), contentFixture({ id: 'B-ben' })],
      ben.key,
    )
    expect(answer.body.results).toMatchObject([
      { ok: false, error: { id: 'forbidden' } },
      { ok: false, error: { id: 'root-id-not-found', message: 'Data source not found.' } },
      { ok: true },
    ])
    expect((await scratch.call(undefined, 'POST', '/v1/ask/index/batch', { items: [{}] })).status).toBe(401)
  })

  test('is in the audit log by data source, as done or refused, and not where nothing of it was either', async () => {
    const dora = await scratch.person('acme', 'dora')
    await batch([contentFixture({ rootId: 'adas' }), contentFixture({ rootId: 'adas', id: 'T-2' })], dora.key)
    expect(await auditedFor(dora)).toEqual(['refused indexBatch /data-sources/adas'])
    await batch([contentFixture({ rootId: 'hidden' }), 7], dora.key)
    expect(await auditedFor(dora)).toHaveLength(1)
    const items = [contentFixture({ rootId: 'adas' }), contentFixture({ id: 'B-d1' }), contentFixture({ id: 'B-d2' })]
    await batch(items, dora.key)
    expect((await auditedFor(dora)).slice(1).sort()).toEqual([
      'done indexBatch /data-sources/tickets',
      'refused indexBatch /data-sources/adas',
    ])
  })

  test('counts as one operation', async () => {
    const cleo = await scratch.person('acme', 'cleo')
    const answer = await batch(
      Array.from({ length: 20 }, (_, index) => contentFixture({ id: `D-${index}` })),
      cleo.key,
    )
    expect(answer.headers.ratelimit).toMatch(/^"index";r=499;/)
  })

  test('is refused where asking is turned off', async () => {
    await scratch.organization('off', { askEnabled: false })
    const olga = await scratch.person('off', 'olga')
    expect(await batch([contentFixture()], olga.key)).toMatchObject({
      status: 402,
      body: { id: 'askx-disabled' },
    })
  })
})

describe('a stream', () => {
  const open = (key: string | undefined, headers: Record<string, string> = {}, segment = 'ask'): ClientRequest =>
    httpRequest({
      port: (scratch.server.server.address() as AddressInfo).port,
      method: 'POST',
      path: `/v1/${segment}/index/stream`,
      headers: {
        'content-type': 'application/x-ndjson',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...headers,
      },
    })
  const line = (fields: Record<string, unknown>) => `${JSON.stringify(contentFixture(fields))}\n`
  const response = async (request: ClientRequest): Promise<IncomingMessage> =>
    (await once(request, 'response'))[0] as IncomingMessage
  const readAll = async (incoming: IncomingMessage): Promise<string> => {
    let text = ''
    for await (const piece of incoming.setEncoding('utf8')) text += piece
    return text
  }
  const send = async (body: string | Buffer, key = ada.key, segment = 'ask') => {
    const request = open(key, {}, segment)
    const answered = response(request)
    request.end(body)
    const incoming = await answered
    return { incoming, text: await readAll(incoming) }
  }
  const results = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((each) => JSON.parse(each))

  test('answers each line in order, under either first segment', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `S-${index}`)
    const { incoming, text } = await send(
      ids.map((id) => line({ id, content: `Submarine ${id} surfaces.` })).join(''),
      ada.key,
      'super',
    )
    expect(incoming.statusCode).toBe(200)
    expect(incoming.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    expect(incoming.headers['x-request-id']).toBeDefined()
    expect(incoming.headers.ratelimit).toMatch(/^"index";/)
    expect(results(text).map((result) => result.source.id)).toEqual(ids)
    expect(await searchIds('submarines')).toHaveLength(50)
  })

  test('tells of each item before the next is sent', async () => {
    const request = open(ada.key)
    const answered = response(request)
    request.write(line({ id: 'T-1', content: 'Trolleybus one.' }))
    const lines = createInterface({ input: await answered })[Symbol.asyncIterator]()
    expect(JSON.parse((await lines.next()).value as string)).toMatchObject({
      ok: true,
      source: { id: 'T-1' },
    })
    expect(await searchIds('trolleybus')).toEqual(['T-1'])
    request.write(line({ id: 'T-2', content: 'Trolleybus two.' }))
    expect(JSON.parse((await lines.next()).value as string)).toMatchObject({
      ok: true,
      source: { id: 'T-2' },
    })
    request.end()
    expect((await lines.next()).done).toBe(true)
  })

  test('writes nothing more once its key is revoked or its sender is no writer any more', async () => {
    const eve = await scratch.person('acme', 'eve')
    const writers = [`user:${ada.email}`, `user:${eve.email}`]
    await scratch.dataSource('acme', 'shifts', ['everyone'], writers)
    const request = open(eve.key)
    const answered = response(request)
    const sendItem = (id: string) => request.write(line({ rootId: 'shifts', id, content: `Walkie-talkie ${id}.` }))
    sendItem('W-1')
    const lines = createInterface({ input: await answered })[Symbol.asyncIterator]()
    const next = async () => JSON.parse((await lines.next()).value as string)
    expect(await next()).toMatchObject({ ok: true })
    await scratch.dataSource('acme', 'shifts', ['everyone'], [`user:${ada.email}`])
    sendItem('W-2')
    expect(await next()).toMatchObject({ ok: false, error: { id: 'forbidden' } })
    await scratch.dataSource('acme', 'shifts', ['everyone'], writers)
    sendItem('W-3')
    expect(await next()).toMatchObject({ ok: true })
    await scratch.app.apiKeys.revokeAll('acme', eve.id)
    sendItem('W-4')
    expect(await next()).toMatchObject({ ok: false, error: { id: 'auth/unauthorized' } })
    request.end()
    expect((await lines.next()).done).toBe(true)
    expect(await searchIds('walkie-talkie')).toEqual(['W-1', 'W-3'])
  })

  test('goes on after bad lines, passes over blank ones and takes a last one without an end', async () => {
    const body = Buffer.concat([
      Buffer.from('\n{"rootId":\n  \r\n[1]\n'),
      Buffer.from([0x22, 0xff, 0x22, 0x0a]),
      Buffer.from(line({ id: 'L-1', content: 'x'.repeat(200_001) })),
      Buffer.from(line({ id: 'L-2', content: 'y'.repeat(150_000) }).replace('\n', '\r\n')),
      Buffer.from(line({ id: 'L-3' }).trimEnd()),
    ])
    expect(results((await send(body)).text)).toMatchObject([
      { ok: false, error: { id: 'field-validation', details: { body: { message: 'must be valid JSON' } } } },
      {
        ok: false,
        error: { id: 'field-validation', details: { body: { message: 'must be a JSON object' } } },
      },
      { ok: false, error: { id: 'field-validation', details: { body: { message: 'must be valid UTF-8' } } } },
      { ok: false, error: { id: 'payload-too-large' } },
      { ok: true, source: { id: 'L-2' } },
      { ok: true, source: { id: 'L-3' } },
    ])
    expect((await send('')).text).toBe('')
  })

  test('is in the audit log by data source, as done or refused', async () => {
    const dirk = await scratch.person('acme', 'dirk')
    await send(line({ rootId: 'adas' }) + line({ rootId: 'adas', id: 'T-2' }), dirk.key)
    expect(await auditedFor(dirk)).toEqual(['refused indexStream /data-sources/adas'])
    await send(line({ id: 'S-d1' }) + line({ id: 'S-d2' }), dirk.key)
    expect((await auditedFor(dirk)).slice(1)).toEqual(['done indexStream /data-sources/tickets'])
  })

  test('whose entry in the audit log fails says so of that item, and records the next one', async () => {
    const fay = await scratch.person('acme', 'fay')
    const request = open(fay.key)
    const answered = response(request)
    request.flushHeaders()
    const lines = createInterface({ input: await answered })[Symbol.asyncIterator]()
    const sendItem = async (fields: Record<string, unknown>) => {
      request.write(line(fields))
      return JSON.parse((await lines.next()).value as string)
    }
    const refused = { ok: false, error: { id: 'forbidden' } }
    await withoutAuditLog(async () => {
      expect(await sendItem({ id: 'A-1' })).toEqual({
        ok: false,
        error: {
          message: 'The item was indexed, but the audit log could not be written. Please send the item again.',
          id: 'unavailable',
        },
      })
      expect(await sendItem({ rootId: 'adas' })).toMatchObject(refused)
    })
    expect(await sendItem({ id: 'A-1' })).toMatchObject({ ok: true, source: { id: 'A-1' } })
    expect(await sendItem({ rootId: 'adas' })).toMatchObject(refused)
    request.end()
    expect((await lines.next()).done).toBe(true)
    expect(await auditedFor(fay)).toEqual([
      'done indexStream /data-sources/tickets',
      'refused indexStream /data-sources/adas',
    ])
  })

  test('of one id ends with its last line', async () => {
    const body = Array.from({ length: 30 }, (_, index) => line({ id: 'M-1', title: `Title ${index}` })).join('')
    await send(body)
    const listed = await scratch.call(ada.key, 'GET', '/v1/ask/index?rootId=tickets&hitsPerPage=100')
    expect(listed.body.hits.find((hit: { id: string }) => hit.id === 'M-1').title).toBe('Title 29')
  })

  test('is not read faster than it is indexed', async () => {
    let release = () => {}
    const guard = new Promise<void>((resolve) => {
      release = resolve
    })
    let running = 0
    let most = 0
    vi.spyOn(scratch.app.contents, 'index').mockImplementation(async (_viewer, item) => {
      running += 1
      most = Math.max(most, running)
      await guard
      running -= 1
      return { id: item.id, title: item.title, url: item.url, updatedAt: item.updatedAt }
    })
    sockets.clear()
    const request = open(ada.key)
    const answered = response(request)
    const total = 400
    const size = line({ id: 'P-0', content: 'z'.repeat(100_000) }).length
    for (let index = 0; index < total; index += 1)
      request.write(line({ id: `P-${index}`, content: 'z'.repeat(100_000) }))
    request.end()
    const text = readAll(await answered)
    while (running < 8) await turn()
    // Other requests pass through meanwhile, so whatever could have been read would have been.
    for (let round = 0; round < 20; round += 1) expect((await scratch.call(ada.key, 'GET', '/v1/me')).status).toBe(200)
    const readBytes = Math.max(...[...sockets].map((socket) => socket.bytesRead))
    expect(running).toBe(8)
    expect(readBytes).toBeLessThan(20 * size)
    release()
    expect(results(await text)).toHaveLength(total)
    expect(most).toBe(8)
  })

  test('that breaks off leaves what was told and nothing of the line that was cut', async () => {
    const request = open(ada.key)
    request.on('error', () => {})
    const answered = response(request)
    request.write(line({ id: 'Q-1', content: 'Quadricycle whole.' }))
    const lines = createInterface({ input: (await answered).on('error', () => {}) })[Symbol.asyncIterator]()
    expect(JSON.parse((await lines.next()).value as string)).toMatchObject({ ok: true })
    request.write(line({ id: 'Q-2', content: 'Quadricycle cut.' }).slice(0, -1))
    request.destroy()
    await once(request, 'close')
    expect(await searchIds('quadricycle')).toEqual(['Q-1'])
  })

  test('is refused before it is read: without a credential, where asking is off, of another type', async () => {
    expect((await send(line({}), 'lw_unknown')).incoming.statusCode).toBe(401)
    await scratch.organization('silent', { askEnabled: false })
    const mute = await scratch.person('silent', 'mute')
    expect((await send(line({}), mute.key)).incoming.statusCode).toBe(402)
    const asJson = await scratch.call(ada.key, 'POST', '/v1/ask/index/stream', contentFixture())
    expect(asJson).toMatchObject({ status: 415, body: { id: 'unsupported-media-type' } })
    expect(asJson.body.message).toContain('application/x-ndjson')
    expect((await scratch.call(ada.key, 'POST', '/v1/ask/index/stream')).status).toBe(415)
    const elsewhere = { 'content-type': 'application/x-ndjson' }
    expect((await scratch.call(ada.key, 'POST', '/v1/ask/index', line({}), elsewhere)).status).toBe(415)
    expect((await scratch.call(ada.key, 'GET', '/v1/ask/index/stream')).status).toBe(405)
  })
})
