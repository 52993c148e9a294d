import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRemoteEmbedder } from '../../src/models/remote-embedder.ts'
import { createTelemetry, type Telemetry } from '../../src/telemetry/telemetry.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code: number }
}

/** A collector, an embeddings endpoint and a language model, on one port. */
const received: { path: string; headers: IncomingHttpHeaders; body: unknown }[] = []
let isModelDown = false
let isCollectorDown = false
let receiver: Server
let url: string
let telemetry: Telemetry
let scratch: TestApp
let ada: Person
const warnings: { fields: Record<string, unknown>; message: string }[] = []

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as { input?: string[] }
    const path = request.url ?? ''
    received.push({ path, headers: request.headers, body })
    if (path === '/v1/traces') {
      response.writeHead(isCollectorDown ? 503 : 200).end('{}')
    } else if (isModelDown) {
      response.writeHead(400).end('{}')
    } else if (path === '/embed/embeddings') {
      const data = (body.input ?? []).map((text, index) => ({ index, embedding: [1, text.length, 3, 4] }))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
    } else {
      const part = { choices: [{ index: 0, delta: { content: 'Ada is on call. [1]' } }] }
      const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(`data: ${JSON.stringify(part)}\n\ndata: ${JSON.stringify(end)}\n\ndata: [DONE]\n\n`)
    }
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  telemetry = await createTelemetry({
    log: {
      warn: (fields: unknown, message?: string) => warnings.push({ fields: fields as never, message: message ?? '' }),
    },
    otlp: { endpoint: url, headers: { 'x-collector-key': 'k' }, serviceName: 'lorewell-test' },
    // So that every statement is a slow one.
    slowQueryMs: 0.000_001,
  })
  scratch = await createTestApp({
    telemetry,
    config: { llm: { baseUrl: `${url}/llm`, model: 'tester', apiKey: '' } },
    embedder: createRemoteEmbedder({
      baseUrl: `${url}/embed`,
      model: 'four',
      dimensions: 4,
      fetch: telemetry.fetch,
    }),
  })
  await scratch.organization('acme')
  ada = await scratch.person('acme', 'ada')
  await scratch.note('acme', { title: 'On call', content: 'Ada is on call.' })
  await scratch.app.inMemoryIndexes.load()
})
afterAll(async () => {
  await scratch?.close()
  receiver?.close()
})
beforeEach(async () => {
  // A transaction that only read may end after its answer: what is told of that belongs to the test before.
  await telemetry.flush()
  await sql`select 1`.execute(scratch.database.unrestricted)
  await telemetry.flush()
  received.length = 0
  warnings.length = 0
})

async function spans(): Promise<Span[]> {
  await telemetry.flush()
  const bodies = received.filter(({ path }) => path === '/v1/traces').map(({ body }) => body)
  // biome-ignore lint/suspicious/noExplicitAny: what came over the wire is what a test is about to check
  return bodies.flatMap((body: any) => body.resourceSpans[0].scopeSpans[0].spans)
}

/** Integers as text: in OTLP's JSON an int64 is a number or a string. */
const attribute = (span: Span | undefined, key: string) => {
  const value = span?.attributes.find((one) => one.key === key)?.value ?? {}
  return 'intValue' in value ? String(value.intValue) : Object.values(value)[0]
}

const parentContext = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
const ask = (flags: string) =>
  scratch.call(
    ada.key,
    'POST',
    '/v1/ask',
    { question: 'Who is on call with the secret pager?' },
    { traceparent: `00-${parentContext.traceId}-${parentContext.spanId}-${flags}` },
  )

describe('with a collector', () => {
  it('a request is a span of its caller, with all that it did below it, and says nobody’s words', async () => {
    const reply = await ask('01')
    expect(reply.status).toBe(200)
    const all = await spans()
    expect(new Set(all.map(({ traceId }) => traceId))).toEqual(new Set([parentContext.traceId]))
    const request = all.find(({ name }) => name === 'POST /v1/ask')
    expect(request).toMatchObject({ kind: 2, parentSpanId: parentContext.spanId, status: { code: 0 } })
    expect(attribute(request, 'http.response.status_code')).toBe('200')
    expect(attribute(request, 'lorewell.request_id')).toBe(reply.headers['x-request-id'])
    const retrieval = all.find(({ name }) => name === 'retrieval')
    expect(retrieval?.parentSpanId).toBe(request?.spanId)
    expect(attribute(retrieval, 'lorewell.passages')).toBe('1')
    const embedding = all.find(({ name }) => name === 'embeddings')
    expect(embedding).toMatchObject({ kind: 3, parentSpanId: retrieval?.spanId })
    const chat = all.find(({ name }) => name === 'chat')
    expect(chat).toMatchObject({ kind: 3, parentSpanId: request?.spanId })
    const inRetrieval = all.filter(
      (span) => attribute(span, 'db.system.name') === 'postgresql' && span.parentSpanId === retrieval?.spanId,
    )
    expect(inRetrieval.length).toBeGreaterThan(1)
    for (const span of all) {
      expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano))
    }
    const calls = (path: string) => received.find((one) => one.path === path)?.headers.traceparent
    expect(calls('/embed/embeddings')).toBe(`00-${parentContext.traceId}-${embedding?.spanId}-01`)
    expect(calls('/llm/chat/completions')).toBe(`00-${parentContext.traceId}-${chat?.spanId}-01`)
    const sent = received.find(({ path }) => path === '/v1/traces')
    expect(sent?.headers['x-collector-key']).toBe('k')
    expect(JSON.stringify(sent?.body)).toContain('lorewell-test')
    expect(JSON.stringify(sent?.body)).not.toMatch(/secret pager|Ada is on call|lw_/)
  })

  it('a caller who does not record is not recorded, and the trace goes on all the same', async () => {
    await ask('00')
    expect(await spans()).toEqual([])
    const { traceparent } = received.find(({ path }) => path === '/llm/chat/completions')?.headers ?? {}
    expect(traceparent).toMatch(new RegExp(`^00-${parentContext.traceId}-[0-9a-f]{16}-00$`))
  })

  it('a caller without a trace gets one, and streams are traced to their end', async () => {
    await scratch.call(ada.key, 'POST', '/v1/ask', { question: 'Who?' }, { accept: 'text/event-stream' })
    const all = await spans()
    const request = all.find(({ name }) => name === 'POST /v1/ask')
    expect(request?.traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(request).not.toHaveProperty('parentSpanId')
    expect(all.find(({ name }) => name === 'chat')?.parentSpanId).toBe(request?.spanId)
  })

  it('a model that fails is a span that failed, and a part that is degraded', async () => {
    const parts = async () => (await scratch.call(undefined, 'GET', '/readyz')).body.parts
    expect(await parts()).toMatchObject({ model: 'ready', llm: 'ready' })
    isModelDown = true
    await ask('01')
    isModelDown = false
    const all = await spans()
    for (const name of ['embeddings', 'chat']) {
      expect(all.find((span) => span.name === name)?.status.code).toBe(2)
    }
    expect(await parts()).toMatchObject({ model: 'degraded', llm: 'degraded' })
    await ask('01')
    expect(await parts()).toMatchObject({ model: 'ready', llm: 'ready' })
  })

  it('a collector that is away costs nobody anything and is told once', async () => {
    isCollectorDown = true
    expect((await ask('01')).status).toBe(200)
    await telemetry.flush()
    await ask('01')
    await telemetry.flush()
    isCollectorDown = false
    expect(warnings.filter(({ message }) => message.includes('collector'))).toHaveLength(1)
  })
})

it('a slow statement is logged with its request and without its values', async () => {
  const reply = await scratch.call(ada.key, 'GET', '/v1/search-notes?query=pelican')
  const slow = warnings.filter(({ message }) => message === 'slow query')
  expect(slow.length).toBeGreaterThan(0)
  expect(slow.every(({ fields }) => fields.reqId === reply.headers['x-request-id'])).toBe(true)
  expect(slow.some(({ fields }) => String(fields.sql).includes('from document'))).toBe(true)
  expect(JSON.stringify(slow)).not.toContain('pelican')
})

describe('/readyz', () => {
  it('tells each part', async () => {
    const { status, body } = await scratch.call(undefined, 'GET', '/readyz')
    expect(status).toBe(200)
    expect(body.parts).toEqual({
      node: 'ready',
      database: 'ready',
      migrations: 'ready',
      model: 'ready',
      llm: 'ready',
      jobs: 'degraded',
    })
    expect(Object.keys(body.problems)).toEqual(['jobs'])
  })

  it('is not ready where a newer version has changed the store, nor where the database is away', async () => {
    const { unrestricted } = scratch.database
    await sql`insert into migration (name) values ('9999-later.sql')`.execute(unrestricted)
    const newer = await scratch.call(undefined, 'GET', '/readyz')
    await sql`delete from migration where name = '9999-later.sql'`.execute(unrestricted)
    expect(newer.status).toBe(503)
    expect(newer.body).toMatchObject({ ok: false, parts: { database: 'ready', migrations: 'down' } })
    expect(newer.body.problems.migrations).toContain('newer version')
    vi.spyOn(unrestricted, 'getExecutor').mockImplementation(() => {
      throw new Error('connection refused by 10.0.0.7')
    })
    const away = await scratch.call(undefined, 'GET', '/readyz')
    vi.restoreAllMocks()
    expect(away.status).toBe(503)
    expect(away.body.parts).toMatchObject({ database: 'down', migrations: 'down' })
    expect(away.text).not.toContain('10.0.0.7')
    expect((await scratch.call(undefined, 'GET', '/readyz')).status).toBe(200)
  })
})
