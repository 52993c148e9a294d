import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { ChatInput } from './chat.ts'
import { createChatModel } from './create-chat-model.ts'

const closers: (() => unknown)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function startServer(path: string, status: number, body: string) {
  const received: { tools?: unknown[] }[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    received.push(JSON.parse(text))
    response.writeHead(status, { 'content-type': status === 200 ? 'text/event-stream' : 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  const chat = createChatModel({ baseUrl, model: 'm', apiKey: 'sk-secret' })
  return { call: () => chat.callTool?.(input, tool), received }
}

const input: ChatInput = {
  system: 'Find.',
  messages: [{ role: 'user', content: 'Compare tea and coffee' }],
  maxOutputTokens: 100,
  signal: new AbortController().signal,
}
const tool = {
  name: 'search_notes',
  description: 'Searches.',
  parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
}

const openAiChunk = (choice: object) => `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, ...choice }] })}\n\n`
const openAiCall = (index: number, query: string) => ({
  index,
  id: `call-${index}`,
  type: 'function',
  function: { name: 'search_notes', arguments: JSON.stringify({ query }) },
})
const anthropicEvent = (type: string, fields: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
const anthropicCall = (index: number, query: string) =>
  anthropicEvent('content_block_start', {
    index,
    content_block: { type: 'tool_use', id: `t${index}`, name: 'search_notes', input: {} },
  }) +
  anthropicEvent('content_block_delta', {
    index,
    delta: { type: 'input_json_delta', partial_json: JSON.stringify({ query }) },
  }) +
  anthropicEvent('content_block_stop', { index })

const protocols = {
  'openai-compatible': {
    path: '/v1',
    calls: `${openAiChunk({ delta: { tool_calls: [openAiCall(0, 'tea'), openAiCall(1, 'coffee')] } })}${openAiChunk({ delta: {}, finish_reason: 'tool_calls' })}data: [DONE]\n\n`,
    text: `${openAiChunk({ delta: { content: 'ENOUGH' } })}${openAiChunk({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`,
  },
  anthropic: {
    path: '/anthropic',
    calls: `${anthropicEvent('message_start', {
      message: { id: 'm', model: 'm', role: 'assistant', content: [], usage: { input_tokens: 1, output_tokens: 1 } },
    })}${anthropicCall(0, 'tea')}${anthropicCall(1, 'coffee')}${anthropicEvent('message_delta', {
      delta: { stop_reason: 'tool_use' },
      usage: { output_tokens: 2 },
    })}${anthropicEvent('message_stop', {})}`,
    text: `${anthropicEvent('message_start', {
      message: { id: 'm', model: 'm', role: 'assistant', content: [], usage: { input_tokens: 1, output_tokens: 1 } },
    })}${anthropicEvent('content_block_start', { index: 0, content_block: { type: 'text', text: '' } })}${anthropicEvent(
      'content_block_delta',
      { index: 0, delta: { type: 'text_delta', text: 'ENOUGH' } },
    )}${anthropicEvent('content_block_stop', { index: 0 })}${anthropicEvent('message_delta', {
      delta: { stop_reason: 'end_turn' },
      usage: { output_tokens: 2 },
    })}${anthropicEvent('message_stop', {})}`,
  },
}

describe.each(Object.entries(protocols))('a tool of a model over %s', (_, { path, calls, text }) => {
  test('returns the arguments of each call', async () => {
    const { call, received } = await startServer(path, 200, calls)
    expect(await call()).toEqual([{ query: 'tea' }, { query: 'coffee' }])
    expect(received[0]?.tools).toHaveLength(1)
  })

  test('returns nothing if the model writes text', async () => {
    expect(await (await startServer(path, 200, text)).call()).toEqual([])
  })

  test.each([400, 422, 501])('says that the server rejects tools: %i', async (status) => {
    const { call, received } = await startServer(path, status, '{"error":{"message":"no"}}')
    await expect(call()).rejects.toMatchObject({ failure: 'tools-unsupported' })
    expect(received).toHaveLength(1)
  })

  test('other failures are no rejection of tools, and keep the key out of messages', async () => {
    const rejected = startServer(path, 401, '{"error":{"message":"bad key sk-secret"}}').then(({ call }) => call())
    await expect(rejected).rejects.toMatchObject({ failure: 'key-rejected' })
    await expect(rejected).rejects.toThrow(/^(?!.*sk-secret)/)
  })
})
