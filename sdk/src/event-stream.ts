import { type LorewellError, unreachableError } from './errors.ts'

/** Yields the lines of a body as they arrive, without line breaks, including a last line that no line break ends. */
export async function* readLines(response: Response, signal?: AbortSignal): AsyncGenerator<string> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let pending = ''
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw signal?.aborted ? cause : interruptedError(cause)
      })
      pending += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const lines = pending.split('\n')
      pending = done ? '' : (lines.pop() as string)
      for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
      if (done) return
    }
  } finally {
    // Closes the connection when the consumer stops early.
    await reader.cancel().catch(() => {})
  }
}

/** The connection closed before the response was complete. */
export function interruptedError(cause?: unknown): LorewellError {
  return unreachableError('The connection closed before the response was complete.', cause)
}

export interface ServerSentEvent {
  name: string
  data: string
}

/** Parses a `text/event-stream` as the HTML standard defines it. An unfinished last event is dropped. */
export async function* readServerSentEvents(response: Response, signal?: AbortSignal): AsyncGenerator<ServerSentEvent> {
  let name = 'message'
  let data: string[] = []
  for await (const line of readLines(response, signal)) {
    if (line === '') {
      if (data.length > 0) yield { name, data: data.join('\n') }
      name = 'message'
      data = []
      continue
    }
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []
    if (field === 'event') name = value
    if (field === 'data') data.push(value)
  }
}
