/** The lines of a body as they arrive, without their ends; a last one that nothing ends is given, too. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let pending = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      pending += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const lines = pending.split('\n')
      pending = done ? '' : (lines.pop() as string)
      for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
      if (done) return
    }
  } finally {
    // Whoever stops reading lets the connection go.
    await reader.cancel().catch(() => {})
  }
}

export interface ServerSentEvent {
  name: string
  data: string
}

/** Events of a `text/event-stream`, as the HTML standard reads them. */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<ServerSentEvent> {
  let name = 'message'
  let data: string[] = []
  for await (const line of readLines(body)) {
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
