import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { type ClientOptions, createClient } from './client.ts'
import { LorewellError } from './errors.ts'
import { createOAuth } from './oauth.ts'

const url = 'https://lorewell.test'
const answer = { answer: 'Ada. [1]', sources: [] }

/** A client whose requests get the given responses in turn, and the last one again. */
function clientWith(responses: (() => Response | Promise<Response>)[], options: Partial<ClientOptions> = {}) {
  const sent: { url: string; method: string | undefined; prefer: string | null }[] = []
  const waits: number[] = []
  const client = createClient({
    url,
    credential: 'lw_test',
    fetch: async (input, init) => {
      const respond = responses[Math.min(sent.length, responses.length - 1)] as () => Response
      sent.push({ url: String(input), method: init?.method, prefer: new Headers(init?.headers).get('prefer') })
      return respond()
    },
    wait: async (ms) => {
      waits.push(ms)
    },
    ...options,
  })
  return { client, sent, waits }
}

/** A fetch that ends only when its signal is aborted, as the real one does. */
const hangingFetch: typeof fetch = (_input, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason), { once: true })
  })

describe('a deferred answer', () => {
  const pending = () => Response.json({ id: 'a1', state: 'pending' })
  const done = () => Response.json({ id: 'a1', state: 'done', result: answer })

  it('is asked for, and read until it is there, at growing intervals', async () => {
    const accepted = () => Response.json({ id: 'a1', state: 'pending' }, { status: 202 })
    const { client, sent, waits } = clientWith([accepted, pending, pending, pending, done])
    const { id } = await client.respondAsync({ question: 'Who?' })
    expect(await client.waitForAnswer(id, { pollIntervalMs: 100 })).toEqual(answer)
    expect(sent[0]).toMatchObject({ method: 'POST', url: `${url}/v1/ask/answers` })
    expect(sent.slice(1).map((request) => request.url)).toEqual(Array(4).fill(`${url}/v1/ask/answers/a1`))
    expect(waits).toEqual([100, 150, 225])
  })

  it('waits at most ten intervals between two reads', async () => {
    const { client, waits } = clientWith([...Array(12).fill(pending), done])
    await client.waitForAnswer('a1', { pollIntervalMs: 10 })
    expect(Math.max(...waits)).toBe(100)
  })

  it('that failed is thrown', async () => {
    const failed = () =>
      Response.json({ id: 'a1', state: 'failed', error: { id: 'parent-not-found', message: 'Gone.' } })
    await expect(clientWith([failed]).client.waitForAnswer('a1')).rejects.toMatchObject({
      name: 'LorewellError',
      id: 'parent-not-found',
      message: 'Gone.',
    })
  })

  it('is not waited for longer than the call allows', async () => {
    const client = createClient({ url, fetch: async () => pending() })
    await expect(client.waitForAnswer('a1', { timeoutMs: 20, pollIntervalMs: 60_000 })).rejects.toMatchObject({
      name: 'LorewellError',
      id: 'timeout',
    })
  })
})

describe('a time limit', () => {
  /** A fetch whose response sends one chunk and then nothing until it is aborted. */
  const stalledAfter =
    (chunk: string): typeof fetch =>
    async (_input, init) =>
      new Response(
        new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(new TextEncoder().encode(chunk))
            init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason), { once: true })
          },
        }),
      )
  const isTimeout = { name: 'LorewellError', status: 0, id: 'timeout', cause: { name: 'TimeoutError' } }

  it('ends a call that gets no response, without a retry', async () => {
    const { client, waits } = clientWith([], { fetch: hangingFetch, timeoutMs: 10 })
    const error = await client.me().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(LorewellError)
    expect(error).toMatchObject({ status: 0, id: 'timeout', cause: { name: 'TimeoutError' } })
    expect(waits).toEqual([])
  })

  it('ends a stream that stalls', async () => {
    const stalled = stalledAfter('event: delta\ndata: {"text":"A"}\n\n')
    const events = createClient({ url, fetch: stalled }).askStream({ question: 'Who?' }, { timeoutMs: 20 })
    expect(await events.next()).toMatchObject({ value: { type: 'delta', text: 'A' } })
    await expect(events.next()).rejects.toMatchObject({ name: 'LorewellError', id: 'timeout' })
  })

  it('ends a download that stalls', async () => {
    const client = createClient({ url, fetch: stalledAfter('id,at\n') })
    const reader = (await client.download('exportAuditEvents', { format: 'csv' }, { timeoutMs: 20 })).getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('id,at\n')
    await expect(reader.read()).rejects.toMatchObject(isTimeout)
    const silent = createClient({ url, fetch: hangingFetch })
    await expect(silent.download('exportAuditEvents', { format: 'csv' }, { timeoutMs: 20 })).rejects.toMatchObject(
      isTimeout,
    )
  })

  it('ends an indexing stream that stalls', async () => {
    const client = createClient({ url, fetch: stalledAfter('{"ok":true}\n') })
    const results = client.indexStream([], { timeoutMs: 20 })
    expect((await results.next()).value).toEqual({ ok: true })
    await expect(results.next()).rejects.toMatchObject(isTimeout)
  })

  it('of the client does not end downloads and indexing streams', async () => {
    const slow: typeof fetch = async (_input, init) => {
      expect(init?.signal).toBeUndefined()
      return new Response('{"ok":true}\n')
    }
    const client = createClient({ url, fetch: slow, timeoutMs: 1 })
    expect(await new Response(await client.download('exportAuditEvents', { format: 'csv' })).text()).toBe(
      '{"ok":true}\n',
    )
    for await (const result of client.indexStream([])) expect(result).toEqual({ ok: true })
  })

  it('leaves a signal of the caller its own reason', async () => {
    const controller = new AbortController()
    const call = createClient({ url, fetch: hangingFetch }).me({}, { signal: controller.signal, timeoutMs: 60_000 })
    controller.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
  })
})

describe('a network failure', () => {
  it('in the middle of a response is a LorewellError with its cause', async () => {
    const cut = () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            controller.error(new TypeError('terminated'))
          },
        }),
      )
    await expect(clientWith([cut]).client.me()).rejects.toMatchObject({
      name: 'LorewellError',
      status: 0,
      id: 'unreachable',
      cause: new TypeError('terminated'),
    })
  })

  it('at a server without TLS says which address to use', async () => {
    const server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const call = createClient({ url: `https://127.0.0.1:${port}`, maxAttempts: 1 }).me()
    await expect(call).rejects.toThrow(
      `Cannot reach https://127.0.0.1:${port}: it does not use TLS, so its address begins with http://`,
    )
    server.close()
  })

  it('while signing in is one, too', async () => {
    const broken: typeof fetch = async () => {
      throw new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })
    }
    await expect(createOAuth({ url, redirectUri: 'https://app.test/', fetch: broken }).begin()).rejects.toMatchObject({
      name: 'LorewellError',
      id: 'unreachable',
      message: `Cannot reach ${url}: ECONNREFUSED`,
      cause: new TypeError('fetch failed'),
    })
  })

  it('differs from a response that is not JSON', async () => {
    const page = () => new Response('<html>', { headers: { 'content-type': 'text/html' } })
    await expect(clientWith([page]).client.me()).rejects.toMatchObject({
      name: 'LorewellError',
      status: 200,
      message: 'The response is not JSON.',
      cause: expect.any(SyntaxError),
    })
  })
})

describe('503', () => {
  const busy =
    (headers: Record<string, string> = {}) =>
    () =>
      new Response('{}', { status: 503, headers })

  it('without Retry-After can come from a proxy after the work was done: only what may be repeated is', async () => {
    const created = clientWith([busy()])
    await expect(created.client.createNote({ title: 'Once' })).rejects.toMatchObject({ status: 503 })
    expect(created.sent).toHaveLength(1)
    const read = clientWith([busy(), () => Response.json({ email: 'ada@acme.test' })])
    expect(await read.client.me()).toMatchObject({ email: 'ada@acme.test' })
  })

  it('with Retry-After is repeated in any case', async () => {
    const { client, waits } = clientWith([busy({ 'retry-after': '2' }), () => Response.json({ id: 'n1' })])
    expect(await client.createNote({ title: 'Once' })).toMatchObject({ id: 'n1' })
    expect(waits).toEqual([2000])
  })

  it('is repeated after pauses that grow and differ', async () => {
    const { client, waits } = clientWith([busy()])
    await expect(client.me()).rejects.toMatchObject({ status: 503 })
    expect(waits).toHaveLength(4)
    for (const [index, ms] of waits.entries()) {
      expect(ms).toBeGreaterThanOrEqual(250 * 2 ** index)
      expect(ms).toBeLessThan(500 * 2 ** index)
    }
  })
})
