import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LlmPrompt {
  system: string
  user: string
}

/** What the server sends, and how the stream ends. */
export interface LlmReply {
  text: string
  /**
   * `stop`: as a model ends. `cut`: the connection breaks. `stall`: nothing more comes. `endless`: the text is repeated
   * until the client leaves. `fail`: an error instead of a stream. `limit`: the model has used up its tokens.
   */
  end?: 'stop' | 'cut' | 'stall' | 'endless' | 'fail' | 'limit'
  /** The error of `fail`; absent: a status 500. */
  failure?: { status: number; message: string }
}

/** What a model does with a tool: the searches or other arguments of its calls, `reject`: an error, `stall`: nothing. */
export type ToolReply = readonly (string | object)[] | 'reject' | 'stall'

/**
 * Starts a server with OpenAI's protocol, and Anthropic's below `/anthropic`, that answers prompts by a function. It keeps
 * every prompt that it was sent.
 */
export async function startLlmServer(
  reply: (prompt: LlmPrompt, key: string | undefined) => LlmReply,
  /** Called when the model is offered a tool; absent: it calls none. */
  toolCalls: (prompt: LlmPrompt, tool: string) => ToolReply = () => [],
) {
  const prompts: LlmPrompt[] = []
  const keys: (string | undefined)[] = []
  /** Number of requests that offered a tool. They are not among the prompts. */
  let offered = 0
  const stalled = new Set<ServerResponse>()
  /** Number of clients that left before the end of a stream. */
  let left = 0
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      const protocol = request.url?.startsWith('/anthropic') ? anthropic : openAi
      response.on('close', () => {
        if (!response.writableFinished) left += 1
      })
      if (body.includes('"tools":[')) {
        offered += 1
        const tool = toolName(body)
        const calls = toolCalls(readPrompt(body), tool)
        if (calls === 'stall') stalled.add(response.writeHead(200, { 'content-type': 'text/event-stream' }))
        else sendToolCalls(response, protocol, tool, calls)
        return
      }
      const prompt = readPrompt(body)
      prompts.push(prompt)
      const key = request.headers.authorization?.replace(/^Bearer /, '')
      keys.push(key)
      const { text, end = 'stop', failure = { status: 500, message: 'out of memory' } } = reply(prompt, key)
      if (end === 'fail') {
        response.writeHead(failure.status).end(JSON.stringify({ error: { message: failure.message } }))
        return
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(protocol.opening)
      for (const piece of chunksOf(text)) response.write(protocol.text(piece))
      if (end === 'stall') stalled.add(response)
      else if (end === 'endless') repeat(response, protocol.text(text))
      else if (end === 'cut') response.write(' ', () => response.destroy())
      else {
        const usage = body.includes('"include_usage":true') ? usageEvent : ''
        response.end(protocol.end(usage, end === 'limit'))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    anthropicUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/anthropic`,
    prompts,
    /** The API key of each request. */
    keys,
    toolsOffered: () => offered,
    clientsLeft: () => left,
    /** Ends the streams that stall, with more text. */
    resume(text: string) {
      for (const response of stalled) {
        for (const piece of chunksOf(text)) response.write(openAi.text(piece))
        response.end(openAi.end(''))
      }
      stalled.clear()
    },
    async close() {
      for (const response of stalled) response.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Protocol {
  opening: string
  text(text: string): string
  end(usage: string, isAtLimit?: boolean): string
  toolCalls(calls: readonly { name: string; arguments: string }[]): string
}

const openAi: Protocol = {
  opening: '',
  text: (content) => event({ delta: { content } }),
  end: (usage, isAtLimit) =>
    `${event({ delta: {}, finish_reason: isAtLimit ? 'length' : 'stop' })}${usage}data: [DONE]\n\n`,
  toolCalls: (calls) => {
    const called = calls.map((call, index) => ({ index, id: `call-${index}`, type: 'function', function: call }))
    return `${event({ delta: { tool_calls: called } })}${event({ delta: {}, finish_reason: 'tool_calls' })}data: [DONE]\n\n`
  },
}

const anthropicStart = anthropicEvent('message_start', {
  message: { id: 'm', model: 'm', role: 'assistant', content: [], usage: { input_tokens: 1, output_tokens: 1 } },
})

const anthropic: Protocol = {
  opening: `${anthropicStart}${anthropicEvent('content_block_start', { index: 0, content_block: { type: 'text', text: '' } })}`,
  text: (text) => anthropicEvent('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
  end: (_, isAtLimit) =>
    `${anthropicEvent('content_block_stop', { index: 0 })}${anthropicEnd(isAtLimit ? 'max_tokens' : 'end_turn')}`,
  toolCalls: (calls) => {
    const blocks = calls.map(({ name, arguments: json }, index) =>
      [
        anthropicEvent('content_block_start', {
          index,
          content_block: { type: 'tool_use', id: `t${index}`, name, input: {} },
        }),
        anthropicEvent('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: json } }),
        anthropicEvent('content_block_stop', { index }),
      ].join(''),
    )
    return `${anthropicStart}${blocks.join('')}${anthropicEnd('tool_use')}`
  },
}

function anthropicEnd(reason: string): string {
  const delta = anthropicEvent('message_delta', { delta: { stop_reason: reason }, usage: { output_tokens: 2 } })
  return `${delta}${anthropicEvent('message_stop', {})}`
}

function anthropicEvent(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
}

function sendToolCalls(
  response: ServerResponse,
  protocol: Protocol,
  name: string,
  calls: Exclude<ToolReply, 'stall'>,
): void {
  if (calls === 'reject') {
    response.writeHead(400).end(JSON.stringify({ error: { message: 'this model does not support tools' } }))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const called = calls.map((call) => ({
    name,
    arguments: JSON.stringify(typeof call === 'string' ? { query: call } : call),
  }))
  response.end(
    called.length > 0 ? protocol.toolCalls(called) : `${protocol.opening}${protocol.text('ENOUGH')}${protocol.end('')}`,
  )
}

/** Both protocols name a tool; OpenAI's below `function`. */
function toolName(body: string): string {
  const { tools } = JSON.parse(body) as { tools: { name?: string; function?: { name: string } }[] }
  return tools[0]?.function?.name ?? tools[0]?.name ?? ''
}

type Content = string | { text: string }[]

function readPrompt(body: string): LlmPrompt {
  const { messages, system = '' } = JSON.parse(body) as {
    messages: { role: string; content: Content }[]
    /** Anthropic's instructions are no message. */
    system?: Content
  }
  const textOf = (content: Content) =>
    typeof content === 'string' ? content : content.map((part) => part.text).join('')
  const textsOf = (role: string) =>
    messages.filter((message) => message.role === role).map(({ content }) => textOf(content))
  return { system: [textOf(system), ...textsOf('system')].join(''), user: textsOf('user').join('\n') }
}

/** Sends an event again and again, as fast as the client reads. */
function repeat(response: ServerResponse, text: string): void {
  const send = () => {
    while (!response.destroyed && response.write(text));
    if (!response.destroyed) response.once('drain', send)
  }
  send()
}

function event(choice: { delta: { content?: string; tool_calls?: unknown[] }; finish_reason?: string }): string {
  const chunk = { id: '1', object: 'chat.completion.chunk', created: 0, model: 'm', choices: [{ index: 0, ...choice }] }
  return `data: ${JSON.stringify(chunk)}\n\n`
}

const usageEvent = `data: ${JSON.stringify({
  ...{ id: '1', object: 'chat.completion.chunk', created: 0, model: 'm', choices: [] },
  usage: { prompt_tokens: 2000, completion_tokens: 100, total_tokens: 2100 },
})}\n\n`

function* chunksOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 7) yield text.slice(at, at + 7)
}
