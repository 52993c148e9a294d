/**
 * Wraps `fetch` for servers that answer a request for a stream with one JSON document: a whole answer or an error becomes
 * the server-sent events that say the same.
 */
export function withCompletionEvents(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (url, init) => {
    const response = await fetch(url, init)
    if (!response.ok || !/\bjson\b/i.test(response.headers.get('content-type') ?? '')) return response
    const events = toEvents(await response.text())
    return new Response(events, { headers: { 'content-type': 'text/event-stream' } })
  }
}

interface Completion {
  choices?: { message?: { tool_calls?: object[] | null }; finish_reason?: string | null }[]
}

function toEvents(text: string): string {
  let completion: Completion | null
  try {
    completion = JSON.parse(text) as Completion | null
  } catch {
    // Events that are labelled as JSON.
    return text
  }
  const [choice] = completion?.choices ?? []
  if (!choice?.message) return `data: ${JSON.stringify(completion)}\n\n`
  const { message, finish_reason } = choice
  const calls = message.tool_calls?.map((call, index) => ({ index, ...call }))
  const delta = { ...message, ...(calls && { tool_calls: calls }) }
  const whole = { ...completion, choices: [{ index: 0, delta, finish_reason: finish_reason ?? 'stop' }] }
  return `data: ${JSON.stringify(whole)}\n\ndata: [DONE]\n\n`
}
