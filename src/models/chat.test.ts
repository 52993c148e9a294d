import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ChatInput, ChatTimeouts } from './chat.ts'
import { createChatModel } from './create-chat-model.ts'

interface Received {
  url: string
  headers: Record<string, unknown>
  body: Record<string, unknown>
}
type ResponseHandler = (response: ServerResponse) => void

/** How each provider writes a stream: its pieces as server-sent events. */
interface ProviderProtocol {
  path: string
  opening: string
  text(text: string): string
  end(reason: 'whole' | 'limit' | 'filtered'): string
  error: string
}

const openAiEvent = (choice: object) => `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, ...choice }] })}\n\n`
const anthropicEvent = (event: { type: string; [field: string]: unknown }) =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

const providerProtocols: Record<string, ProviderProtocol> = {
  'openai-compatible': {
    path: '/v1',
    opening: openAiEvent({ delta: { role: 'assistant', content: '' } }),
    text: (content) => openAiEvent({ delta: { content } }),
    end: (reason) =>
      `${openAiEvent({ delta: {}, finish_reason: { whole: 'stop', limit: 'length', filtered: 'content_filter' }[reason] })}data: [DONE]\n\n`,
    error: 'data: {"error":{"message":"the GPU is on fire","type":"server_error"}}\n\n',
  },
  anthropic: {
    path: '/anthropic',
    opening:
      anthropicEvent({
        type: 'message_start',
        message: {
          id: 'm',
          model: 'm',
          role: 'assistant',
          content: [],
          usage: { input_tokens: 1, output_tokens: 1 },
        },
      }) +
      anthropicEvent({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } } as {
        type: string
      }),
    text: (text) =>
      anthropicEvent({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } } as {
        type: string
      }),
    end: (reason) =>
      anthropicEvent({ type: 'content_block_stop', index: 0 }) +
      anthropicEvent({
        type: 'message_delta',
        delta: { stop_reason: { whole: 'end_turn', limit: 'max_tokens', filtered: 'refusal' }[reason] },
        usage: { output_tokens: 2 },
      }) +
      anthropicEvent({ type: 'message_stop' }),
    error: anthropicEvent({
      type: 'error',
      error: { type: 'overloaded_error', message: 'the GPU is on fire' },
    }),
  },
}

const closers: (() => unknown)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A model server with a scripted behaviour per request; the last one repeats. */
async function startFakeModelServer(path: string, ...behaviours: ResponseHandler[]) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    received.push({ url: request.url!, headers: request.headers, body: JSON.parse(body) })
    behaviours[Math.min(received.length, behaviours.length) - 1]!(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  const chat = (limits?: Partial<ChatTimeouts>) => createChatModel({ baseUrl, model: 'm', apiKey: 'secret', limits })
  return { received, chat }
}

const stream =
  (...pieces: string[]): ResponseHandler =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const piece of pieces) response.write(piece)
    response.end()
  }
const openStream =
  (...pieces: string[]): ResponseHandler =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const piece of pieces) response.write(piece)
  }
const fail =
  (status: number, headers: Record<string, string> = {}): ResponseHandler =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{"error":{"message":"no"}}')

function input(changes: Partial<ChatInput> = {}): ChatInput {
  return {
    system: 'Answer from the passages.',
    messages: [{ role: 'user', content: 'When?' }],
    maxOutputTokens: 50,
    temperature: 0.2,
    signal: new AbortController().signal,
    ...changes,
  }
}

/** What was streamed, and how it ended. */
async function readAll(texts: AsyncIterable<string>): Promise<{ texts: string[]; error?: unknown }> {
  const received: string[] = []
  try {
    for await (const text of texts) received.push(text)
  } catch (error) {
    return { texts: received, error }
  }
  return { texts: received }
}

const unavailable = (message: string) =>
  expect.objectContaining({ code: 'unavailable', message: expect.stringContaining(message) })

describe.each(Object.entries(providerProtocols))('the %s chat', (name, { path, opening, text, end, error }) => {
  const whole = stream(opening, text('On '), text('Monday.'), end('whole'))

  test('streams the text', async () => {
    const { chat } = await startFakeModelServer(path, whole)
    expect(await readAll(chat().stream(input()))).toEqual({ texts: ['On ', 'Monday.'] })
    expect(chat().name).toBe('m')
  })

  test('sends instructions, the conversation and its limits', async () => {
    const { chat, received } = await startFakeModelServer(path, whole)
    const messages = [
      { role: 'user' as const, content: 'When?' },
      { role: 'assistant' as const, content: 'Monday.' },
      { role: 'user' as const, content: 'Sure?' },
    ]
    await readAll(chat().stream(input({ messages })))
    const { url, headers, body } = received[0]!
    expect(body).toMatchObject({ model: 'm', stream: true, max_tokens: 50, temperature: 0.2 })
    const sent = JSON.stringify(body)
    for (const content of ['Answer from the passages.', 'When?', 'Monday.', 'Sure?']) expect(sent).toContain(content)
    if (name === 'anthropic') {
      expect([url, headers['x-api-key']]).toEqual(['/anthropic/v1/messages', 'secret'])
    } else {
      expect([url, headers.authorization]).toEqual(['/v1/chat/completions', 'Bearer secret'])
    }
  })

  test('an answer that reached our length limit is an answer, and is known to be cut off', async () => {
    const { chat } = await startFakeModelServer(path, stream(opening, text('On Mon'), end('limit')), whole)
    let truncated = 0
    const counting = input({ onTruncated: () => (truncated += 1) })
    expect(await readAll(chat().stream(counting))).toEqual({ texts: ['On Mon'] })
    expect(truncated).toBe(1)
    await readAll(chat().stream(counting))
    expect(truncated).toBe(1)
  })

  test('an answer that the provider suppressed is an error', async () => {
    const { chat } = await startFakeModelServer(path, stream(opening, text('On '), end('filtered')))
    expect(await readAll(chat().stream(input()))).toEqual({
      texts: ['On '],
      error: unavailable('content-filter'),
    })
  })

  test('retries twice before the first text, then reports the status', async () => {
    const recovering = await startFakeModelServer(path, fail(500), fail(429, { 'retry-after': '0' }), whole)
    expect(await readAll(recovering.chat().stream(input()))).toEqual({ texts: ['On ', 'Monday.'] })
    const failing = await startFakeModelServer(path, fail(503))
    expect(await readAll(failing.chat().stream(input()))).toEqual({
      texts: [],
      error: unavailable('status 503'),
    })
    expect(failing.received).toHaveLength(3)
  })

  test('a rejected request is not repeated', async () => {
    const { chat, received } = await startFakeModelServer(path, fail(401))
    const result = await readAll(chat().stream(input()))
    expect(result).toEqual({ texts: [], error: unavailable('status 401') })
    expect(String(result.error)).not.toContain('secret')
    expect(received).toHaveLength(1)
  })

  test('a long Retry-After is passed on instead of waited for', async () => {
    const { chat, received } = await startFakeModelServer(path, fail(429, { 'retry-after': '40' }))
    const { error: caught } = await readAll(chat().stream(input()))
    expect(caught).toMatchObject({ code: 'unavailable', retryAfterSeconds: 40 })
    expect(received).toHaveLength(1)
  })

  test('an error inside the stream is thrown: repeated before the first text, final after it', async () => {
    const before = await startFakeModelServer(path, stream(opening, error), whole)
    expect(await readAll(before.chat().stream(input()))).toEqual({ texts: ['On ', 'Monday.'] })
    const after = await startFakeModelServer(path, stream(opening, text('On '), error))
    expect(await readAll(after.chat().stream(input()))).toEqual({
      texts: ['On '],
      error: unavailable('the GPU is on fire'),
    })
    expect(after.received).toHaveLength(1)
  })

  test('a stream that ends without saying so is an error, not a short answer', async () => {
    const { chat } = await startFakeModelServer(path, stream(opening, text('On ')))
    expect(await readAll(chat().stream(input()))).toEqual({
      texts: ['On '],
      error: unavailable('language model'),
    })
  })

  test('a connection cut in mid-stream is an error', async () => {
    const { chat } = await startFakeModelServer(path, (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(opening + text('On '), () => response.destroy())
    })
    const result = await readAll(chat().stream(input()))
    expect(result.error).toEqual(unavailable('language model'))
  })

  test('a stream without any text is an error', async () => {
    const { chat } = await startFakeModelServer(path, stream(opening, end('whole')))
    expect(await readAll(chat().stream(input()))).toEqual({
      texts: [],
      error: unavailable('returned no text'),
    })
  })

  test('a model that never begins times out and is not retried', async () => {
    for (const silence of [() => {}, openStream(), openStream(opening)]) {
      const { chat, received } = await startFakeModelServer(path, silence)
      const result = await readAll(chat({ firstTokenTimeoutMs: 400 }).stream(input()))
      expect(result).toEqual({ texts: [], error: unavailable('first token within 400 ms') })
      expect(received).toHaveLength(1)
    }
  })

  test('a model that stalls in the middle times out', async () => {
    const { chat } = await startFakeModelServer(path, openStream(opening, text('On ')))
    const result = await readAll(chat({ stallTimeoutMs: 300 }).stream(input()))
    expect(result).toEqual({ texts: ['On '], error: unavailable('next token within 300 ms') })
  })

  test('the deadline ends a model that never stops', async () => {
    const { chat } = await startFakeModelServer(path, (response) => {
      openStream(opening)(response)
      const timer = setInterval(() => response.write(text('and ')), 10)
      response.on('close', () => clearInterval(timer))
    })
    const result = await readAll(chat({ deadlineMs: 1000 }).stream(input()))
    expect(result.error).toEqual(unavailable('finish within 1000 ms'))
    expect(result.texts.length).toBeGreaterThan(0)
  })

  test('an abort throws its reason and ends the request at the model', async () => {
    const controller = new AbortController()
    const reason = new Error('the caller left')
    let onClose = () => {}
    const closed = new Promise<void>((resolve) => {
      onClose = resolve
    })
    const { chat } = await startFakeModelServer(path, (response) => {
      response.on('close', onClose)
      openStream(opening, text('On '))(response)
    })
    const texts: string[] = []
    const reading = (async () => {
      for await (const piece of chat().stream(input({ signal: controller.signal }))) {
        texts.push(piece)
        controller.abort(reason)
      }
    })()
    await expect(reading).rejects.toBe(reason)
    expect(texts).toEqual(['On '])
    await closed
  })

  test('an abort before the beginning sends nothing', async () => {
    const { chat, received } = await startFakeModelServer(path, whole)
    const reason = new Error('the caller left')
    const result = await readAll(chat().stream(input({ signal: AbortSignal.abort(reason) })))
    expect(result).toEqual({ texts: [], error: reason })
    expect(received).toEqual([])
  })

  test('leaving the loop ends the request at the model', async () => {
    let onClose = () => {}
    const closed = new Promise<void>((resolve) => {
      onClose = resolve
    })
    const { chat } = await startFakeModelServer(path, (response) => {
      response.on('close', onClose)
      openStream(opening, text('On '))(response)
    })
    const pieces: string[] = []
    for await (const piece of chat().stream(input())) {
      pieces.push(piece)
      break
    }
    expect(pieces).toEqual(['On '])
    await closed
  })
})

/** A server that answers 400 to a request with one of these parameters, in the words of a real one. */
function rejecting(messages: Record<string, string>, answer: string) {
  const accepted: Record<string, unknown>[] = []
  let requests = 0
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    const body = JSON.parse(String(init?.body)) as Record<string, unknown>
    requests += 1
    const rejected = Object.keys(messages).find((name) => name in body)
    if (rejected !== undefined) return new Response(messages[rejected], { status: 400 })
    accepted.push(body)
    return new Response(answer, { headers: { 'content-type': 'text/event-stream' } })
  }
  const chat = createChatModel({ baseUrl: 'https://llm.example/v1', model: 'm', fetch, isUsageReported: true })
  return { chat, accepted, requests: () => requests }
}

describe('the openai-compatible chat', () => {
  const { path, opening, text, end } = providerProtocols['openai-compatible']!

  test('reasoning between think tags is not part of the answer', async () => {
    const thinking = stream(opening, text('<think>hm, '), text('Monday?</think>'), text('On Monday.'), end('whole'))
    const { chat } = await startFakeModelServer(path, thinking)
    const { texts } = await readAll(chat().stream(input()))
    expect(texts.join('').trim()).toBe('On Monday.')
  })

  test('reasoning without a tag at its beginning is known from the first answer on, until the model writes none', async () => {
    const thinking = stream(opening, text('Monday?\n</th'), text('ink>\n\nOn Monday.'), end('whole'))
    const plain = stream(opening, text('On Friday.'), end('whole'))
    const server = await startFakeModelServer(path, thinking, thinking, plain, plain)
    const chat = server.chat()
    const read = async () => (await readAll(chat.stream(input()))).texts.join('').trim()
    expect(await read()).toContain('On Monday.')
    expect(await read()).toBe('On Monday.')
    expect(await read()).toBe('On Friday.')
    expect(await read()).toBe('On Friday.')
  })

  test('reasoning that a server sends beside the text gets tokens of its own', async () => {
    const reasoning = (field: string) => openAiEvent({ delta: { [field]: 'Monday?' } })
    const first = stream(opening, reasoning('reasoning_content'), text('On Monday.'), end('whole'))
    const second = stream(opening, reasoning('reasoning'), text('On Friday.'), end('whole'))
    const { chat: create, received } = await startFakeModelServer(path, first, second)
    const chat = create()
    expect(await readAll(chat.stream(input()))).toEqual({ texts: ['On Monday.'] })
    expect(await readAll(chat.stream(input()))).toEqual({ texts: ['On Friday.'] })
    expect(received.map(({ body }) => body.max_tokens)).toEqual([50, 4050])
  })

  test('an answer that was all reasoning is asked for again with tokens for both', async () => {
    for (const cutOff of [stream(opening, end('limit')), stream(opening, text('<think>Hm, '), end('limit'))]) {
      const whole = stream(opening, text('On Monday.'), end('whole'))
      const { chat, received } = await startFakeModelServer(path, cutOff, whole)
      expect(await readAll(chat().stream(input()))).toEqual({ texts: ['On Monday.'] })
      expect(received.map(({ body }) => body.max_tokens)).toEqual([50, 4050])
    }
  })

  test('tokens of a chat template are not part of the answer', async () => {
    const { chat } = await startFakeModelServer(
      path,
      stream(opening, text('On Monday.<|im'), text('_end|>'), end('whole')),
    )
    expect((await readAll(chat().stream(input()))).texts.join('')).toBe('On Monday.')
  })

  test.each(['eos', 'eos_token', 'end_turn'])('a text can end with the reason %s', async (finish_reason) => {
    const ended = stream(opening, text('On Monday.'), openAiEvent({ delta: {}, finish_reason }))
    const { chat } = await startFakeModelServer(path, ended)
    expect(await readAll(chat().stream(input()))).toEqual({ texts: ['On Monday.'] })
  })

  test('an answer in one JSON document is read, and so is an error', async () => {
    const document =
      (body: object): ResponseHandler =>
      (response) =>
        response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
    const message = { role: 'assistant', content: 'On Monday.', reasoning_content: 'Monday?' }
    const answer = document({
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage: { prompt_tokens: 3, completion_tokens: 2 },
    })
    const { chat } = await startFakeModelServer(path, answer)
    const usage: unknown[] = []
    expect(await readAll(chat().stream(input({ onUsage: (used) => usage.push(used) })))).toEqual({
      texts: ['On Monday.'],
    })
    expect(usage).toEqual([{ inputTokens: 3, outputTokens: 2 }])
    const failing = await startFakeModelServer(path, document({ error: { message: 'the GPU is on fire' } }))
    expect((await readAll(failing.chat().stream(input()))).error).toEqual(unavailable('the GPU is on fire'))
  })

  test('events that are labelled as JSON are read', async () => {
    const { chat } = await startFakeModelServer(path, (response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(opening + text('On Monday.') + end('whole')),
    )
    expect(await readAll(chat().stream(input()))).toEqual({ texts: ['On Monday.'] })
  })

  test('reasoning resets the stall timeout', async () => {
    const { chat } = await startFakeModelServer(path, openStream(opening, openAiEvent({ delta: { reasoning: 'hm' } })))
    const result = await readAll(chat({ firstTokenTimeoutMs: 60_000, stallTimeoutMs: 300 }).stream(input()))
    expect(result).toEqual({ texts: [], error: unavailable('next token within 300 ms') })
  })

  const openAiError = (message: string, param: string | null) => JSON.stringify({ error: { message, param } })
  const answer = opening + text('On Monday.') + end('whole')

  test('a rejected parameter is left out or renamed, and so it is in the requests after it', async () => {
    const { chat, accepted, requests } = rejecting(
      {
        // Azure, with a reasoning model
        max_tokens: openAiError(
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
          'max_tokens',
        ),
        temperature: openAiError("Unsupported value: 'temperature' does not support 0 with this model.", 'temperature'),
        // Mistral
        stream_options:
          '{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]}',
      },
      answer,
    )
    expect(await readAll(chat.stream(input()))).toEqual({ texts: ['On Monday.'] })
    expect(requests()).toBe(4)
    expect(await readAll(chat.stream(input()))).toEqual({ texts: ['On Monday.'] })
    expect(requests()).toBe(5)
    for (const body of accepted) {
      expect(body).toMatchObject({ model: 'm', stream: true, max_completion_tokens: 50 })
      expect(Object.keys(body)).not.toContain('temperature')
    }
  })

  test('a limit of tokens that the server knows by neither name is left out', async () => {
    const unknown = (name: string) =>
      `[{"error":{"code":400,"message":"Invalid JSON payload received. Unknown name \\"${name}\\": Cannot find field."}}]`
    const { chat, accepted } = rejecting(
      { max_tokens: unknown('max_tokens'), max_completion_tokens: unknown('max_completion_tokens') },
      answer,
    )
    expect(await readAll(chat.stream(input()))).toEqual({ texts: ['On Monday.'] })
    expect(accepted).toHaveLength(1)
  })

  test('a limit that is too large for one request is left out of that one alone', async () => {
    const limits: unknown[] = []
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      const { max_tokens } = JSON.parse(String(init?.body)) as { max_tokens?: number }
      limits.push(max_tokens)
      if (max_tokens !== undefined && max_tokens > 60)
        return new Response(
          "'max_tokens' or 'max_completion_tokens' is too large: 70. The maximum context length is 60.",
          { status: 400 },
        )
      return new Response(answer, { headers: { 'content-type': 'text/event-stream' } })
    }
    const chat = createChatModel({ baseUrl: 'https://llm.example/v1', model: 'm', fetch })
    await readAll(chat.stream(input({ maxOutputTokens: 70 })))
    await readAll(chat.stream(input()))
    expect(limits).toEqual([70, undefined, 50])
  })

  test('another rejection is final', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(
      async () => new Response(openAiError('no temperature, no messages', 'messages'), { status: 400 }),
    )
    const chat = createChatModel({ baseUrl: 'https://llm.example/v1', model: 'm', fetch })
    expect((await readAll(chat.stream(input()))).error).toEqual(unavailable('status 400'))
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  test('an unreachable server is unavailable', async () => {
    const chat = createChatModel({ baseUrl: 'http://127.0.0.1:1/v1', model: 'm' })
    expect(await readAll(chat.stream(input()))).toEqual({ texts: [], error: unavailable('127.0.0.1:1') })
  })
})

describe('createChatModel', () => {
  const { opening, text, end } = providerProtocols.anthropic!
  const answers: Record<string, string> = {
    '/v1/messages': opening + text('Hello') + end('whole'),
    '/v1/chat/completions': openAiEvent({ delta: { content: 'Hello' }, finish_reason: 'stop' }),
  }

  /** Stands in for hosts that a test must not reach. */
  function record() {
    const requests: { url: string; body: Record<string, unknown> }[] = []
    const fetch: typeof globalThis.fetch = async (url, init) => {
      requests.push({ url: String(url), body: JSON.parse(String(init?.body)) })
      const known = Object.keys(answers).find((path) => String(url).endsWith(path))
      return new Response(known && answers[known], { headers: { 'content-type': 'text/event-stream' } })
    }
    return { requests, fetch }
  }

  test.each([
    ['https://api.anthropic.com', 'https://api.anthropic.com/v1/messages'],
    ['https://api.anthropic.com/v1/', 'https://api.anthropic.com/v1/messages'],
    ['https://proxy.example/anthropic', 'https://proxy.example/anthropic/v1/messages'],
    ['https://proxy.example/anthropic/v1', 'https://proxy.example/anthropic/v1/messages'],
    ['https://proxy.example/not-anthropic/v1', 'https://proxy.example/not-anthropic/v1/chat/completions'],
    ['http://127.0.0.1:11434/v1/', 'http://127.0.0.1:11434/v1/chat/completions'],
  ])('with the base URL %s asks %s', async (baseUrl, expected) => {
    const { requests, fetch } = record()
    const chat = createChatModel({ baseUrl, model: 'm', apiKey: 'k', fetch })
    expect(await readAll(chat.stream(input()))).toEqual({ texts: ['Hello'] })
    expect(requests.map(({ url }) => url)).toEqual([expected])
  })

  test.each([
    ['gpt-4.1', { max_completion_tokens: 50, temperature: 0.2 }],
    ['gpt-5-mini', { max_completion_tokens: 50 }],
    ['o4-mini', { max_completion_tokens: 50 }],
  ])('OpenAI is asked for %s with the limits it accepts', async (model, limits) => {
    const { requests, fetch } = record()
    const chat = createChatModel({ baseUrl: 'https://api.openai.com/v1', model, apiKey: 'k', fetch })
    await readAll(chat.stream(input()))
    const { max_tokens, max_completion_tokens, temperature } = requests[0]!.body
    expect({ max_tokens, max_completion_tokens, temperature }).toEqual(limits)
  })
})
