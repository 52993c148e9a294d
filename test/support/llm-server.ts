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
   * until the client leaves. `fail`: an error instead of a stream.
   */
  end?: 'stop' | 'cut' | 'stall' | 'endless' | 'fail'
  /** The error of `fail`; absent: a status 500. */
  failure?: { status: number; message: string }
}

/** Starts an OpenAI-compatible server that answers prompts by a function. It keeps every prompt that it was sent. */
export async function startLlmServer(
  reply: (prompt: LlmPrompt, key: string | undefined) => LlmReply,
  /** Returns the searches that the model asks for when it is offered a tool, or `reject`; absent: none. */
  toolCalls: (prompt: LlmPrompt) => readonly string[] | 'reject' = () => [],
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
      if (body.includes('"tools":[')) {
        offered += 1
        sendToolCalls(response, toolCalls(readPrompt(body)))
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
      response.on('close', () => {
        if (!response.writableFinished) left += 1
      })
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const piece of chunksOf(text)) response.write(event({ delta: { content: piece } }))
      if (end === 'stall') stalled.add(response)
      else if (end === 'endless') repeat(response, text)
      else if (end === 'cut') response.destroy()
      else {
        response.write(event({ delta: {}, finish_reason: 'stop' }))
        if (body.includes('"include_usage":true')) response.write(usageEvent)
        response.end('data: [DONE]\n\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    prompts,
    /** The API key of each request. */
    keys,
    toolsOffered: () => offered,
    clientsLeft: () => left,
    /** Ends the streams that stall, with more text. */
    resume(text: string) {
      for (const response of stalled) {
        for (const piece of chunksOf(text)) response.write(event({ delta: { content: piece } }))
        response.write(event({ delta: {}, finish_reason: 'stop' }))
        response.end('data: [DONE]\n\n')
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

function sendToolCalls(response: ServerResponse, searches: readonly string[] | 'reject'): void {
  if (searches === 'reject') {
    response.writeHead(400).end(JSON.stringify({ error: { message: 'this model does not support tools' } }))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const calls = searches.map((query, index) => ({
    index,
    id: `call-${index}`,
    type: 'function',
    function: { name: 'search_notes', arguments: JSON.stringify({ query }) },
  }))
  response.write(event({ delta: calls.length > 0 ? { tool_calls: calls } : { content: 'ENOUGH' } }))
  response.write(event({ delta: {}, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }))
  response.end('data: [DONE]\n\n')
}

function readPrompt(body: string): LlmPrompt {
  const { messages } = JSON.parse(body) as { messages: { role: string; content: string | { text: string }[] }[] }
  const textOf = (role: string) =>
    messages
      .filter((message) => message.role === role)
      .map(({ content }) => (typeof content === 'string' ? content : content.map((part) => part.text).join('')))
      .join('\n')
  return { system: textOf('system'), user: textOf('user') }
}

/** Sends the text again and again, as fast as the client reads. */
function repeat(response: ServerResponse, text: string): void {
  const send = () => {
    while (!response.destroyed && response.write(event({ delta: { content: text } })));
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
