import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createRemoteEmbedder } from './remote-embedder.ts'

interface Received {
  url: string
  authorization: string | undefined
  body: { model: string; input: string[]; encoding_format: string }
}
type EndpointHandler = (response: ServerResponse, received: Received) => void

const closers: (() => unknown)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** An endpoint with a scripted behaviour per request; the last one repeats. */
async function startFakeEndpoint(...behaviours: EndpointHandler[]) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const item = { url: request.url!, authorization: request.headers.authorization, body: JSON.parse(body) }
    received.push(item)
    behaviours[Math.min(received.length, behaviours.length) - 1]!(response, item)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const waits: number[] = []
  const wait = async (ms: number) => {
    waits.push(ms)
  }
  const { port } = server.address() as AddressInfo
  const settings = { baseUrl: `http://127.0.0.1:${port}/v1`, model: 'm', apiKey: 'secret', wait }
  return { received, waits, settings, host: `127.0.0.1:${port}` }
}

/** Answers every text with the vector [3, 4 · its length, …zeros]. */
const answer =
  (length = 2): EndpointHandler =>
  (response, { body }) =>
    sendVectors(
      response,
      body.input.map((text) => [3, 4 * text.length, ...new Array(length - 2).fill(0)]),
    )
const fail =
  (status: number, headers: Record<string, string> = {}): EndpointHandler =>
  (response) =>
    response.writeHead(status, headers).end('{"error":{"message":"not now"}}')
const sendVectors = (response: ServerResponse, vectors: unknown[]) =>
  response.end(JSON.stringify({ data: vectors.map((embedding, index) => ({ index, embedding })) }))

describe('the remote embedder', () => {
  test('sends the model and the key, and scales the vectors to unit length', async () => {
    const { settings, received, host } = await startFakeEndpoint(answer())
    const embedder = createRemoteEmbedder(settings)
    expect(await embedder.embed(['a'])).toEqual([Float32Array.of(0.6, 0.8)])
    expect(received).toEqual([
      {
        url: '/v1/embeddings',
        authorization: 'Bearer secret',
        body: { model: 'm', input: ['a'], encoding_format: 'float' },
      },
    ])
    expect(embedder.name).toBe(`m@${host}`)
  })

  test('without a key sends none', async () => {
    const { settings, received } = await startFakeEndpoint(answer())
    await createRemoteEmbedder({ ...settings, apiKey: undefined }).embed(['a'])
    expect(received[0]?.authorization).toBeUndefined()
  })

  test('learns its dimensions from the first response or the settings', async () => {
    const { settings } = await startFakeEndpoint(answer(5))
    const embedder = createRemoteEmbedder(settings)
    expect(embedder.dimensions).toBe(0)
    await embedder.embed(['a'])
    expect(embedder.dimensions).toBe(5)
    expect(createRemoteEmbedder({ ...settings, dimensions: 7 }).dimensions).toBe(7)
  })

  test('sends at most 64 texts at a time', async () => {
    const { settings, received } = await startFakeEndpoint(answer())
    const vectors = await createRemoteEmbedder(settings).embed(Array.from({ length: 130 }, (_, i) => `t${i}`))
    expect(vectors).toHaveLength(130)
    expect(received.map(({ body }) => body.input.length)).toEqual([64, 64, 2])
  })

  test('retries after 429 and 5xx with the delay of Retry-After', async () => {
    const { settings, received, waits } = await startFakeEndpoint(
      fail(500),
      fail(429, { 'retry-after': '7' }),
      fail(503),
      answer(),
    )
    expect(await createRemoteEmbedder(settings).embed(['a'], { priority: 'bulk' })).toHaveLength(1)
    expect(received).toHaveLength(4)
    expect(waits).toEqual([500, 7000, 2000])
  })

  test('an interactive call passes a long Retry-After on instead of waiting', async () => {
    const { settings, waits } = await startFakeEndpoint(fail(429, { 'retry-after': '30' }))
    const attempt = createRemoteEmbedder(settings).embed(['a'])
    await expect(attempt).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 30 })
    expect(waits).toEqual([])
  })

  test('fails with the status after its last attempt', async () => {
    const { settings, received } = await startFakeEndpoint(fail(500))
    const embedder = createRemoteEmbedder(settings)
    await expect(embedder.embed(['a'])).rejects.toThrow(/status 500.*not now/)
    expect(received).toHaveLength(3)
    await expect(embedder.embed(['a'], { priority: 'bulk' })).rejects.toMatchObject({ code: 'unavailable' })
    expect(received).toHaveLength(3 + 8)
  })

  test('does not repeat a rejected request, nor reveal the key', async () => {
    const { settings, received } = await startFakeEndpoint(fail(401))
    const error = await createRemoteEmbedder(settings)
      .embed(['a'])
      .catch((e: Error) => e)
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('status 401') })
    expect(JSON.stringify(error) + String(error)).not.toContain('secret')
    expect(received).toHaveLength(1)
  })

  test.each([
    [400, true],
    [413, true],
    [401, false],
    [404, false],
    [503, false],
  ])('status %i is permanent: %s', async (status, isPermanent) => {
    const { settings } = await startFakeEndpoint(fail(status))
    await expect(createRemoteEmbedder(settings).embed(['a'])).rejects.toMatchObject({ isPermanent })
  })

  test('a stalled request times out and is retried', async () => {
    const { settings, received } = await startFakeEndpoint(() => {}, answer())
    expect(await createRemoteEmbedder({ ...settings, timeoutMs: 1000 }).embed(['a'])).toHaveLength(1)
    expect(received).toHaveLength(2)
  })

  test('a truncated response is retried', async () => {
    const { settings, received } = await startFakeEndpoint((response) => {
      response.writeHead(200, { 'content-length': 1000 })
      response.write('{"data":[')
      response.destroy()
    }, answer())
    expect(await createRemoteEmbedder(settings).embed(['a'])).toHaveLength(1)
    expect(received).toHaveLength(2)
  })

  test('an unreachable endpoint is unavailable', async () => {
    const { settings } = await startFakeEndpoint(answer())
    const embedder = createRemoteEmbedder({ ...settings, baseUrl: 'http://127.0.0.1:1/v1' })
    await expect(embedder.embed(['a'])).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('a change of dimensions is an error', async () => {
    const { settings } = await startFakeEndpoint(answer(4), answer(3))
    const embedder = createRemoteEmbedder(settings)
    await embedder.embed(['a'])
    await expect(embedder.embed(['b'])).rejects.toThrow('a vector of 3 numbers where 4 were expected')
    expect(embedder.dimensions).toBe(4)
  })

  test.each<[string, EndpointHandler]>([
    ['too few vectors', (response) => sendVectors(response, [[1, 2]])],
    [
      'vectors of zeros',
      (response) =>
        sendVectors(response, [
          [0, 0],
          [0, 0],
        ]),
    ],
    [
      'numbers that are none',
      (response) =>
        sendVectors(response, [
          [1, 'x'],
          [1, 2],
        ]),
    ],
    ['vectors that are none', (response) => sendVectors(response, ['AAAA', 'AAAA'])],
    ['empty vectors', (response) => sendVectors(response, [[], []])],
    [
      'the same position twice',
      (response) => response.end('{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}'),
    ],
    [
      'a position beyond the texts',
      (response) => response.end('{"data":[{"index":0,"embedding":[1]},{"index":2,"embedding":[1]}]}'),
    ],
    ['something else', (response) => response.end('"ok"')],
    ['no JSON', (response) => response.end('<html>')],
  ])('an answer with %s is unavailable, not a wrong vector', async (_what, behaviour) => {
    const { settings } = await startFakeEndpoint(behaviour)
    await expect(createRemoteEmbedder(settings).embed(['a', 'b'])).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('(model m)'),
      isPermanent: true,
    })
  })

  test('an abort ends the request at the endpoint too', async () => {
    const controller = new AbortController()
    const reason = new Error('left')
    let onClose = () => {}
    const closed = new Promise<void>((resolve) => {
      onClose = resolve
    })
    const { settings } = await startFakeEndpoint((response) => {
      response.on('close', onClose)
      controller.abort(reason)
    })
    await expect(createRemoteEmbedder(settings).embed(['a'], { signal: controller.signal })).rejects.toBe(reason)
    await closed
  })

  test('closing aborts running requests', async () => {
    const { settings } = await startFakeEndpoint(() => void embedder.close())
    const embedder = createRemoteEmbedder(settings)
    await expect(embedder.embed(['a'])).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('a failed bulk call does not fail the next', async () => {
    const { settings } = await startFakeEndpoint(fail(400), answer())
    const embedder = createRemoteEmbedder(settings)
    const [first, second] = [embedder.embed(['a'], { priority: 'bulk' }), embedder.embed(['b'], { priority: 'bulk' })]
    await expect(first).rejects.toMatchObject({ code: 'unavailable' })
    expect(await second).toHaveLength(1)
  })
})
